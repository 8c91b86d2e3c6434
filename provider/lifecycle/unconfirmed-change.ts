import { type EmailMarketingError, withAdvice } from "../errors/error";
import { isSameContent } from "../input/asset";
import type { Properties } from "../input/plain";
import { unknownValue } from "../input/unknown";
import { type InitFailure, initFailure } from "./init-failure";

/** A write that can be repeated, and that may or may not have been applied. */
export interface UnconfirmedChange {
  readonly id: string;
  /** What the state held before; of a create, what it declares. */
  readonly state: Properties;
  /** The inputs whose values were sent, or were to be; of a create, every input. */
  readonly names: readonly string[];
}

/**
 * The error of such a write: the engine keeps the state beside it, which names what is unconfirmed. Otherwise a program
 * that goes back to the old values would look unchanged, and what was sent would stay in the service.
 */
export function unconfirmedChange(
  error: EmailMarketingError,
  { id, state, names }: UnconfirmedChange,
): InitFailure {
  const next =
    "The change may have been applied anyway. The next pulumi up sends it again with the values declared then.";
  return initFailure(withAdvice(error, next), {
    id,
    properties: { ...state, unsettled: [...names] },
  });
}

/** Whether the service may have something else than the state says. */
export function isUnconfirmed({ unsettled }: Properties): boolean {
  return unsettled !== undefined;
}

/** What the state says, with the unknown value for each input that the service may have otherwise. */
export function asFarAsConfirmed({ unsettled, ...state }: Properties): Properties {
  const names = (unsettled ?? []) as readonly string[];
  return { ...state, ...Object.fromEntries(names.map((name) => [name, unknownValue])) };
}

/** Those of the names whose values differ; of an asset the state holds the hash only. */
export function namesOfChange(
  names: readonly string[],
  old: Properties,
  props: Properties,
): string[] {
  return names.filter((name) => !isSameContent(old[name], props[name]));
}
