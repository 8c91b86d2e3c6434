import type { Account } from "../account/account";
import { type DiffPurpose, recordOf } from "../account/program-record";
import { isMailed } from "../email/recipients";
import { quoted } from "../errors/redact";
import { type Finding, finding, withoutIgnored } from "../input/finding";
import { containsUnknown, omitUndefined, type Properties } from "../plain/value";
import { loopbackAccount } from "../settings/parse";
import { changedNames, changesOf, lacksDeclared, requireChangeable } from "./change";
import { requireAllowed, withLabelInError } from "./failure";
import { type AnyLifecycle, retainMessageNow } from "./lifecycle";
import {
  confirmedState,
  hasUnconfirmedId,
  howToConfirm,
  isRenamed,
  labelOf,
  type ObjectChange,
  propsOf,
  readableState,
  requireInputs,
} from "./object-state";
import {
  guardedStep,
  inputGuardViolations,
  reportGuardViolations,
  runStepChecks,
  stepReporter,
} from "./preflight";

/** The result of a diff. Without `changes`, the engine compares the inputs and shows each difference. */
export interface DiffResult {
  readonly changes?: true;
  readonly replaces?: string[];
  readonly deleteBeforeReplace?: true;
}

/** Compares the declared inputs with the state, and runs the checks that need the state. */
export async function diff(
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
  if (!appliesNothing) await checkUpdate(lifecycle, account, { ...object, old });
  // With `appliesNothing`, `props` come from the state, not from the program.
  const needsUpdate = appliesNothing
    ? undefined
    : lifecycle.needsUpdate?.(account, object.old, object.props);
  if (typeof needsUpdate === "string") account.warnOnce(`${label}: ${needsUpdate}`);
  // After a refresh, the engine no longer knows that a create or update failed halfway, but the state still shows it.
  const isOpen =
    old.unconfirmed !== undefined || lacksDeclared(old, props) || needsUpdate !== undefined;
  // The engine compares the inputs by itself. It doesn't see that a change is open, or that the account has a new name.
  return isOpen || isRenamed(old, account.settings) ? { changes: true } : { replaces };
}

/** Fails if the object must not be replaced. Shows what a replacement leaves in the account. */
async function checkReplacement(lifecycle: AnyLifecycle, account: Account, change: ObjectChange) {
  const { id, old, props } = change;
  const label = labelOf(lifecycle, props);
  const violations = inputGuardViolations(lifecycle, account, { props: propsOf(props) });
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
export function refusedReplacement(
  { replaceRefusal }: AnyLifecycle,
  account: Account,
  { old, props }: Pick<ObjectChange, "old" | "props">,
): Finding[] {
  const problem = replaceRefusal?.(account, old, props);
  if (problem === undefined) return [];
  const found = finding("error", "campaign-replaced", problem, { input: "campaignId" });
  return withoutIgnored([found], props);
}

/** Fails if the object must not be changed, and runs the checks of the update. */
async function checkUpdate(lifecycle: AnyLifecycle, account: Account, change: ObjectChange) {
  const { id, old, props } = change;
  const label = labelOf(lifecycle, props);
  // A resource whose dependency is deleted first is diffed with unknown inputs, even if it is no longer declared.
  if (!containsUnknown(props)) account.claims.declare(lifecycle.kind, id);
  if (old.status !== "finished") {
    requireChangeable(lifecycle, account.settings, propsOf(old), props, label);
  }
  const confirmed = { id, old: propsOf(confirmedState(old)), props };
  const reporter = stepReporter(account, label);
  const step = guardedStep(account, confirmed);
  await reportGuardViolations(lifecycle, confirmed, step, reporter);
  await runStepChecks(lifecycle, step, reporter, "existing");
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
    // An emulator emails no one, so only explain the replacement. The engine at most suggests unprotecting objects.
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
