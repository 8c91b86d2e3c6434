import { nearest } from "../errors/nearest";
import { quoted } from "../errors/redact";
import { type Check, listOf, text } from "./check";
import type { Field } from "./field";
import { findingNames } from "./finding";
import { isUnknown } from "./unknown";

/** Inputs that every resource takes. */
export interface CommonProps {
  /**
   * Names of findings to suppress for this resource, such as `list-empty`; the name is in brackets at the end of the
   * message. An unknown name is a warning. A change updates the state only.
   */
  ignoreChecks?: string[];
}

const names = Object.keys(findingNames);
const anyName = text({ min: 1 });

/** A name that no finding has suppresses nothing: most likely it is misspelt. */
const findingName: Check = (value, path) => {
  const findings = anyName(value, path);
  if (findings.length > 0 || isUnknown(value) || names.includes(String(value))) return findings;
  const near = nearest(String(value), names);
  const next =
    near === undefined
      ? "the name is in brackets at the end of the message to suppress"
      : `did you mean ${quoted(near)}?`;
  const problem = `not the name of a finding, so it has no effect; ${next}`;
  return [{ path, problem, level: "warning", name: "check-unknown" }];
};

/** The rows of {@link CommonProps}. */
export const commonFields = {
  ignoreChecks: { check: listOf(findingName) },
} satisfies Record<string, Field>;
