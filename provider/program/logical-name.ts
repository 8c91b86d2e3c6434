import { quoted } from "../errors/redact";
import { type Finding, finding } from "../input/finding";
import { textProblem } from "../input/text-mistakes";
import { requireAllowed } from "../lifecycle/guard";
import { isObject } from "../plain/value";

/**
 * Findings about a logical name that contains an output or object as text. The engine would create an object with that
 * name.
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

/**
 * Fails at once for a logical name that isn't a string, whatever `ignoreChecks` says, because Pulumi's constructor would
 * throw a TypeError.
 */
export function requireString(kind: string, name: unknown): asserts name is string {
  if (typeof name !== "string") requireAllowed(judgeName(name), kind);
}

/** Fails at once for the name of a Provider, which has no `ignoreChecks`. */
export function requireProviderName(name: unknown): void {
  const label = typeof name === "string" ? `Provider ${quoted(name)}` : "Provider";
  requireAllowed(judgeName(name), label);
}
