import { type Check, listOf, text } from "./check";

/** Inputs that every resource takes. */
export interface CommonProps {
  /** Names of findings that shall not be told for this resource. Changing it changes the state only. */
  ignoreChecks?: string[];
}

/** The checks of {@link CommonProps}. */
export const common: { readonly ignoreChecks: Check } = { ignoreChecks: listOf(text({ min: 1 })) };
