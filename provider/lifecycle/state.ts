import { EmailMarketingError } from "../errors/error";
import { type Properties, withoutNull } from "../input/plain";
import type { AnyLifecycle } from "./lifecycle";

/**
 * What a state says, without `null`, which is the same as absent. States are written by every version, and now and then by
 * hand: what can't be read is an error that names it, since a guess could create or change the wrong object.
 */
export function readableState({ kind }: AnyLifecycle, given: Properties): Properties {
  const state = withoutNull(given);
  const { account, unsettled } = state;
  requireReadable(kind, [
    ...(account === undefined || typeof account === "string" ? [] : ['"account" is not a string']),
    ...(unsettled === undefined || isNames(unsettled)
      ? []
      : ['"unsettled" is not a list of names']),
  ]);
  // An early version wrote the word in place of a name that it did not know.
  if (account !== "undefined") return state;
  const { account: _, ...rest } = state;
  return rest;
}

/** Fails for a state that lacks a required input: neither a read nor a change can start from it. */
export function requireWhole({ kind, fields }: AnyLifecycle, state: Properties): void {
  const required = Object.keys(fields).filter((name) => fields[name]?.required === true);
  const missing = required.filter((name) => state[name] === undefined);
  requireReadable(
    kind,
    missing.map((name) => `"${name}" is missing`),
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

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}
