import { EmailMarketingError, withAdvice } from "../errors/error";
import { quoted, quotedId } from "../errors/redact";
import {
  isUnknown,
  type Properties,
  unknownValue,
  withoutNull,
  withoutUndefined,
} from "../plain/value";
import type { Settings } from "../settings/settings";
import { reworded } from "./failure";
import type { AnyLifecycle } from "./lifecycle";

export interface ObjectState {
  readonly id: string;
  readonly state: Properties;
}

/** A change from the state to the declared inputs. */
export interface ObjectChange {
  readonly id: string;
  readonly old: Properties;
  readonly props: Properties;
}

/** The outputs that are secrets in the state if these inputs are secret. */
export function secretOutputs({ outputs }: AnyLifecycle, secretInputs: readonly string[]) {
  const secrets: string[] = [];
  for (const [name, row] of Object.entries(outputs)) {
    if (row === "secret" || (row !== true && secretInputs.includes(row.repeats)))
      secrets.push(name);
  }
  return secrets;
}

export function isRenamed({ account }: Properties, settings: Settings): boolean {
  return account !== undefined && settings.account !== undefined && account !== settings.account;
}

export function stateOf(inputs: object, outputs: object, { account }: Settings): Properties {
  return withoutUndefined({ ...inputs, ...outputs, account });
}

/** The inputs and outputs of the kind, without other members of a state, such as the names of `unconfirmed` inputs. */
export function propsOf(properties: Properties): Properties {
  const { __provider, account, unconfirmed, ...props } = properties;
  return props;
}

/** The label in messages. The object's name comes first, because most steps don't get the resource's logical name. */
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

/** The state without `null`. Fails if `account` or `unconfirmed` is invalid, so as not to change the wrong object. */
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

/** Fails if a state lacks a required input, which every read and change needs. */
export function requireInputs({ kind, fields }: AnyLifecycle, state: Properties): void {
  const problems = Object.entries(fields).flatMap(([name, { required }]) =>
    required && state[name] === undefined ? `${quoted(name)} is missing` : [],
  );
  requireReadable(kind, problems);
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

/** The error of a step that failed, but whose object the engine stores. `properties` has no undefined values. */
export interface InitFailure extends Error {
  readonly id: string;
  readonly properties: object;
  readonly reasons: readonly string[];
}

/** Converts an error so that the engine keeps the object in the state. The engine shows only the `reasons`. */
export function initFailure(
  error: Error,
  { id, properties }: Pick<InitFailure, "id" | "properties">,
): InitFailure {
  // The SDK recognizes these property names rather than a class, because the program may load another copy of the SDK.
  return Object.assign(error, { id, properties, reasons: [error.message] });
}

/** Copies a failure, because the dynamic provider or the plugin modifies the error that it receives. */
export function copyError(error: Error): Error {
  const copy = reworded(error, error.message);
  return isInitFailure(error) ? initFailure(copy, error) : copy;
}

export function isInitFailure(error: unknown): error is InitFailure {
  return error instanceof Error && "properties" in error && "reasons" in error;
}

/** The error of a create that may have succeeded. Later steps recognize such a create by its placeholder id. */
export function unconfirmedCreate(error: EmailMarketingError, properties: object): InitFailure {
  // The engine only stores an object that has an id. The time in the id shows users when the create failed.
  const id = `${unconfirmedId}${Date.now()}`;
  return initFailure(withAdvice(error, `The ${unconfirmedAdvice}`), { id, properties });
}

export function hasUnconfirmedId(id: string): boolean {
  return id.startsWith(unconfirmedId);
}

const unconfirmedAdvice =
  "create may or may not have succeeded. It was not retried, to avoid a duplicate. Look for the object in the " +
  "account. If it exists, set existingId to its id and run: pulumi up. If it doesn't, run: pulumi state delete " +
  "<urn> (pulumi stack --show-urns shows the URN), then: pulumi up. If the resource is protected, first run: " +
  "pulumi state unprotect <urn>.";

export const howToConfirm = `the ${unconfirmedAdvice}`;

/** The error of an idempotent write that may have been applied. `unconfirmed` names the inputs to send again. */
export function unconfirmedChange(
  error: EmailMarketingError,
  { id, state }: { readonly id: string; readonly state: Properties },
  unconfirmed: readonly string[],
): InitFailure {
  const next =
    "The change may have been applied anyway. The next pulumi up sends it again with the values declared then.";
  return initFailure(withAdvice(error, next), { id, properties: { ...state, unconfirmed } });
}

/** The state with the unknown value for each unconfirmed input, so that the input counts as changed. */
export function confirmedState({ unconfirmed, ...state }: Properties): Properties {
  const names = (unconfirmed ?? []) as readonly string[];
  return { ...state, ...Object.fromEntries(names.map((name) => [name, unknownValue])) };
}
