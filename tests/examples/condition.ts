import { runInThisContext } from "node:vm";

/** The values of a run, by the names that conditions use. */
export type Situation = Readonly<Record<string, string>>;

/** Evaluates a condition with `||`, `&&`, `!`, `==`, `!=`, brackets and names, like both hosts. */
export function holds(condition: string, situation: Situation): boolean {
  return Boolean(evaluated(condition, situation));
}

/** The value of an expression in the language of conditions. */
export function evaluated(condition: string, situation: Situation): unknown {
  const names = /'([^']*)'|"([^"]*)"|\$?[A-Za-z_][\w.-]*(?:\(\))?/g;
  const script = condition.replace(names, (name, single?: string, double?: string) => {
    const value = single ?? double ?? operand(name, situation);
    // The text "false" counts as false.
    return value === "false" ? value : JSON.stringify(value);
  });
  return runInThisContext(script.replace(/==|!=/g, "$&="));
}

/** The value of a name. A missing GitLab variable or output is empty, and any other missing value is an error. */
function operand(name: string, situation: Situation): string {
  const value = situation[name];
  if (value !== undefined) return value;
  if (/^(?:\$CI_|steps\.|needs\.[\w-]+\.outputs\.|job\.|github\.event\.pull_request\.)/.test(name))
    return "";
  throw new Error(`no situation says ${name}`);
}

/** True if a condition on GitHub contains a status function. GitHub adds `success() &&` to other conditions. */
export function asksForStatus(condition: string): boolean {
  return /\b(?:success|cancelled|failure|always)\(\)/.test(condition);
}

/** A condition without the delimiters `${{ }}`. */
export function bare(condition: string): string {
  return condition.replace(/^\$\{\{ (.+) \}\}$/, "$1");
}
