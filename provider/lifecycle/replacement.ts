import { isDeepStrictEqual } from "node:util";
import type { Account } from "../account/account";
import { EmailMarketingError } from "../errors/error";
import { quoted } from "../errors/redact";
import { isMailed } from "../input/audience";
import { finding, labelled, type NamedFinding, withoutIgnored } from "../input/finding";
import type { Properties } from "../input/plain";
import { loopbackAccount } from "../settings/parse";
import type { Settings } from "../settings/settings";
import { isSameText } from "./duplicate";
import { explain } from "./failure";
import type { AnyLifecycle } from "./lifecycle";
import { type ObjectChange, subjectOf } from "./object-state";
import { previewStep, sinkOfStep } from "./preview";
import { contextOfStep } from "./question";

/** An object that another one replaces. */
interface Replacement extends ObjectChange {
  /** The replaced object in a sentence. */
  readonly subject: string;
}

/**
 * Says what a replacement leaves as it is, and whether the account refuses the other object. All else about that one is
 * asked in the program: it is a new one.
 */
export async function previewReplacement(
  lifecycle: AnyLifecycle,
  account: Account,
  { subject, ...change }: Replacement,
): Promise<void> {
  const left = await explain(subject, async () =>
    lifecycle.leaves?.(change.old, { account, id: change.id }),
  );
  if (left?.before !== undefined) {
    account.notice(`${subject}: this update replaces it, but ${left.before}`);
  }
  const context = contextOfStep(account, change);
  await previewStep(lifecycle, ["replacing"], context, sinkOfStep(account, subject));
}

/** The inputs whose values an object has in common with the one that it replaces, texts without regard to case. */
export function keptInputs(old: Properties, props: Properties): string[] {
  return Object.keys(props).filter(
    (name) => isSameText(old[name], props[name]) || isDeepStrictEqual(old[name], props[name]),
  );
}

/**
 * What the account says of a new object, which the program can't tell from one that takes the place of another: errors
 * where the setting `preflight` has them fail, each in one sentence. The rest is shown.
 */
export async function previewNew(
  lifecycle: AnyLifecycle,
  account: Account,
  name: string,
  props: Properties,
): Promise<string[]> {
  const problems: string[] = [];
  await previewStep(lifecycle, ["replacing"], contextOfStep(account, { props }), {
    ...sinkOfStep(account, subjectOf(lifecycle, props, name)),
    fail: (findings) => void problems.push(...findings.map(labelled)),
  });
  return problems;
}

interface Move {
  /** The object in a sentence. */
  readonly subject: string;
  readonly old: Properties;
  readonly props: Properties;
}

/**
 * Fails for what would be mailed again in the account that it moves to, whatever `preflight` says: most such moves are an
 * account that got another name. What an emulator holds was mailed to nobody.
 */
export function requireStay(
  lifecycle: AnyLifecycle,
  settings: Settings,
  { subject, old, props }: Move,
): void {
  const from = String(old.account);
  if (!isMailed(lifecycle) || from === loopbackAccount) return;
  const problem =
    `the state has it in account ${quoted(from)}, but the settings are for account ${quoted(settings.account ?? "")}: it would be ` +
    "created again there, and could be mailed twice. If both names mean the same account, add the old name to " +
    `${settings.place("formerAccounts")}. To move it anyway, add "account-moved" to ignoreChecks.`;
  failUnlessIgnored(subject, finding("error", "account-moved", problem), props);
}

/** Fails, whatever `preflight` says, for a replacement that would mail once more what is mailed without it. */
export function requireOneMail(
  lifecycle: AnyLifecycle,
  account: Account,
  { subject, old, props }: Move,
): void {
  const problem = lifecycle.mailsAgain?.(account, old, props);
  if (problem !== undefined) {
    failUnlessIgnored(subject, finding("error", "campaign-replaced", problem), props);
  }
}

function failUnlessIgnored(subject: string, found: NamedFinding, props: Properties): void {
  const [left] = withoutIgnored([found], props);
  if (left) throw new EmailMarketingError("conflict", `${subject}: ${labelled(left)}`);
}

/** Says why everything is replaced, which the engine doesn't: of a protected object it says to unprotect it. */
export function warnOfEmulator({ settings, notice }: Account, old: Properties): void {
  if (old.account !== loopbackAccount) return;
  notice(
    `this stack has objects of an emulator, but the settings are for account ${quoted(settings.account ?? "")}, so all of them would be replaced. ` +
      "For that account, use another stack, where nothing has to be unprotected. Run: pulumi stack init NAME",
  );
}
