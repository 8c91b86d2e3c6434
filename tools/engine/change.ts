/** The number of resources by what a command did, or would do, with them. The stack itself counts as one. */
export interface Changes {
  create?: number;
  update?: number;
  delete?: number;
  replace?: number;
  same?: number;
  import?: number;
  read?: number;
}

const kinds: readonly [RegExp, keyof Changes][] = [
  [/\b(\d+) (?:to create|created)$/, "create"],
  [/\b(\d+) (?:to update|updated)$/, "update"],
  [/\b(\d+) (?:to delete|deleted)$/, "delete"],
  [/\b(\d+) (?:to replace|replaced)$/, "replace"],
  [/\b(\d+) unchanged$/, "same"],
  [/\b(\d+) (?:to import|imported)$/, "import"],
  [/\b(\d+) (?:to read|read)$/, "read"],
];

/** Reads the counts from the engine's output, text or JSON. */
export function changesIn(stdout: string): Changes {
  if (stdout.startsWith("{") && !stdout.startsWith('{"sequence":')) {
    const { changeSummary } = JSON.parse(stdout) as { changeSummary?: Changes };
    return changeSummary ?? {};
  }
  const summary = /^Resources:\n((?: {4}.*\n?)*)/m.exec(stdout)?.[1] ?? "";
  const changes: Changes = {};
  for (const part of summary.split(/\n|\. /).map((text) => text.trim())) {
    for (const [pattern, kind] of kinds) {
      const count = pattern.exec(part)?.[1];
      if (count !== undefined) {
        changes[kind] = Number(count);
      }
    }
  }
  return changes;
}
