import type { Account } from "../account/account";
import { type AccountEvidence, nearestDomain, type Proof, proofOf } from "../account/proof";
import { EmailMarketingError } from "../errors/error";
import { asName, quoted, quotedId } from "../errors/redact";
import { finding, labelled, withoutIgnored } from "../input/finding";
import type { Properties } from "../input/plain";
import { domainOf } from "../runtime/domain";
import type { Settings } from "../settings/settings";

/** Why an object that the account doesn't show may be there; undefined for one that is gone, and an error where nobody knows. */
export async function whyHidden(account: Account, state: Properties): Promise<string | undefined> {
  const { settings } = account;
  const evidence = evidenceIn(state);
  const proof = await proofOf(account, evidence);
  if (proof === "proven") return unverified(account, evidence);
  if (proof === "no-evidence") {
    account.notice(withoutEvidence(settings));
    return undefined;
  }
  const problem = `${asked(settings)} does not have it, and ${lack(proof, settings, evidence)}. So it may not have been deleted, and it stays in the Pulumi state. ${waysOut(proof, settings).join(" ")}`;
  const unproven = finding("error", "account-unproven", problem);
  // Whoever names a domain of the account is held to it.
  const [open] = proof === "no-account-domain" ? [unproven] : withoutIgnored([unproven], state);
  if (open) throw new EmailMarketingError("conflict", labelled(open));
  return undefined;
}

/** The search for senders gives those of verified domains only. */
async function unverified(
  account: Account,
  { email }: AccountEvidence,
): Promise<string | undefined> {
  const row = email === undefined ? undefined : await nearestDomain(account, email);
  const status = row?.status;
  if (row === undefined || status === "verified") return undefined;
  return `account ${quoted(account.settings.account ?? "")} does not list it, but its domain ${asName(row.domain)} is not verified (status ${quoted(row.status)}), and the service lists senders of verified domains only`;
}

/** Fails where a refresh would change the state by an account that lacks the domain that `accountDomain` names. */
export async function requireNamedAccount(account: Account): Promise<void> {
  const { settings } = account;
  if (settings.value("accountDomain") === undefined) return;
  const proof = await proofOf(account, {});
  if (proof === "proven" || proof === "no-evidence") return;
  const lacks =
    proof === "unread"
      ? "its domains could not be read completely"
      : `it does not have the domain ${settings.value("accountDomain") ?? ""}`;
  const problem = `${asked(settings)} has other values for it, and ${lacks}. So these may be of another object, and it stays as it is in the Pulumi state. ${waysOut(proof, settings)[0]}`;
  throw new EmailMarketingError("conflict", problem);
}

/** What a state shows of the account: an address of the object, and the id of its domain. */
function evidenceIn({ email, domainId }: Properties): AccountEvidence {
  return {
    ...(typeof email === "string" && { email }),
    ...(typeof domainId === "string" && { domainId }),
  };
}

/** Whether a campaign or webhook that the account does not have was in it; says why it stays where that is not known. */
export async function isMissing(account: Account, evidence: AccountEvidence): Promise<boolean> {
  const isProven = (await proofOf(account, evidence)) === "proven";
  // The same for all of them, which are told of together.
  if (!isProven) account.notice(unproven(account.settings));
  return isProven;
}

type Unproven = Exclude<Proof, "proven" | "no-evidence">;

function asked(settings: Settings): string {
  const key = settings.origin("apiKey")?.place ?? settings.place("apiKey");
  return `account ${quoted(settings.account ?? "")}, read with the key of ${key},`;
}

/** What was expected of the account, and is not there. */
function lack(
  proof: Unproven,
  settings: Settings,
  { email = "", domainId }: AccountEvidence,
): string {
  const domain = domainOf(email);
  const expected = settings.value("accountDomain") ?? "";
  const place = settings.origin("accountDomain")?.place ?? settings.place("accountDomain");
  return {
    unread: "its domains could not be read completely",
    "no-account-domain": `it does not have the domain ${expected} either (${place})`,
    "no-domain": `it does not have the domain ${domain} either`,
    "other-id": `its domain for ${domain} does not have the id ${quotedId(domainId ?? "")} that is in the state`,
  }[proof];
}

const removed =
  "If you don't need it any more, remove it from the program and run pulumi up without a refresh.";
const ignored =
  'To let a refresh remove it anyway, add "account-unproven" to ignoreChecks and run pulumi up without a refresh first.';
const otherKey = "If the key belongs to another account, use the right one.";

function waysOut(proof: Unproven, settings: Settings): string[] {
  const known = {
    unread: ["Run the command again."],
    "no-account-domain": [
      otherKey,
      "If the domain was removed, name another one of the account there.",
    ],
    "no-domain": [otherKey, `If the domain was removed, ${named(settings)}.`],
    "other-id": [otherKey, "The id differs, too, if the domain was removed and added again."],
  }[proof];
  return [...known, removed, ...(proof === "no-account-domain" ? [] : [ignored])];
}

/** How to name a domain that shows which account it is. */
function named(settings: Settings): string {
  const what = "set a domain of the account in";
  return settings.label === undefined
    ? `${what} EMAIL_MARKETING_ACCOUNT_DOMAIN, which takes effect at once, or in emailmarketing:accountDomain, which a refresh uses after the next pulumi up`
    : `${what} ${settings.place("accountDomain")}, which a refresh uses after the next pulumi up`;
}

function withoutEvidence(settings: Settings): string {
  return `${asked(settings)} no longer has lists or custom properties of this stack, so they are removed from the Pulumi state. It is not certain that this is their account. To make it certain, ${named(settings)}.`;
}

function unproven(settings: Settings): string {
  const domain = settings.value("accountDomain");
  const way =
    domain === undefined
      ? `If it is their account, ${named(settings)}.`
      : `The domain ${domain} (${settings.origin("accountDomain")?.place ?? "accountDomain"}) was not found there.`;
  return `${asked(settings)} does not have all campaigns or webhooks of this stack. They stay as they are in the Pulumi state unless it is certain that this is their account. ${otherKey} ${way}`;
}
