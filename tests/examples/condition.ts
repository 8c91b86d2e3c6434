import { runInThisContext } from "node:vm";

/** What a system says of a run, by the names that conditions use. */
export type Situation = Readonly<Record<string, string>>;

/** Decides a condition of `||`, `&&`, `!`, `==`, `!=`, brackets and names, as both systems do. */
export function holds(condition: string, situation: Situation): boolean {
  return Boolean(evaluated(condition, situation));
}

/** The value of an expression of the same kind. */
export function evaluated(condition: string, situation: Situation): unknown {
  const names = /'([^']*)'|"([^"]*)"|\$?[A-Za-z_][\w.-]*(?:\(\))?/g;
  const script = condition.replace(names, (name, single?: string, double?: string) => {
    const value = single ?? double ?? operand(name, situation);
    // This text counts as no.
    return value === "false" ? value : JSON.stringify(value);
  });
  return runInThisContext(script.replace(/==|!=/g, "$&="));
}

/** What the situation says; a variable of GitLab and an output of a step are empty where there is none. */
function operand(name: string, situation: Situation): string {
  const value = situation[name];
  if (value !== undefined) return value;
  if (/^(?:\$CI_|steps\.|needs\.[\w-]+\.outputs\.|job\.|github\.event\.pull_request\.)/.test(name))
    return "";
  throw new Error(`no situation says ${name}`);
}

/** Whether a condition of GitHub's asks how the steps or jobs before it ended; else it is asked for success as well. */
export function asksForStatus(condition: string): boolean {
  return /\b(?:success|cancelled|failure|always)\(\)/.test(condition);
}

/** A condition without the marks that it may stand in. */
export function bare(condition: string): string {
  return condition.replace(/^\$\{\{ (.+) \}\}$/, "$1");
}
