const done = /^ [+~-] {2}\S+:(\w+) (\S+) (create|update|delete|created|updated|deleted)\b/;
const finding = / \[[a-z-]+(?: \{.*\})?\]$/;

/**
 * Keeps the errors of Pulumi's output, or else its warnings and changed resources. From other output, removes empty
 * lines, comments and table rules.
 */
export function shortened(output: string): string[] {
  const lines = output.split("\n").map((line) => line.replace(finding, ""));
  if (!/^(?:Previewing|Updating|Destroying|Refreshing) /m.test(output))
    return lines.filter((line) => !/^(?:<!--.*|All resources .*|[ |-]*)$/.test(line));
  const messagesOf = (kind: string) =>
    [...new Set(lines.filter((line) => line.startsWith(`    ${kind}: `)))].map((line) =>
      line.trim(),
    );
  const errors = messagesOf("error").filter((line) => !line.includes("(see the resources above)"));
  if (errors.length > 0) return errors;
  return [...messagesOf("warning"), ...changesOf(lines)];
}

/**
 * The changed resources by operation, or else the number of unchanged ones. Pulumi counts the stack as a resource, so
 * leave it out.
 */
function changesOf(lines: readonly string[]): string[] {
  const names = new Map<string, string[]>();
  for (const line of lines) {
    const [, kind = "Stack", name = "", op = ""] = done.exec(line) ?? [];
    if (kind === "Stack") continue;
    const own = names.get(words[op] ?? op) ?? [];
    if (!own.includes(`${kind} ${name}`)) own.push(`${kind} ${name}`);
    names.set(words[op] ?? op, own);
  }
  if (names.size > 0) {
    return [...names].map(([word, own]) => `${own.length} ${word}: ${own.sort().join(", ")}`);
  }
  return lines.flatMap((line) => {
    const [, unchanged] = /^ {4}(\d+) unchanged/.exec(line) ?? [];
    return unchanged === undefined ? [] : [`${Number(unchanged) - 1} unchanged`];
  });
}

const words: Readonly<Record<string, string>> = {
  create: "created",
  update: "updated",
  delete: "no longer in the stack",
  deleted: "no longer in the stack",
};
