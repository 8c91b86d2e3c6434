import { listOf, text } from "./check";
import type { Field } from "./field";

/** Inputs that every resource takes. */
export interface CommonProps {
  /** Names of findings that shall not be told for this resource. Changing it changes the state only. */
  ignoreChecks?: string[];
}

/** The rows of {@link CommonProps}. */
export const commonFields = {
  ignoreChecks: { check: listOf(text({ min: 1 })) },
} satisfies Record<string, Field>;
