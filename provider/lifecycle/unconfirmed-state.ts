import { type EmailMarketingError, withAdvice } from "../errors/error";
import { isSameContent } from "../input/asset";
import { type Properties, unknownValue } from "../input/plain";

const unconfirmedId = "unknown:";

/** What the engine keeps of an object whose step failed after it was created; `properties` holds no undefined. */
interface Kept {
  readonly id: string;
  readonly properties: object;
}

export type InitFailure = Error & Kept & { readonly reasons: readonly string[] };

/**
 * The same error as one that the engine keeps the object for: it reads `id`, `properties` and `reasons` off it,
 * and shows the reasons only.
 */
export function initFailure(error: Error, { id, properties }: Kept): InitFailure {
  // Known by these names and not by a class: the SDK that reads them may be another copy than ours.
  return Object.assign(error, { id, properties, reasons: [error.message] });
}

export function isInitFailure(error: unknown): error is InitFailure {
  return error instanceof Error && "properties" in error && "reasons" in error;
}

/** The error of a create that may have succeeded: the object is kept under an id that says so. */
export function unconfirmedCreate(error: EmailMarketingError, properties: object): InitFailure {
  // The engine keeps an object only if it has an id. The time shows people when the request was sent.
  const id = `${unconfirmedId}${Date.now()}`;
  return initFailure(withAdvice(error, `The ${mayExist}`), { id, properties });
}

export function hasUnconfirmedId(id: string): boolean {
  return id.startsWith(unconfirmedId);
}

const mayExist =
  "create may or may not have succeeded. It was not retried, to avoid a duplicate. Look for the object in the " +
  "account. If it exists, set existingId to its id and run: pulumi up. If it doesn't, run: pulumi state delete " +
  "<urn> (pulumi stack --show-urns shows the URN), then: pulumi up. If the resource is protected, first run: " +
  "pulumi state unprotect <urn>.";

export const howToConfirm = `the ${mayExist}`;

/**
 * The error of a write that can be repeated, and that may or may not have been applied: the engine keeps what the state held
 * before (of a create, what it declares), with the names of the inputs that were sent. Otherwise a program that goes back to the
 * old values would look unchanged, and what was sent would stay in the service.
 */
export function unconfirmedChange(
  error: EmailMarketingError,
  { id, state }: { readonly id: string; readonly state: Properties },
  unconfirmed: readonly string[],
): InitFailure {
  const next =
    "The change may have been applied anyway. The next pulumi up sends it again with the values declared then.";
  return initFailure(withAdvice(error, next), { id, properties: { ...state, unconfirmed } });
}

/** What the state says, with the unknown value for each input that the service may have otherwise. */
export function asFarAsConfirmed({ unconfirmed, ...state }: Properties): Properties {
  const names = (unconfirmed ?? []) as readonly string[];
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
