import type { Account } from "../account/account";
import { type CalledResource, type DiffPurpose, recordOf } from "../account/program-record";
import { currentUrn, readOnly, warnOnce } from "../account/step";
import { isMailed } from "../email/recipients";
import { EmailMarketingError, isUnconfirmedWrite, unlessNotFound } from "../errors/error";
import { quoted } from "../errors/redact";
import { isSameContent, isSameInput } from "../input/asset";
import { type Finding, finding, withoutIgnored, withTag } from "../input/finding";
import {
  containsUnknown,
  mapMembers,
  omitUndefined,
  type Properties,
  unknownValue,
  withoutUndefined,
} from "../plain/value";
import { type Settings, servedBy } from "../settings/settings";
import { loopbackAccount } from "../settings/table";
import {
  changedNames,
  changesOf,
  check as judge,
  lacksDeclared,
  requireChangeable,
  withoutInvalid,
} from "./check";
import { withLabel, withLabelInError } from "./failure";
import { keptInputs } from "./found-object";
import { type AnyLifecycle, type Created, type ObjectStep, retainMessageNow } from "./lifecycle";
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
  type ObjectChange,
  type ObjectState,
  propsOf,
  readableState,
  requireInputs,
  stateOf,
  unconfirmedChange,
  unconfirmedCreate,
} from "./object-state";
import {
  checkAccountDomainOnce,
  guardedStep,
  guardViolations,
  knownViolations,
  reportGuardViolations,
  requireAllowed,
  runPreflightSoFar,
  runReviewerChecks,
  runStepChecks,
  stepReporter,
} from "./preflight";

/* The engine's calls, the same for every kind. The runtimes convert values. Check and diff record their resource. */

/** One kind of resource. `settings` and `account` are functions, because the process may not be configured yet. */
export interface Served {
  readonly lifecycle: AnyLifecycle;
  readonly settings: () => Settings;
  readonly account: () => Account;
}

/** Checks and records a resource, and shows warnings. The result's `keeps` names inputs that a replacement keeps. */
export async function check(
  { lifecycle, settings, account }: Served,
  resource: CalledResource,
  { old, props }: Pick<ObjectChange, "old" | "props">,
) {
  const { kind } = lifecycle;
  const { urn, name, place } = resource;
  // With a URN, the engine shows a message beside the resource, so the message needs no logical name.
  const logicalName = urn === undefined ? name : undefined;
  const { warnings, ...checked } = judge(lifecycle, settings(), { old, props }, logicalName);
  const { inputs, problems, settingsProblems } = checked;
  const shown = problems.length > 0 ? withoutInvalid(lifecycle, inputs) : inputs;
  const replaced = recordOf(settings()).check({ ...resource, kind, props: shown }, old);
  const isValid = settingsProblems.length + problems.length === 0;
  // Reviewer checks of a new object run here, because in a preview the engine doesn't call a dynamic provider's create.
  if (place !== undefined && isValid && !replaced && Object.keys(old).length === 0) {
    await readOnly(() => runReviewerChecks(lifecycle, account(), { props: inputs }));
  }
  warnings.forEach(warnOnce);
  if (!replaced) return { ...checked, keeps: undefined };
  const change = { old: replaced.inputs, props: inputs };
  // Without a diff, a replacement is judged here, unless the old object may be in another account (no old inputs).
  const isJudged = isValid && !replaced.isDiffed && Object.keys(change.old).length > 0;
  const refused = isJudged ? refusedReplacement(lifecycle, account(), change) : [];
  const keeps = keptInputs(change.old, inputs);
  return { ...checked, problems: [...problems, ...refused], keeps };
}

/** Compares the inputs with the state. In a preview, also runs the checks if the engine calls no create or update. */
export function diff(
  served: Served,
  resource: CalledResource,
  change: ObjectChange & { readonly areInputsSame?: boolean },
): Promise<DiffResult & { readonly isChanged: boolean }> {
  const { lifecycle, settings, account } = served;
  const { areInputsSame = true, ...object } = change;
  const { urn } = resource;
  const record = recordOf(settings());
  const shown = { ...resource, kind: lifecycle.kind, props: object.props };
  const purpose = record.compare(shown, object.id);
  return readOnly(async () => {
    if (urn !== undefined) await checkAccountDomainOnce(lifecycle, account(), urn);
    const found = await compare(lifecycle, account(), { ...object, ...purpose });
    const { changes = false, replaces = [] } = found;
    const isMoved = replaces.includes("account");
    const isChanged = changes || replaces.length > 0 || !areInputsSame;
    if (isMoved) record.move(urn);
    if (!isChanged) record.keep(urn);
    // In the plugin (with a URN), the preview of a change runs these checks. A dynamic provider gets only the diff.
    const isPreviewedHere = urn === undefined ? !isMoved : !isChanged;
    if (isPreviewedHere && record.isPreview()) {
      if (urn !== undefined) await runPreflightSoFar(lifecycle, account(), urn);
      await runReviewerChecks(lifecycle, account(), object);
    }
    return { ...found, isChanged };
  });
}

/** The result of a diff. Without `changes`, the engine compares the inputs and shows each difference. */
export interface DiffResult {
  readonly changes?: true;
  readonly replaces?: string[];
  readonly deleteBeforeReplace?: true;
}

/** Compares the declared inputs with the state, and runs the checks that need the state. */
async function compare(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, old: recorded, props, appliesNothing, isKept, name }: ObjectChange & DiffPurpose,
): Promise<DiffResult> {
  const old = readableState(lifecycle, recorded);
  const label = labelOf(lifecycle, props);
  // Without this check, a program moved from the emulator to a real account would show no changes and create nothing.
  if (!account.settings.isOwnAccount(old.account)) {
    if (!appliesNothing) refuseAccountMove(lifecycle, account, old, props);
    return { changes: true, replaces: ["account"] };
  }
  // An unconfirmed create must show a change, or the engine would skip it. Only a replacement can change the id.
  if (hasUnconfirmedId(id)) {
    if (props.existingId !== undefined) return { changes: true, replaces: ["existingId"] };
    account.warnOnce(`${label}: ${howToConfirm}`);
    return { changes: true };
  }
  requireInputs(lifecycle, old);
  const object = { id, old: propsOf(old), props: propsOf(props) };
  const seen = omitUndefined({ ...object, isGone: !isKept, name });
  recordOf(account.settings).noteObject({ kind: lifecycle.kind, ...seen });
  const { replaceOn, deleteFirst } = changesOf(lifecycle, account.settings, { old, props });
  const replaces = changedNames(replaceOn, old, props);
  if (replaces.length > 0) {
    if (!appliesNothing) await checkReplacement(lifecycle, account, { ...object, props });
    const isDeletedFirst = replaces.some((name) => deleteFirst.includes(name));
    return { replaces, ...(isDeletedFirst && { deleteBeforeReplace: true }) };
  }
  const needsUpdate =
    !appliesNothing && (await checkUpdate(lifecycle, account, { ...object, old }));
  // After a refresh, the engine no longer knows that a create or update failed halfway, but the state still shows it.
  const isOpen = needsUpdate || old.unconfirmed !== undefined || lacksDeclared(old, props);
  // The engine compares inputs, but doesn't see that an earlier write is unfinished, or that the account was renamed.
  return isOpen || isRenamed(old, account.settings) ? { changes: true } : { replaces };
}

/** Fails if the object must not be replaced. Shows what a replacement leaves in the account. */
async function checkReplacement(lifecycle: AnyLifecycle, account: Account, change: ObjectChange) {
  const { id, old, props } = change;
  const label = labelOf(lifecycle, props);
  const email = lifecycle.emailSentBy?.(account, { props: propsOf(props) });
  const violations = knownViolations(lifecycle, account.settings, email);
  requireAllowed(withoutIgnored(violations, props), label);
  requireAllowed(refusedReplacement(lifecycle, account, { old, props }), label);
  const replaced = labelOf(lifecycle, old);
  const left = await withLabelInError(replaced, retainMessageNow(lifecycle, old, { account, id }));
  if (left?.preview !== undefined) {
    account.warnOnce(`${replaced}: this update replaces it, but ${left.preview}`);
  }
  // Only runs the checks for replacements. The preview of the new object runs the other checks.
  const reporter = stepReporter(account, replaced);
  await runStepChecks(lifecycle, guardedStep(account, change), reporter, "replacement");
}

/** The finding about a replacement that could email people twice, as an array that may be empty. */
function refusedReplacement(
  { replaceRefusal }: AnyLifecycle,
  account: Account,
  { old, props }: Pick<ObjectChange, "old" | "props">,
): Finding[] {
  const problem = replaceRefusal?.(account, old, props);
  if (problem === undefined) return [];
  const found = finding("error", "campaign-replaced", problem, { input: "campaignId" });
  return withoutIgnored([found], props);
}

/** Fails if the object must not be changed, and runs the checks of the update. True if `needsUpdate` has a reason. */
async function checkUpdate(lifecycle: AnyLifecycle, account: Account, change: ObjectChange) {
  const { id, old, props } = change;
  const label = labelOf(lifecycle, props);
  // If a dependency is deleted first, the engine also diffs resources no longer declared, with unknown inputs.
  if (!containsUnknown(props)) account.claims.declare(lifecycle.kind, id);
  if (old.status !== "finished") {
    requireChangeable(lifecycle, account.settings, propsOf(old), props, label);
  }
  const confirmed = { id, old: propsOf(confirmedState(old)), props };
  const reporter = stepReporter(account, label);
  const step = guardedStep(account, confirmed);
  await reportGuardViolations(lifecycle, step, reporter);
  await runStepChecks(lifecycle, step, reporter, "existing");
  const needsUpdate = lifecycle.needsUpdate?.(account, propsOf(old), props);
  if (typeof needsUpdate === "string") account.warnOnce(`${label}: ${needsUpdate}`);
  return needsUpdate !== undefined;
}

/** Fails if a move to another account could email people again. Only `ignoreChecks` allows it, not `preflight`. */
function refuseAccountMove(
  lifecycle: AnyLifecycle,
  { settings, warnOnce }: Account,
  old: Properties,
  props: Properties,
): void {
  const account = quoted(settings.account ?? "");
  if (old.account === loopbackAccount) {
    // An emulator emails no one, so only explain the replacement. The engine would only suggest unprotecting objects.
    warnOnce(
      `this stack has objects of an emulator, but the settings are for account ${account}, so all of them would be replaced. ` +
        "For that account, use another stack, where nothing has to be unprotected. Run: pulumi stack init NAME",
    );
  } else if (isMailed(lifecycle)) {
    const problem =
      `the state has it in account ${quoted(String(old.account))}, but the settings are for account ${account}: it would be ` +
      "created again there, and could be mailed twice. If both names mean the same account, add the old name to " +
      `${settings.place("formerAccounts")}. To move it anyway, add "account-moved" to ignoreChecks.`;
    const moved = finding("error", "account-moved", problem);
    requireAllowed(withoutIgnored([moved], props), labelOf(lifecycle, props));
  }
}

/** Previews a create or update of the plugin. Returns the expected state. The diff has already checked an update. */
export async function previewWrite(
  served: Served,
  urn: string,
  step: ObjectStep,
): Promise<Properties> {
  const { lifecycle, settings, account } = served;
  const { old, props } = step;
  recordOf(settings()).startPreview();
  await checkAccountDomainOnce(lifecycle, account(), urn);
  await runPreflightSoFar(lifecycle, account(), urn);
  await runReviewerChecks(lifecycle, account(), step);
  // An update keeps the outputs of a kind without `update`. Others are unknown, so that dependents don't use old ones.
  const kept = lifecycle.update === undefined ? old : undefined;
  const outputs = mapMembers(lifecycle.outputs, (_row, name) => (kept ? kept[name] : unknownValue));
  // The update stores the account's current name, even if the state has a former one.
  const current = settings().account ?? old?.account ?? unknownValue;
  return { ...props, ...outputs, account: current };
}

export function create(lifecycle: AnyLifecycle, account: Account, props: Properties) {
  const inputs = propsOf(props);
  return unlessRepeated(lifecycle, account.settings, { inputs }, async () => {
    const { settings } = account;
    const label = labelOf(lifecycle, inputs);
    let created: Created<object>;
    try {
      requireAllowed(await guardViolations(lifecycle, guardedStep(account, { props: inputs })));
      created = await lifecycle.create(account, inputs);
    } catch (failure) {
      const error = withLabel(label, failure);
      // The failed create may have created the object, so the state records it. Not with `existingId`, which names an
      // older object, nor for a kind without that input, such as Sender, because its next create finds the object.
      const mayExist = "existingId" in lifecycle.fields && inputs.existingId === undefined;
      if (mayExist && isUnconfirmedWrite(error)) {
        throw unconfirmedCreate(error, stateOf(inputs, {}, settings));
      }
      // With `resendUnconfirmed` "all", the create only sets values on an object with a known id, so it can be resent.
      const id = inputs[lifecycle.labelInput];
      const isSetAgain = lifecycle.resendUnconfirmed === "all" && isUnconfirmedWrite(error);
      if (typeof id !== "string" || !isSetAgain) throw error;
      // Names all inputs as unconfirmed, even unset ones, because the service may not have their default values.
      const outputs = lifecycle.unconfirmedOutputs?.(account, { props: inputs }) ?? {};
      const kept = { id, state: stateOf(inputs, outputs, settings) };
      throw unconfirmedChange(error, kept, Object.keys(lifecycle.fields));
    }
    const { id, outputs, initFailure: failed } = created;
    recordOf(settings).noteObject({ kind: lifecycle.kind, id, props: inputs });
    if (!failed) return { id, state: stateOf(inputs, outputs, settings) };
    // The error carries the state, without which the engine would forget the object and the next run create it again.
    const properties = stateOf(failed.props, outputs, settings);
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
  else if (lifecycle.read && !readObject) {
    // The message is the same for all objects, so it is shown once.
    account.warnOnce(
      `nothing was asked about resources that only extended operations read: they stay as they are in the Pulumi state. To have them read, set ${account.settings.place("operations")} to "extended", and run pulumi up before the next refresh.`,
    );
  }
  // The service doesn't know the placeholder id of an unconfirmed object.
  if (!readObject || hasUnconfirmedId(id)) return asItWas;
  requireInputs(lifecycle, state);
  const known = propsOf(state);
  const asked: Promise<Properties | string | undefined> = readObject(account, id, known);
  const found = await withLabelInError(label, asked);
  if (!found) {
    const reason = await withLabelInError(label, hiddenReason(account, known));
    if (reason === undefined) return undefined;
    account.warnOnce(
      `${label} was not refreshed: ${reason}. It stays in the Pulumi state. Verify the domain, then run pulumi refresh again.`,
    );
    return { ...asItWas, reason };
  }
  if (typeof found === "string") return { ...asItWas, reason: found };
  const duplicates = (await lifecycle.findDuplicates?.(account, known)) ?? [];
  for (const one of withoutIgnored(duplicates, known))
    account.warnOnce(`${label}: ${withTag(one)}`);
  const names = Object.keys({ ...known, ...found });
  // Without `inputs` in the result, the engine keeps the inputs of the state.
  if (changedNames(names, known, found).length === 0) return asItWas;
  await withLabelInError(label, requireNamedAccount(account));
  const now = withoutUndefined(found);
  const isInput = ([name]: [string, unknown]) => !Object.hasOwn(lifecycle.outputs, name);
  const inputs = Object.fromEntries(Object.entries(now).filter(isInput));
  // If the state has no account name, it gets the current one, so that later steps notice if the account has changed.
  const { unconfirmed, account: where = account.settings.account } = state;
  return { id, inputs, state: withoutUndefined({ ...now, unconfirmed, account: where }) };
}

export function update(lifecycle: AnyLifecycle, account: Account, change: ObjectChange) {
  const { id } = change;
  const inputs = propsOf(change.props);
  return unlessRepeated(lifecycle, account.settings, { id, inputs }, async () => {
    const old = readableState(lifecycle, change.old);
    // Unconfirmed inputs count as changed, so an update sends them again even if the program didn't change them.
    const known = propsOf(confirmedState(old));
    const names = Object.keys(lifecycle.fields);
    try {
      if (hasUnconfirmedId(id)) throw new EmailMarketingError("conflict", howToConfirm);
      // The engine stores the result as the complete state, so it must include outputs that the update doesn't change.
      const kept = mapMembers(lifecycle.outputs, (_row, name) => old[name]);
      // If only the account's name changed, only the state changes, and no request is sent.
      const isSame =
        isRenamed(old, account.settings) &&
        changedNames(names, known, inputs).length === 0 &&
        lifecycle.needsUpdate?.(account, known, inputs) === undefined;
      if (isSame) return stateOf(inputs, kept, account.settings);
      const confirmed = { old: known, props: inputs };
      const guarded = guardedStep(account, { id, ...confirmed });
      requireAllowed(await guardViolations(lifecycle, guarded));
      const outputs = await lifecycle.update?.(account, id, confirmed);
      return stateOf(inputs, outputs ?? kept, account.settings);
    } catch (failure) {
      const error = withLabel(labelOf(lifecycle, inputs), failure);
      if (lifecycle.resendUnconfirmed === undefined || !isUnconfirmedWrite(error)) throw error;
      const outputs = lifecycle.unconfirmedOutputs?.(account, { old: known, props: inputs }) ?? {};
      const state = stateOf(old, outputs, account.settings);
      const unconfirmed = names.filter((name) => !isSameContent(known[name], inputs[name]));
      throw unconfirmedChange(error, { id, state }, unconfirmed);
    }
  });
}

/** Deletes an object. If the object stays in the account, warns and doesn't send the delete. */
export async function remove(lifecycle: AnyLifecycle, account: Account, object: ObjectState) {
  const { id } = object;
  const state = readableState(lifecycle, object.state);
  const label = labelOf(lifecycle, state);
  // Sends nothing, because in the account of these settings the id may belong to a different object.
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
  { kind, emailRole, resendUnconfirmed }: AnyLifecycle,
  settings: Settings,
  { id, inputs }: { readonly id?: string; readonly inputs: Properties },
  run: () => Promise<Value>,
): Promise<Value> {
  const { finalSteps } = recordOf(settings);
  const key = JSON.stringify([kind, currentUrn(), id]);
  // The inputs are compared, too, because a dynamic provider gets no URN, so many creates have the same key.
  const before = finalSteps.find((one) => one.key === key && isSameInput(one.inputs, inputs));
  if (before) throw copyError(before.failure);
  return run().catch((error: unknown) => {
    const isFinal =
      // The state doesn't show if the service sent the email with DNS records, so another attempt could send it twice.
      (emailRole === "dnsEmail" && isUnconfirmedWrite(error)) ||
      (id === undefined && resendUnconfirmed !== "all" && isInitFailure(error));
    if (isFinal) finalSteps.push({ key, inputs, failure: copyError(error) });
    throw error;
  });
}
