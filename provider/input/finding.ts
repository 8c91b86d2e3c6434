/** How bad a finding is: an error fails, a warning and an info are shown. */
export type Level = "error" | "warning" | "info";

/** One problem with the inputs of a resource; never holds an input's value. */
export interface Finding {
  /** Where: an input's name, deeper parts after dots or in brackets; empty for the resource as a whole. */
  readonly path: string;
  /** What is wrong and what to do, in words that follow the path. */
  readonly problem: string;
  /** By default an error. */
  readonly level?: Level;
  /** The name by which `ignoreChecks` silences it; without one it can't be silenced. */
  readonly name?: string;
}

/** A finding that `ignoreChecks` can silence. */
export interface NamedFinding extends Finding {
  readonly name: string;
  readonly level: Level;
}

/** A finding about the resource as a whole, or one whose words name the input. */
export function finding(level: Level, name: string, problem: string): NamedFinding {
  return { path: "", level, name, problem };
}

/** The sentence of a finding. */
export function sentenceOf({ path, problem }: Finding): string {
  return path === "" ? problem : `${path}: ${problem}`;
}

/** The sentence of a finding, with the name that silences it. */
export function labelled(finding: Finding): string {
  const { name } = finding;
  return name === undefined ? sentenceOf(finding) : `${sentenceOf(finding)} [${name}]`;
}

/** Whether a finding fails the resource. */
export function isError({ level = "error" }: Finding): boolean {
  return level === "error";
}

/** The findings that a resource does not silence with `ignoreChecks`. */
export function withoutIgnored<Kind extends Finding>(
  findings: readonly Kind[],
  { ignoreChecks }: { readonly ignoreChecks?: unknown },
): Kind[] {
  const ignored: readonly unknown[] = Array.isArray(ignoreChecks) ? ignoreChecks : [];
  return findings.filter(({ name }) => name === undefined || !ignored.includes(name));
}
