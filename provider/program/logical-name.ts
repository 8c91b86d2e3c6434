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

/**
 * Fails if a logical name isn't a string, because Pulumi's constructor would throw a TypeError. `ignoreChecks` can't
 * suppress this.
 */
export function requireString(kind: string, name: unknown): asserts name is string {
  if (typeof name !== "string") requireAllowed(judgeName(name), kind);
}

/** Fails if the name of a Provider is invalid. A Provider has no `ignoreChecks`. */
export function requireProviderName(name: unknown): void {
  const label = typeof name === "string" ? `Provider ${quoted(name)}` : "Provider";
  requireAllowed(judgeName(name), label);
}
