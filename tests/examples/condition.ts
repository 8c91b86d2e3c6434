/** What a system says of a run, by the names that conditions use. */
export type Situation = Readonly<Record<string, string>>;

/** Decides a condition of `||`, `&&`, `!`, `==`, `!=`, brackets and names, as both systems do. */
export function holds(condition: string, situation: Situation): boolean {
  const text = condition.trim();
  const either = parts(text, " || ");
  if (either.length > 1) return either.some((part) => holds(part, situation));
  const both = parts(text, " && ");
  if (both.length > 1) return both.every((part) => holds(part, situation));
  if (text.startsWith("(") && text.endsWith(")")) return holds(text.slice(1, -1), situation);
  if (text.startsWith("!")) return !holds(text.slice(1), situation);
  const [, left, operator, right] = /^(\S+) (==|!=) (\S+)$/.exec(text) ?? [];
  if (left === undefined || right === undefined) {
    return !["", "false"].includes(operand(text, situation));
  }
  const isSame = operand(left, situation) === operand(right, situation);
  return operator === "==" ? isSame : !isSame;
}

/** The parts between an operator that is in no brackets. */
function parts(text: string, operator: string): string[] {
  const found: string[] = [];
  for (const part of text.split(operator)) {
    const before = found.at(-1);
    const isOpen = before !== undefined && count(before, "(") > count(before, ")");
    if (isOpen) found.push(`${found.pop()}${operator}${part}`);
    else found.push(part);
  }
  return found;
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/** A text in quotes, or what the situation says; a variable of GitLab and an output of a step are empty where there is none. */
function operand(text: string, situation: Situation): string {
  const quoted = /^(['"])(.*)\1$/.exec(text)?.[2];
  const value = quoted ?? situation[text];
  if (value !== undefined) return value;
  if (text.startsWith("$CI_") || text.startsWith("steps.")) return "";
  throw new Error(`no situation says ${text}`);
}

/** Whether a condition of GitHub's asks how the steps or jobs before it ended; else it is asked for success as well. */
export function asksForStatus(condition: string): boolean {
  return /\b(?:success|cancelled|failure|always)\(\)/.test(condition);
}

/** A condition without the marks that it may stand in. */
export function bare(condition: string): string {
  return condition.replace(/^\$\{\{ (.+) \}\}$/, "$1");
}
