import type { Account } from "../account/account";
import { noteObject } from "../account/step";
import { EmailMarketingError } from "../errors/error";
import { quoted } from "../errors/redact";
import { isMailed } from "../input/audience";
import { finding, labelled, type NamedFinding, withoutIgnored } from "../input/finding";
import { containsUnknown, type Properties, present } from "../input/plain";
import { loopbackAccount } from "../settings/parse";
import { changed, changesOf, lacksDeclared, requireChangeable } from "./change";
import { explain } from "./failure";
import { inputGuardViolations, requireAllowed } from "./guard";
import type { AnyLifecycle } from "./lifecycle";
import {
  asFarAsConfirmed,
  hasUnconfirmedId,
  howToConfirm,
  isRenamed,
  labelOf,
  type ObjectChange,
  propsOf,
  readableState,
  requireInputs,
} from "./object-state";
import { programOfStep } from "./preflight-check";
import { previewGuards, previewStep, stepReporter } from "./preview";

/** What a change comes to. Without a word on `changes` the engine compares the inputs itself, and shows them best. */
export interface DiffResult {
  readonly changes?: true;
  readonly replaces?: string[];
  readonly deleteBeforeReplace?: true;
}

/** What is compared, and what a way in knows of why. The engine doesn't say. */
export interface DiffedChange extends ObjectChange {
  /** True where it is asked only to show what a refresh has found: nothing may end that, since it applies nothing. */
  readonly isOfRefresh: boolean;
  /** True where the program surely goes on to declare the object. */
  readonly isKept: boolean;
  /** The logical name, where it is known. */
  readonly name?: string | undefined;
}

/** Compares what is declared with the state, and looks into the account for what a change sends. */
export async function diff(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, old: recorded, props, isOfRefresh, isKept, name }: DiffedChange,
): Promise<DiffResult> {
  const old = readableState(lifecycle, recorded);
  const label = labelOf(lifecycle, props);
  // Without this, a program that moves from the emulator to a real account would show no change and create nothing.
  if (!account.settings.isOwnAccount(old.account)) {
    if (!isOfRefresh) requireStay(lifecycle, account, old, props);
    return { changes: true, replaces: ["account"] };
  }
  // An update can't give an object another id; and without a change, the engine would call it well.
  if (hasUnconfirmedId(id)) {
    if (props.existingId !== undefined) return { changes: true, replaces: ["existingId"] };
    account.warnOnce(`${label}: ${howToConfirm}`);
    return { changes: true };
  }
  requireInputs(lifecycle, old);
  const object = { id, old: propsOf(old), props: propsOf(props) };
  const seen = present({ ...object, isGone: !isKept, name });
  noteObject(account.settings, lifecycle.kind, seen);
  const { replaceOn, deleteFirst } = changesOf(lifecycle, account.settings, old);
  const replaces = changed(replaceOn, old, props);
  if (replaces.length > 0) {
    if (!isOfRefresh) await previewReplaced(lifecycle, account, { ...object, props });
    const isDeletedFirst = replaces.some((name) => deleteFirst.includes(name));
    return { replaces, ...(isDeletedFirst && { deleteBeforeReplace: true }) };
  }
  if (!isOfRefresh) await previewUpdate(lifecycle, account, { ...object, old });
  // A refresh compares with the state's own inputs, which say nothing of the program.
  const needsUpdate = isOfRefresh
    ? undefined
    : lifecycle.needsUpdate?.(account, object.old, object.props);
  if (typeof needsUpdate === "string") account.warnOnce(`${label}: ${needsUpdate}`);
  // A refresh has the engine forget that a step stopped halfway; the state still shows it.
  const isOpen =
    old.unconfirmed !== undefined || lacksDeclared(old, props) || needsUpdate !== undefined;
  // The engine compares inputs only, so it must be told of what else an update has to do.
  return isOpen || isRenamed(old, account.settings) ? { changes: true } : { replaces };
}

/** Fails for what must not replace an object, and says what a replacement would run into. */
async function previewReplaced(
  lifecycle: AnyLifecycle,
  account: Account,
  change: ObjectChange,
): Promise<void> {
  const { id, old, props } = change;
  const label = labelOf(lifecycle, props);
  const violations = inputGuardViolations(lifecycle, account, { props: propsOf(props) });
  requireAllowed(withoutIgnored(violations, props), label);
  const again = lifecycle.replaceRefusal?.(account, old, props);
  if (again !== undefined) {
    failUnlessIgnored(
      label,
      finding("error", "campaign-replaced", again, { input: "campaignId" }),
      props,
    );
  }
  const replaced = labelOf(lifecycle, old);
  const left = await explain(replaced, async () => lifecycle.retainMessage?.(old, { account, id }));
  if (left?.preview !== undefined) {
    account.warnOnce(`${replaced}: this update replaces it, but ${left.preview}`);
  }
  // All else about the other object is asked in the program: it is a new one.
  const reporter = stepReporter(account, replaced);
  await previewStep(lifecycle, programOfStep(account, change), reporter, "replacement");
}

/** Fails for what must not be changed, and says what an update would run into. */
async function previewUpdate(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, old, props }: ObjectChange,
): Promise<void> {
  const label = labelOf(lifecycle, props);
  // An unknown value outside a preview is the engine's own, about a resource that the program may have given up.
  if (!containsUnknown(props)) account.claims.declare(lifecycle.kind, id);
  if (old.status !== "finished") {
    requireChangeable(lifecycle, account.settings, propsOf(old), props, label);
  }
  const confirmed = { id, old: propsOf(asFarAsConfirmed(old)), props };
  const reporter = stepReporter(account, label);
  const program = programOfStep(account, confirmed);
  await previewGuards(lifecycle, confirmed, program, reporter);
  await previewStep(lifecycle, program, reporter);
}

/**
 * Fails for what would be mailed again in the account that it moves to, whatever `preflight` says: most such moves are an
 * account that got another name. What an emulator holds was mailed to nobody.
 */
function requireStay(
  lifecycle: AnyLifecycle,
  { settings, warnOnce }: Account,
  old: Properties,
  props: Properties,
): void {
  const account = quoted(settings.account ?? "");
  if (old.account === loopbackAccount) {
    // The engine doesn't say why everything is replaced: of a protected object it says to unprotect it.
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
    failUnlessIgnored(labelOf(lifecycle, props), moved, props);
  }
}

/** Fails whatever `preflight` says. */
function failUnlessIgnored(label: string, found: NamedFinding, props: Properties): void {
  const [left] = withoutIgnored([found], props);
  if (left) throw new EmailMarketingError("conflict", `${label}: ${labelled(left)}`);
}
