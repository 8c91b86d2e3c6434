import { EmailMarketingError, reworded, withAdvice } from "../errors/error";
import { quoted, quotedId } from "../errors/redact";
import { isSameContent } from "../input/asset";
import {
  isUnknown,
  type Properties,
  unknownValue,
  withoutNull,
  withoutUndefined,
} from "../input/plain";
import type { Settings } from "../settings/settings";
import type { AnyLifecycle } from "./lifecycle";

export interface ObjectState {
  readonly id: string;
  readonly state: Properties;
}

/** A change from what the state has to what is declared. */
export interface ObjectChange {
  readonly id: string;
  readonly old: Properties;
  readonly props: Properties;
}

/** The names of all outputs of a kind, beside `account`. */
export function outputNames({ outputs = {} }: AnyLifecycle): string[] {
  return Object.keys(outputs);
}

/** The names of those that a state has as secrets where these inputs are. */
export function secretOutputs(
  { outputs = {} }: AnyLifecycle,
  secretInputs: readonly string[],
): string[] {
  return Object.entries(outputs).flatMap(([name, row]) =>
    row === "secret" || (row !== true && secretInputs.includes(row.repeats)) ? name : [],
  );
}

export function repeatingOutputs(
  { outputs = {} }: AnyLifecycle,
  inputs: readonly string[],
): string[] {
  return Object.entries(outputs).flatMap(([name, row]) =>
    typeof row === "object" && inputs.includes(row.repeats) ? name : [],
  );
}

/** Whether the account has another name now than the state says. */
export function isRenamed({ account }: Properties, settings: Settings): boolean {
  return account !== undefined && settings.account !== undefined && account !== settings.account;
}

/** What goes into the state: inputs, outputs, and the account by its name now. */
export function stateOf(inputs: object, outputs: object, { account }: Settings): Properties {
  return withoutUndefined({ ...inputs, ...outputs, account });
}

/**
 * What a lifecycle sees of inputs or state: not what the steps and the ways in keep beside them. `unconfirmed` names inputs that
 * the service may have otherwise.
 */
export function propsOf(properties: Properties): Properties {
  const { __provider, account, unconfirmed, ...props } = properties;
  return props;
}

/**
 * An object in a sentence: by kind and its own name, which every step knows once the object exists. A preview that knows the
 * logical name adds it, or says it where nothing else is known yet; in an update, the engine tells it to no one.
 */
export function labelOf(
  { kind, labelInput }: Pick<AnyLifecycle, "kind" | "labelInput">,
  properties: Properties,
  logicalName?: string,
): string {
  const own = properties[labelInput];
  const name = typeof own === "string" && !isUnknown(own) ? own : logicalName;
  if (name === undefined) return kind;
  const isSaid = logicalName === undefined || logicalName === name;
  const shown = labelInput.endsWith("Id") ? quotedId(name) : quoted(name);
  return `${kind} ${shown}${isSaid ? "" : ` (${quoted(logicalName)} in the program)`}`;
}

/**
 * What a state says, without `null`, which is the same as absent. States are written by every version, and now and then by
 * hand: what can't be read is an error that names it, since a guess could create or change the wrong object.
 */
export function readableState({ kind }: AnyLifecycle, given: Properties): Properties {
  const state = withoutNull(given);
  const { account, unconfirmed } = state;
  const isName = (value: unknown) => typeof value === "string";
  const areNames = Array.isArray(unconfirmed) && unconfirmed.every(isName);
  requireReadable(kind, [
    ...(account === undefined || isName(account) ? [] : ['"account" is not a string']),
    ...(unconfirmed === undefined || areNames ? [] : ['"unconfirmed" is not a list of names']),
  ]);
  return state;
}

/** Fails for a state that lacks a required input: neither a read nor a change can start from it. */
export function requireInputs({ kind, fields }: AnyLifecycle, state: Properties): void {
  const required = Object.keys(fields).filter((name) => fields[name]?.required === true);
  const missing = required.filter((name) => state[name] === undefined);
  requireReadable(
    kind,
    missing.map((name) => `${quoted(name)} is missing`),
  );
}

function requireReadable(kind: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new EmailMarketingError(
    "validation",
    `${kind}: the state of this resource can't be read: ${problems.join(", ")}. Fix it with pulumi state edit, or ` +
      "remove the resource from the state with pulumi state delete <urn> (pulumi stack --show-urns shows the URN).",
  );
}

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

/** The same failure as another error: a way in adds to an error what the engine keeps. */
export function copyOf(error: InitFailure): InitFailure {
  const { message, id, properties } = error;
  const copy =
    error instanceof EmailMarketingError
      ? reworded(error, message)
      : new Error(message, { cause: error.cause });
  return initFailure(copy, { id, properties });
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
