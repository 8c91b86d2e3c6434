import type { Account } from "../account/account";
import { recordOf } from "../account/program-record";
import { currentUrn } from "../account/step";
import { EmailMarketingError, isUnconfirmedWrite, unlessNotFound } from "../errors/error";
import { quoted } from "../errors/redact";
import { isSameInput } from "../input/asset";
import { withoutIgnored, withTag } from "../input/finding";
import { type Properties, withoutUndefined } from "../plain/value";
import { type Settings, servedBy } from "../settings/settings";
import { changedNames } from "./change";
import { outputsOfFailure, withLabel, withLabelInError } from "./failure";
import { guardViolations, requireAllowed } from "./guard";
import { type AnyLifecycle, retainMessageNow } from "./lifecycle";
import { hiddenReason, requireNamedAccount } from "./missing-object";
import {
  confirmedState,
  copyError,
  hasUnconfirmedId,
  howToConfirm,
  initFailure,
  isInitFailure,
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

/* Create, read, update and delete of every kind, for both runtimes, which convert the values for the engine. */

export function create(lifecycle: AnyLifecycle, account: Account, props: Properties) {
  const inputs = propsOf(props);
  return unlessRepeated(lifecycle, account.settings, { inputs }, async () => {
    const label = labelOf(lifecycle, inputs);
    const state = (kept: object, outputs: object = {}) => stateOf(kept, outputs, account.settings);
    const step = async () => {
      requireAllowed(await guardViolations(lifecycle, account, { props: inputs }));
      return lifecycle.create(account, inputs);
    };
    const created = await step().catch((failure: unknown) => {
      const error = withLabel(label, failure);
      // A failed create may have created the object. With `existingId`, the object existed before.
      const mayExist = "existingId" in lifecycle.fields && inputs.existingId === undefined;
      if (mayExist && isUnconfirmedWrite(error)) throw unconfirmedCreate(error, state(inputs));
      // With `resendUnconfirmed` "all", the object existed before and has a known id. The next update sends all inputs.
      const id = inputs[lifecycle.labelInput];
      const isSetAgain = lifecycle.resendUnconfirmed === "all" && isUnconfirmedWrite(error);
      if (typeof id !== "string" || !isSetAgain) throw error;
      // Names all inputs as unconfirmed, even unset ones, because the service may not have their default values.
      const kept = { id, state: state(inputs, outputsOfFailure(failure)) };
      throw unconfirmedChange(error, kept, Object.keys(lifecycle.fields));
    });
    const { id, outputs, initFailure: failed } = created;
    recordOf(account.settings).noteObject({ kind: lifecycle.kind, id, props: inputs });
    if (!failed) return { id, state: state(inputs, outputs) };
    // The error carries the state, without which the engine would forget the object and the next run create it again.
    const properties = state(failed.props, outputs);
    throw initFailure(withLabel(label, failed.error), { id, properties });
  });
}

/** The result of a read. Without `inputs` if the state stays unchanged. */
export interface ReadResult extends ObjectState {
  readonly inputs?: Properties;
  /** The reason why the object couldn't be read, although it may exist. */
  readonly reason?: string;
}

export async function read(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, state: recorded }: ObjectState,
): Promise<ReadResult | undefined> {
  const state = readableState(lifecycle, recorded);
  const label = labelOf(lifecycle, state);
  const asItWas = { id, state: recorded };
  // Don't read another account. It may lack this id, and a refresh would treat the object as deleted.
  if (!account.settings.isOwnAccount(state.account)) {
    account.warnOnce(
      `${label} was not refreshed: it belongs to account ${quoted(String(state.account))}, but the settings are for another account. Use the settings of its account.`,
    );
    return asItWas;
  }
  const readObject = servedBy(account.settings, lifecycle.read);
  if (hasUnconfirmedId(id)) account.warnOnce(`${label}: ${howToConfirm}`);
  else if (lifecycle.read && !readObject) account.warnOnce(kindsNotRead(account.settings));
  // The service doesn't know the placeholder id of an unconfirmed object.
  if (!readObject || hasUnconfirmedId(id)) return asItWas;
  requireInputs(lifecycle, state);
  const known = propsOf(state);
  const found = await withLabelInError(label, readObject(account, id, known));
  if (!found) {
    const reason = await withLabelInError(label, hiddenReason(account, known));
    if (reason === undefined) return undefined;
    account.warnOnce(
      `${label} was not refreshed: ${reason}. It stays in the Pulumi state. Verify the domain, then run pulumi refresh again.`,
    );
    return { ...asItWas, reason };
  }
  if ("reason" in found) return { ...asItWas, reason: found.reason };
  const duplicates = (await lifecycle.findDuplicates?.(account, known)) ?? [];
  for (const one of withoutIgnored(duplicates, known))
    account.warnOnce(`${label}: ${withTag(one)}`);
  const now: Properties = { ...found.props, ...found.outputs };
  const names = Object.keys({ ...known, ...now });
  // Without `inputs` in the result, the engine keeps the inputs of the state.
  if (changedNames(names, known, now).length === 0) return asItWas;
  await withLabelInError(label, requireNamedAccount(account));
  const inputs = withoutUndefined(found.props) as Properties;
  // If the state has no account name, it gets the current one, so that later steps notice if the account has changed.
  const where = state.account ?? account.settings.account;
  const outputs = { ...found.outputs, unconfirmed: state.unconfirmed, account: where };
  return { id, inputs, state: withoutUndefined({ ...inputs, ...outputs }) };
}

/** The message about objects that only extended operations can read. It is the same for all, so it is shown once. */
function kindsNotRead(settings: Settings): string {
  return `nothing was asked about resources that only extended operations read: they stay as they are in the Pulumi state. To have them read, set ${settings.place("operations")} to "extended", and run pulumi up before the next refresh.`;
}

export function update(lifecycle: AnyLifecycle, account: Account, change: ObjectChange) {
  const { id } = change;
  const inputs = propsOf(change.props);
  return unlessRepeated(lifecycle, account.settings, { id, inputs }, async () => {
    const old = readableState(lifecycle, change.old);
    // Unconfirmed inputs count as changed, so an update sends them again even if the program didn't change them.
    const known = propsOf(confirmedState(old));
    const names = Object.keys(lifecycle.fields);
    const step = async () => {
      if (hasUnconfirmedId(id)) throw new EmailMarketingError("conflict", howToConfirm);
      // The engine stores the result as the complete state, so it must include outputs that the update doesn't change.
      const kept = Object.fromEntries(outputNames(lifecycle).map((name) => [name, old[name]]));
      // If only the account's name changed, only the state changes, and no request is sent.
      const isSame =
        isRenamed(old, account.settings) &&
        changedNames(names, known, inputs).length === 0 &&
        lifecycle.needsUpdate?.(account, known, inputs) === undefined;
      if (isSame) return stateOf(inputs, kept, account.settings);
      const confirmed = { old: known, props: inputs };
      requireAllowed(await guardViolations(lifecycle, account, { id, ...confirmed }));
      const outputs = await lifecycle.update?.(account, id, confirmed);
      return stateOf(inputs, outputs ?? kept, account.settings);
    };
    return step().catch((failure: unknown) => {
      const error = withLabel(labelOf(lifecycle, inputs), failure);
      if (lifecycle.resendUnconfirmed === undefined || !isUnconfirmedWrite(error)) throw error;
      const state = stateOf(old, outputsOfFailure(failure), account.settings);
      throw unconfirmedChange(error, { id, state }, namesOfChange(names, known, inputs));
    });
  });
}

/** Deletes an object. If the object stays in the account, warns and doesn't send the delete. */
export async function remove(lifecycle: AnyLifecycle, account: Account, object: ObjectState) {
  const { id } = object;
  const state = readableState(lifecycle, object.state);
  const label = labelOf(lifecycle, state);
  // The id may belong to a different object in this account.
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
  const left = await withLabelInError(label, retainMessageNow(lifecycle, known, { account, id }));
  if (left) account.warnOnce(`${label} was removed from the Pulumi state ${left.result}`);
  const { delete: send } = lifecycle;
  if (left || !send) return;
  // A not-found error means that the object was already deleted.
  await withLabelInError(label, unlessNotFound(send(account, id, known)));
  recordOf(account.settings).forgetObject(lifecycle.kind, id);
}

/** Runs a create or update. If an ErrorHook repeats a step that must not be sent again, throws the first error. */
export async function unlessRepeated<Value>(
  lifecycle: AnyLifecycle,
  settings: Settings,
  { id, inputs }: { readonly id?: string; readonly inputs: Properties },
  run: () => Promise<Value>,
): Promise<Value> {
  const { finalSteps } = recordOf(settings);
  const key = JSON.stringify([lifecycle.kind, currentUrn(), id]);
  // The inputs are compared, too, because a dynamic provider gets no URN, so many creates have the same key.
  const before = finalSteps.find((one) => one.key === key && isSameInput(one.inputs, inputs));
  if (before) throw copyError(before.failure);
  return run().catch((error: unknown) => {
    if (isFinal(lifecycle, id, error)) finalSteps.push({ key, inputs, failure: copyError(error) });
    throw error;
  });
}

function isFinal(
  { resendUnconfirmed, emailRole }: AnyLifecycle,
  id: string | undefined,
  error: unknown,
): error is Error {
  // The state doesn't show whether the service sent the email with DNS records.
  if (emailRole === "dnsEmail" && isUnconfirmedWrite(error)) return true;
  return id === undefined && resendUnconfirmed !== "all" && isInitFailure(error);
}
