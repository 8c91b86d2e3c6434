import { type Account, ofAccount } from "../account/account";
import { noteNameChange } from "../account/left-names";
import { EmailMarketingError } from "../errors/error";
import { unlessNotFound } from "../errors/not-found";
import { type Finding, finding, isError, labelled, withoutIgnored } from "../input/finding";
import { withoutNull, withoutUndefined } from "../input/plain";
import { holdsUnknown, isUnknown } from "../input/unknown";
import type { Settings } from "../settings/settings";
import { explain, worded } from "./explain";
import { withMovedInputs } from "./extra-fields";
import { guardChange } from "./guard";
import {
  hasUnconfirmedId,
  howToConfirm,
  initFailure,
  isAmbiguous,
  unconfirmedCreate,
} from "./init-failure";
import {
  changed,
  changesOf,
  isUnfinished,
  judgeChange,
  judgeInputs,
  judgeKeys,
  startOfChange,
} from "./judge";
import type { AnyLifecycle } from "./lifecycle";
import { requireStay } from "./moved";
import { preflightOfChange, reportOfChange } from "./preflight-of-change";
import { isOfRefresh, noteRead } from "./refresh";
import { judgeReplacement } from "./replacement";
import { readableState, requireWhole } from "./state";
import {
  asFarAsConfirmed,
  isUnconfirmed,
  namesOfChange,
  unconfirmedChange,
} from "./unconfirmed-change";

/*
 * What the engine asks of a resource, the same for every kind and behind every door. A door brings the properties as
 * plain values, shows the warnings, and hands the results on in the engine's words.
 */

/** Inputs or state as plain values, unknown ones as the unknown value. */
export type Properties = Record<string, unknown>;

/** The object that a step is about. */
export interface ObjectState {
  readonly id: string;
  readonly state: Properties;
}

/** A change from what the state has to what is declared. */
export interface Change {
  readonly id: string;
  readonly old: Properties;
  readonly props: Properties;
}

/** What a check found. */
export interface Checked {
  readonly inputs: Properties;
  /** What fails every resource of the account, each in one sentence. */
  readonly settingsProblems: readonly string[];
  /** What fails the resource, each in one sentence. */
  readonly problems: readonly string[];
  /** What is shown while nothing fails it. */
  readonly warnings: readonly string[];
}

/** What is checked. */
export interface Given {
  /** Empty for an object yet to be created. */
  readonly old: Properties;
  readonly props: Properties;
  /** The logical name, where the door knows it. */
  readonly name?: string;
}

/** Judges inputs. */
export function check(
  lifecycle: AnyLifecycle,
  settings: Settings,
  { old: recorded, props: given, name }: Given,
): Checked {
  const props = withoutNull(given);
  const old = withoutNull(recorded);
  const ofSettings = settings.problems();
  // Rules that depend on an invalid setting would report problems that go away when the setting is fixed.
  const usable = ofSettings.length > 0 ? undefined : settings;
  const changes = changesOf(lifecycle, usable, old);
  const known = { old: startOfChange(changes, old, props), settings: usable };
  const findings = [
    ...judgeInputs(lifecycle, props, known),
    ...judgeChange(changes, old, withMovedInputs(lifecycle.fields, old, props)),
    ...judgeName(lifecycle, usable, { old, props }),
    ...judgeKeys(props, settings.keys),
  ];
  const reported = withoutIgnored(findings, props);
  const problems = reported.filter(isError).map(labelled);
  const isFailing = problems.length + ofSettings.length > 0;
  const subject =
    name === undefined
      ? ofAccount(settings, subjectOf(lifecycle, props))
      : `${lifecycle.kind} "${name}"`;
  const warnings = reported
    .filter((one) => !isError(one))
    .map((one) => `${subject}: ${labelled(one)}`);
  return {
    inputs: props,
    settingsProblems: ofSettings,
    problems,
    // The engine checks again once the errors are fixed, and the warnings come then.
    warnings: isFailing ? [] : warnings,
  };
}

/** A name that another object of the program leaves in this run: only the state knows, and the service keeps it. */
function judgeName(
  { uniqueBy, kind }: AnyLifecycle,
  settings: Settings | undefined,
  { old, props }: Pick<Change, "old" | "props">,
): Finding[] {
  const to = uniqueBy && props[uniqueBy];
  const isAsked = settings !== undefined && settings.value("preflight") !== "off";
  if (!isAsked || typeof to !== "string" || isUnknown(to)) return [];
  // What is adopted by its id takes no name.
  if (Object.keys(old).length === 0 && props.existingId !== undefined) return [];
  const before = old[uniqueBy ?? ""];
  const from = typeof before === "string" ? before : undefined;
  const taken = noteNameChange(`${settings.identity} ${kind}`, { from, to });
  if (taken === undefined) return [];
  const problem = `another ${kind} in this program gives up the name "${taken}" in the same update, but the account keeps it, so the update will fail. Use another name, or run pulumi up for one of the two first.`;
  return [
    finding(
      settings.value("preflight") === "error" ? "error" : "warning",
      "property-name-taken",
      problem,
    ),
  ];
}

/** What a change comes to. Without a word on `changes` the engine compares the inputs itself, and shows them best. */
export interface Difference {
  readonly changes?: true;
  readonly replaces?: string[];
  readonly deleteBeforeReplace?: true;
}

/** Compares what is declared with the state, and looks into the account for what a change sends. */
export async function diff(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, old: recorded, props }: Change,
): Promise<Difference> {
  const old = readableState(lifecycle, recorded);
  const subject = subjectOf(lifecycle, props);
  // Nothing that a program or an account has wrong may end a refresh: it applies nothing.
  const isToBeApplied = !isOfRefresh(account, lifecycle.kind, id);
  // Without this, a program that moves from the emulator to a real account would show no change and create nothing.
  if (!account.settings.holds(old.account)) {
    if (isToBeApplied) requireStay(lifecycle, account.settings, { subject, old, props });
    return { changes: true, replaces: ["account"] };
  }
  // An update can't give an object another id; and without a change, the engine would call it well.
  if (hasUnconfirmedId(id)) {
    if (props.existingId !== undefined) return { changes: true, replaces: ["existingId"] };
    account.notice(`${subject}: ${howToConfirm}`);
    return { changes: true };
  }
  requireWhole(lifecycle, old);
  lifecycle.note?.(account, id, propsOf(props));
  lifecycle.known?.(account, id, propsOf(old));
  const { replaceOn, deleteBeforeReplace } = changesOf(lifecycle, account.settings, old);
  const replaces = changed(replaceOn, old, props);
  if (replaces.length > 0) {
    const replaced = { id, subject: subjectOf(lifecycle, old), old: propsOf(old), props };
    if (isToBeApplied) await judgeReplacement(lifecycle, account, replaced);
    return { replaces, ...(deleteBeforeReplace && { deleteBeforeReplace }) };
  }
  if (isToBeApplied) {
    // An unknown value outside a preview is the engine's own, about a resource that the program may have given up.
    if (!holdsUnknown(props)) account.claims.hold(lifecycle.kind, id);
    const confirmed = propsOf(asFarAsConfirmed(old));
    await guardChange(lifecycle, account, { subject, old: confirmed, props: propsOf(props) });
    const findings = await preflightOfChange(lifecycle, account, { id, old, props });
    reportOfChange(findings, subject, account);
  }
  const outdated = lifecycle.outdated?.(account, propsOf(old), propsOf(props));
  if (outdated !== undefined) account.notice(`${subject}: ${outdated}`);
  // A refresh has the engine forget that a step stopped halfway; the state still shows it.
  const isOpen = isUnconfirmed(old) || isUnfinished(old, props) || outdated !== undefined;
  return isOpen || isRenamed(old, account.settings) ? { changes: true } : { replaces };
}

/** What a create or an update leaves to the state. */
export interface Applied {
  readonly id: string;
  readonly state: Properties;
}

/** Creates an object, or takes one over. */
export async function create(
  lifecycle: AnyLifecycle,
  account: Account,
  props: Properties,
): Promise<Applied> {
  const inputs = propsOf(props);
  const subject = subjectOf(lifecycle, inputs);
  const state = (kept: object, outputs: object = {}) => stateOf(kept, outputs, account.settings);
  const step = () => lifecycle.create(account, inputs);
  const created = await explain(subject, step).catch((error: unknown) => {
    // What was adopted exists, whatever came of the request after it.
    const mayExist = lifecycle.keepsUnknown && inputs.existingId === undefined;
    if (mayExist && isAmbiguous(error)) throw unconfirmedCreate(error, state(inputs));
    // A create that sets an existing object can be sent again, so the engine keeps it and the next run updates it.
    const id = lifecycle.idFrom && inputs[lifecycle.idFrom];
    if (typeof id !== "string" || !isAmbiguous(error)) throw error;
    // Those with a default, too, which the service may not have either.
    throw unconfirmedChange(error, { id, state: state(inputs), names: inputNames(lifecycle) });
  });
  const { id, outputs, unfinished } = created;
  lifecycle.note?.(account, id, inputs);
  if (!unfinished) return { id, state: state(inputs, outputs) };
  // The engine forgets an object whose create fails in any other way, and the next run would create a second one.
  const properties = state(unfinished.props, outputs);
  throw initFailure(worded(subject, unfinished.error), { id, properties });
}

/** Whether an operation of these settings reads objects of this kind. */
export function canRead({ read, readsExtended }: AnyLifecycle, settings: Settings): boolean {
  return read !== undefined && !(readsExtended && settings.value("operations") === "specified");
}

/** What a read found: nothing where the object is gone, and no inputs where everything is as the state says. */
export interface ReadResult {
  readonly id: string;
  readonly inputs?: Properties;
  readonly state: Properties;
}

/** Reads an object; undefined when it is gone. */
export async function read(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, state: recorded }: ObjectState,
): Promise<ReadResult | undefined> {
  const state = readableState(lifecycle, recorded);
  const subject = subjectOf(lifecycle, state);
  const asItWas = { id, state: recorded };
  noteRead(account, lifecycle.kind, id);
  // The other account doesn't have this id, so a refresh would take the object for deleted.
  if (!account.settings.holds(state.account)) {
    account.notice(
      `${subject} was not refreshed: it belongs to account "${String(state.account)}", but the settings are for another account. Use the settings of its account.`,
    );
    return asItWas;
  }
  // The id of an unconfirmed object is made up here, so the service can't be asked for it.
  const readObject = canRead(lifecycle, account.settings) ? lifecycle.read : undefined;
  if (hasUnconfirmedId(id)) account.notice(`${subject}: ${howToConfirm}`);
  if (!readObject || hasUnconfirmedId(id)) return asItWas;
  requireWhole(lifecycle, state);
  const known = propsOf(state);
  const found = await explain(subject, () => readObject(account, id, known));
  if (!found) return undefined;
  const now: Properties = { ...found.props, ...found.outputs };
  const names = Object.keys({ ...known, ...now });
  // Of what is as it was the engine keeps the inputs, too.
  if (changed(names, known, now).length === 0) return asItWas;
  const inputs = withoutUndefined(found.props) as Properties;
  // An object without an account's name is this one's: named so, the next up has nothing to replace.
  const where = state.account ?? account.settings.account;
  const outputs = { ...found.outputs, unsettled: state.unsettled, account: where };
  return { id, inputs, state: withoutUndefined({ ...inputs, ...outputs }) };
}

/** Changes an object from what the state has to what is declared; gives the new state. */
export async function update(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, old: recorded, props }: Change,
): Promise<Properties> {
  const old = readableState(lifecycle, recorded);
  const inputs = propsOf(props);
  // What is unconfirmed differs from every value, so an update sends it again even if the program didn't change it.
  const known = propsOf(asFarAsConfirmed(old));
  const updated = explain(subjectOf(lifecycle, inputs), async () => {
    if (hasUnconfirmedId(id)) throw new EmailMarketingError("conflict", howToConfirm);
    // The engine takes the result for the whole state, so outputs that an update doesn't touch must be in it.
    const kept = Object.fromEntries(lifecycle.outputs.map((name) => [name, old[name]]));
    const isSame =
      isRenamed(old, account.settings) &&
      changed(inputNames(lifecycle), known, inputs).length === 0;
    const outputs = isSame
      ? undefined
      : await lifecycle.update?.(account, id, { old: known, props: inputs });
    return stateOf(inputs, outputs ?? kept, account.settings);
  });
  return updated.catch((error: unknown) => {
    if (!lifecycle.repeatable || !isAmbiguous(error)) throw error;
    const state = stateOf(old, {}, account.settings);
    const names = namesOfChange(inputNames(lifecycle), known, inputs);
    throw unconfirmedChange(error, { id, state, names });
  });
}

/** Removes an object, as far as its kind can be removed. */
export async function remove(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, state: recorded }: ObjectState,
): Promise<void> {
  const state = readableState(lifecycle, recorded);
  const subject = subjectOf(lifecycle, state);
  // In this account, the id may be that of another object.
  if (!account.settings.holds(state.account)) {
    account.notice(
      `${subject} was removed from the Pulumi state and left unchanged in account "${String(state.account)}": the settings are for another account.`,
    );
    return;
  }
  if (hasUnconfirmedId(id)) {
    account.notice(
      `${subject} was removed from the Pulumi state. Its creation was never confirmed, so no request was sent; if it exists, it is still in the account.`,
    );
    return;
  }
  // Already gone is what a delete is after.
  await explain(subject, () => unlessNotFound(lifecycle.delete(account, id, propsOf(state))));
}

function inputNames({ fields }: AnyLifecycle): string[] {
  return Object.keys(fields);
}

/** Whether the account has another name now than the state says. */
function isRenamed({ account }: Properties, settings: Settings): boolean {
  return account !== undefined && settings.account !== undefined && account !== settings.account;
}

function stateOf(inputs: object, outputs: object, { account }: Settings): Properties {
  return withoutUndefined({ ...inputs, ...outputs, account });
}

/** What a lifecycle sees of inputs or state: not what the steps and the doors keep beside them. */
function propsOf(properties: Properties): Properties {
  const { __provider, account, unsettled, ...props } = properties;
  return props;
}

/** An object in a sentence: by kind and its own name, since the engine does not tell us its logical one. */
export function subjectOf({ kind, namedBy }: AnyLifecycle, properties: Properties): string {
  const name = properties[namedBy];
  return typeof name === "string" && !isUnknown(name) ? `${kind} "${name}"` : kind;
}
