import {
  type Account,
  type AccountEvidence,
  type AccountProof,
  proveAccount,
} from "../account/account";
import { EmailMarketingError } from "../errors/error";
import { asName, quoted } from "../errors/redact";
import { finding, withoutIgnored, withTag } from "../input/finding";
import { type Properties, stringIn } from "../plain/value";
import type { Settings } from "../settings/settings";

/** The advice if the service doesn't know the object of an update. */
export const missingAdvice =
  "If it was deleted in the service's web app, run: pulumi refresh, which removes it from the state, then: pulumi up, which creates it again.";

/** The reason why an object that the account doesn't list may still exist; undefined if a refresh may remove it. */
export async function hiddenReason(account: Account, state: Properties) {
  const { settings } = account;
  const evidence = { email: stringIn(state.email), domainId: stringIn(state.domainId) };
  const proof = await proveAccount(account, evidence);
  if (proof.is === "unproven") requireIgnored(proof, settings, state);
  if (proof.is === "no-evidence") {
    account.warnOnce(
      `${accountInWords(settings)} no longer has lists or custom properties of this stack, so they are removed from the Pulumi state. It is not certain that this is their account. To make it certain, ${accountDomainAdvice(settings)}.`,
    );
  }
  if (proof.is !== "unverified") return undefined;
  // The sender may still exist, because a search only returns senders of verified domains.
  const { domain, status } = proof.domain;
  return `account ${quoted(settings.account ?? "")} does not list it, but its domain ${asName(domain)} is not verified (status ${quoted(status)}), and the service lists senders of verified domains only`;
}

/** Fails if the account may lack `accountDomain`, because a refresh could then store another object's values. */
export async function requireNamedAccount(account: Account): Promise<void> {
  const { settings } = account;
  if (settings.value("accountDomain") === undefined) return;
  const proof = await proveAccount(account, {});
  if (proof.is !== "unproven") return;
  const [reason, hint] = unprovenInWords(proof);
  const problem = `${accountInWords(settings)} has other values for it, and ${reason}. So these may be of another object, and it stays as it is in the Pulumi state. ${hint}`;
  throw new EmailMarketingError("conflict", problem);
}

/** True if the missing campaign or webhook was certainly in this account. Otherwise warns that the state keeps it. */
export async function isMissing(account: Account, evidence: AccountEvidence): Promise<boolean> {
  const { settings } = account;
  const { is } = await proveAccount(account, evidence);
  if (is === "gone" || is === "unverified") return true;
  const domain = settings.value("accountDomain");
  const way =
    domain === undefined
      ? `If the account is right, ${accountDomainAdvice(settings, "one of its domains")}.`
      : `The domain ${domain} (${settings.placeInUse("accountDomain")}) was not found there.`;
  // The message is the same for all missing objects, so the user sees it once.
  account.warnOnce(
    `${accountInWords(settings)} is missing campaigns or webhooks that this stack has. The provider keeps them in the state, because the key may belong to another account. If so, use the right key. ${way}`,
  );
  return false;
}

type Unproven = Extract<AccountProof, { is: "unproven" }>;

/** Fails for a missing object that may be in another account, unless `ignoreChecks` lets the refresh remove it. */
function requireIgnored(proof: Unproven, settings: Settings, state: Properties): void {
  const { lacks, isNamed = false } = proof;
  const [reason, hint] = unprovenInWords(proof);
  const ways = [
    hint,
    lacks === undefined ? [] : `If the domain was removed, ${accountDomainAdvice(settings)}.`,
    "If you don't need it any more, remove it from the program and run pulumi up without a refresh.",
    isNamed ? [] : ignoreAdvice,
  ].flat();
  const problem = `${accountInWords(settings)} does not have it, and ${reason}. So it may not have been deleted, and it stays in the Pulumi state. ${ways.join(" ")}`;
  const open = finding("error", "account-unproven", problem);
  // An account without the domain in `accountDomain` is another account, so `ignoreChecks` has no effect.
  if (isNamed || withoutIgnored([open], state).length > 0) {
    throw new EmailMarketingError("conflict", withTag(open));
  }
}

function accountInWords(settings: Settings): string {
  return `account ${quoted(settings.account ?? "")}, read with the key of ${settings.placeInUse("apiKey")},`;
}

function unprovenInWords({ lacks }: Unproven): readonly [reason: string, hint: string] {
  return lacks === undefined
    ? ["its domains could not be read completely", "Run the command again."]
    : [`it does not have ${lacks}`, "If the key belongs to another account, use the right one."];
}

const ignoreAdvice =
  'To let a refresh remove it anyway, add "account-unproven" to ignoreChecks and run pulumi up without a refresh first.';

/** Advice on how to set a domain that identifies the account. */
function accountDomainAdvice(settings: Settings, domain = "a domain of the account"): string {
  const what = `set ${domain} in`;
  return settings.label === undefined
    ? `${what} EMAIL_MARKETING_ACCOUNT_DOMAIN, which takes effect at once, or in emailmarketing:accountDomain, which a refresh uses after the next pulumi up`
    : `${what} ${settings.place("accountDomain")}, which a refresh uses after the next pulumi up`;
}
