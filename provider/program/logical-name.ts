import { quoted } from "../errors/redact";
import { type Finding, finding } from "../input/finding";
import { textProblem } from "../input/text-mistakes";
import { requireAllowed } from "../lifecycle/guard";
import { isObject } from "../plain/value";

/**
 * Findings about a logical name that isn't a string, or that contains an output or an object as text. The engine would
 * use the text as the name.
 */
export function judgeName(name: unknown): Finding[] {
  if (typeof name === "string") return textProblem(name) === undefined ? [] : [outputInName];
  if (isObject(name)) return [outputInName];
  const given = name === undefined || name === null ? String(name) : `a ${typeof name}`;
  return [{ path: "", problem: `its logical name must be a string (got ${given})` }];
}

const outputInName = finding(
  "error",
  "output-in-text",
  "its logical name has what an output, a promise or an object leaves in a string. Use a text that the program has without waiting for anything.",
);

/** Fails if a logical name is invalid. Neither a Provider nor a name that isn't a string can have `ignoreChecks`. */
export function requireName(kind: string, name: unknown): void {
  const label = typeof name === "string" ? `${kind} ${quoted(name)}` : kind;
  requireAllowed(judgeName(name), label);
}
