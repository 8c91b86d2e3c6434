import type { Account } from "../account/account";
import { forgetObject, noteObject } from "../account/step";
import { EmailMarketingError, isUnconfirmedWrite, unlessNotFound } from "../errors/error";
import { quoted } from "../errors/redact";
import { labelled, withoutIgnored } from "../input/finding";
import { type Properties, withoutUndefined } from "../input/plain";
import { type Settings, servedBy } from "../settings/settings";
import { changed } from "./change";
import { explain, leftBy, worded } from "./failure";
import { guardViolations, requireAllowed } from "./guard";
import type { AnyLifecycle } from "./lifecycle";
import { requireNamedAccount, whyHidden } from "./missing-object";
import {
  asFarAsConfirmed,
  hasUnconfirmedId,
  howToConfirm,
  initFailure,
  isRenamed,
  labelOf,
  namesOfChange,
  type ObjectChange,
  type ObjectState,
  outputNames,
  propsOf,
  readableState,
  requireInputs,
  stateOf,
  unconfirmedChange,
  unconfirmedCreate,
} from "./object-state";
import { unlessRepeated } from "./repeated-step";

/*
 * What the engine asks of a resource, the same for every kind and by every way in. A way in brings the properties as
 * plain values, shows the warnings, and hands the results on in the engine's words.
 */

export { check } from "./check";
export { diff } from "./diff";

export function create(
  lifecycle: AnyLifecycle,
  account: Account,
  props: Properties,
): Promise<ObjectState> {
  const inputs = propsOf(props);
  return unlessRepeated(lifecycle, account.settings, { inputs }, () =>
    createObject(lifecycle, account, inputs),
  );
}

async function createObject(
  lifecycle: AnyLifecycle,
  account: Account,
  inputs: Properties,
): Promise<ObjectState> {
  const label = labelOf(lifecycle, inputs);
  const state = (kept: object, outputs: object = {}) => stateOf(kept, outputs, account.settings);
  const step = async () => {
    requireAllowed(await guardViolations(lifecycle, account, { props: inputs }));
    return lifecycle.create(account, inputs);
  };
  const created = await explain(label, step).catch((failure: unknown) => {
    const { reason: error, outputs } = leftBy(failure);
    // What was adopted exists, whatever came of the request after it.
    const mayExist = "existingId" in lifecycle.fields && inputs.existingId === undefined;
    if (mayExist && isUnconfirmedWrite(error)) throw unconfirmedCreate(error, state(inputs));
    // A create that sets an existing object can be sent again, so the engine keeps it and the next run updates it.
    const id = inputs[lifecycle.labelInput];
    const isSetAgain = lifecycle.resendUnconfirmed === "all" && isUnconfirmedWrite(error);
    if (typeof id !== "string" || !isSetAgain) throw error;
    // An input with a default counts, too: the service may not have its value either.
    throw unconfirmedChange(
      error,
      { id, state: state(inputs, outputs) },
      Object.keys(lifecycle.fields),
    );
  });
  const { id, outputs, initFailure: failed } = created;
  noteObject(account.settings, lifecycle.kind, { id, props: inputs });
  if (!failed) return { id, state: state(inputs, outputs) };
  // The engine forgets an object whose create fails in any other way, and the next run would create a second one.
  const properties = state(failed.props, outputs);
  throw initFailure(worded(label, failed.error), { id, properties });
}

/** What a read found: nothing where the object is gone, and no inputs where everything is as the state says. */
export interface ReadResult extends ObjectState {
  readonly inputs?: Properties;
  /** Why the service didn't show it, where it may be there all the same. */
  readonly reason?: string;
}

/** Reads an object; undefined when it is gone. */
export async function read(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, state: recorded }: ObjectState,
): Promise<ReadResult | undefined> {
  const state = readableState(lifecycle, recorded);
  const label = labelOf(lifecycle, state);
  const asItWas = { id, state: recorded };
  // The other account doesn't have this id, so a refresh would take the object for deleted.
  if (!account.settings.isOwnAccount(state.account)) {
    account.warnOnce(
      `${label} was not refreshed: it belongs to account ${quoted(String(state.account))}, but the settings are for another account. Use the settings of its account.`,
    );
    return asItWas;
  }
  // The id of an unconfirmed object is made up here, so the service can't be asked for it.
  const readObject = servedBy(account.settings, lifecycle.read);
  if (hasUnconfirmedId(id)) account.warnOnce(`${label}: ${howToConfirm}`);
  else if (lifecycle.read && !readObject) account.warnOnce(unasked(account.settings));
  if (!readObject || hasUnconfirmedId(id)) return asItWas;
  requireInputs(lifecycle, state);
  const known = propsOf(state);
  const found = await explain(label, () => readObject(account, id, known));
  if (!found) {
    const reason = await explain(label, () => whyHidden(account, known));
    if (reason === undefined) return undefined;
    account.warnOnce(
      `${label} was not refreshed: ${reason}. It stays in the Pulumi state. Verify the domain, then run pulumi refresh again.`,
    );
    return { ...asItWas, reason };
  }
  if ("reason" in found) return { ...asItWas, reason: found.reason };
  const findDuplicates = (await lifecycle.findDuplicates?.(account, known)) ?? [];
  for (const one of withoutIgnored(findDuplicates, known))
    account.warnOnce(`${label}: ${labelled(one)}`);
  const now: Properties = { ...found.props, ...found.outputs };
  const names = Object.keys({ ...known, ...now });
  // Without a change, the engine keeps the inputs as they are.
  if (changed(names, known, now).length === 0) return asItWas;
  await explain(label, () => requireNamedAccount(account));
  const inputs = withoutUndefined(found.props) as Properties;
  // An object without an account's name is this one's: named so, the next up has nothing to replace.
  const where = state.account ?? account.settings.account;
  const outputs = { ...found.outputs, unconfirmed: state.unconfirmed, account: where };
  return { id, inputs, state: withoutUndefined({ ...inputs, ...outputs }) };
}

/** Said of all of them together; what no operation reads at all has nothing to compare. */
function unasked(settings: Settings): string {
  return `nothing was asked about resources that only extended operations read: they stay as they are in the Pulumi state. To have them read, set ${settings.place("operations")} to "extended", and run pulumi up before the next refresh.`;
}

/** Changes an object from what the state has to what is declared; gives the new state. */
export function update(
  lifecycle: AnyLifecycle,
  account: Account,
  change: ObjectChange,
): Promise<Properties> {
  const step = { id: change.id, inputs: propsOf(change.props) };
  return unlessRepeated(lifecycle, account.settings, step, () =>
    updateObject(lifecycle, account, change),
  );
}

async function updateObject(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, old: recorded, props }: ObjectChange,
): Promise<Properties> {
  const old = readableState(lifecycle, recorded);
  const inputs = propsOf(props);
  // What is unconfirmed differs from every value, so an update sends it again even if the program didn't change it.
  const known = propsOf(asFarAsConfirmed(old));
  const names = Object.keys(lifecycle.fields);
  const updated = explain(labelOf(lifecycle, inputs), async () => {
    if (hasUnconfirmedId(id)) throw new EmailMarketingError("conflict", howToConfirm);
    // The engine takes the result for the whole state, so outputs that an update doesn't touch must be in it.
    const kept = Object.fromEntries(outputNames(lifecycle).map((name) => [name, old[name]]));
    // An account that only got another name has nothing to send: the state alone changes.
    const isSame =
      isRenamed(old, account.settings) &&
      changed(names, known, inputs).length === 0 &&
      lifecycle.needsUpdate?.(account, known, inputs) === undefined;
    if (isSame) return stateOf(inputs, kept, account.settings);
    const change = { old: known, props: inputs };
    requireAllowed(await guardViolations(lifecycle, account, { id, ...change }));
    const outputs = await lifecycle.update?.(account, id, change);
    return stateOf(inputs, outputs ?? kept, account.settings);
  });
  return updated.catch((error: unknown) => {
    const { reason, outputs } = leftBy(error);
    if (lifecycle.resendUnconfirmed === undefined || !isUnconfirmedWrite(reason)) throw reason;
    const state = stateOf(old, outputs, account.settings);
    throw unconfirmedChange(reason, { id, state }, namesOfChange(names, known, inputs));
  });
}

/** Removes an object, as far as its kind can be removed. */
export async function remove(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, state: recorded }: ObjectState,
): Promise<void> {
  const state = readableState(lifecycle, recorded);
  const label = labelOf(lifecycle, state);
  // In this account, the id may be that of another object.
  if (!account.settings.isOwnAccount(state.account)) {
    account.warnOnce(
      `${label} was removed from the Pulumi state and left unchanged in account ${quoted(String(state.account))}: the settings are for another account.`,
    );
    return;
  }
  if (hasUnconfirmedId(id)) {
    account.warnOnce(
      `${label} was removed from the Pulumi state. Its creation was never confirmed, so no request was sent; if it exists, it is still in the account.`,
    );
    return;
  }
  const known = propsOf(state);
  const left = await explain(label, async () => lifecycle.retainMessage?.(known, { account, id }));
  if (left) account.warnOnce(`${label} was removed from the Pulumi state ${left.result}`);
  const { delete: send } = lifecycle;
  if (left || !send) return;
  // Already gone is what a delete is after.
  await explain(label, () => unlessNotFound(send(account, id, known)));
  forgetObject(account.settings, lifecycle.kind, id);
}
