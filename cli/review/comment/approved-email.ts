import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { recipientExtraFields } from "../../../provider/email/recipients";
import { urnParts } from "../../../provider/engine/resource";
import { quoted } from "../../../provider/errors/redact";
import { count } from "../../../provider/plain/text";
import { objectIn } from "../../../provider/plain/value";
import { listIn, readJsonFile } from "../../engine/text-file";
import { explainWriteFailure } from "../../terminal/write-together";
import type { PreviewModel } from "../preview";
import { mailingsOf } from "../preview/mailing";
import type { Mailing, MailingDate } from "../preview/mailing-change";
import type { ReviewSources } from "../preview/model";
import { mailRecipients } from "../preview/recipients";

const unknown = "unknown";

/** The date and the recipients of an email, for a person to approve. Contains no content and no list ids. */
export interface ApprovedEmail {
  /** The URN of the resource that sends the email: a schedule, a campaign without a schedule, or a `DomainDnsShare`. */
  readonly urn: string;
  readonly date: string;
  readonly contacts: number | typeof unknown;
  /**
   * A hash of a campaign's recipients (lists, segment, limit, order, and extra fields about recipients), or of a
   * `DomainDnsShare`'s domain and addresses.
   */
  readonly lists: string;
}

/** The emails that an update sends or changes. Omits emails of removed schedules, and emails that won't be sent. */
export function emailsToApprove(model: PreviewModel): ApprovedEmail[] {
  return mailingsOf(model)
    .filter(({ change, notSentReason }) => change !== "removed" && notSentReason === undefined)
    .map((mailing) => emailOf(mailing, model));
}

function emailOf(mailing: Mailing, model: PreviewModel): ApprovedEmail {
  const { urn = mailing.campaign ?? mailing.share ?? "", change, date, addresses } = mailing;
  const { targets, contacts, limit, order } = mailRecipients(mailing, model).now;
  const number = change === "at once" ? addresses : contacts;
  const sent = targets.map(({ id, words }) => id ?? words).toSorted();
  const others = [...extraRecipients(mailing), ...addressesOf(mailing, model)];
  const hash = createHash("sha256").update(JSON.stringify([sent, limit, order, ...others]));
  return {
    urn,
    date: change === "at once" ? "during the update" : dateWords(date),
    contacts: typeof number === "number" ? number : unknown,
    lists: hash.digest("hex"),
  };
}

function extraRecipients({ inputs = {} }: Mailing): object[] {
  const fields = recipientExtraFields(inputs);
  return Object.keys(fields).length > 0 ? [fields] : [];
}

/** The domain and the recipients of a `DomainDnsShare`. Empty for any other email. */
function addressesOf({ share }: Mailing, { resources }: PreviewModel): unknown[] {
  if (share === undefined) return [];
  const { domainId, recipients } = resources.find(({ urn }) => urn === share)?.now?.inputs ?? {};
  return [domainId, listIn(recipients)?.toSorted() ?? recipients];
}

function dateWords({ time, zone }: MailingDate = {}): string {
  if (time === undefined) return unknown;
  return zone === undefined ? time : `${time} (${zone})`;
}

/**
 * Writes the emails of a preview to a file for approval. `--compare-emails` then compares a later preview with this
 * file.
 */
export async function saveEmails(file: string, model: PreviewModel): Promise<void> {
  const asked = { target: `the file ${file}`, advice: "Give --save-emails a file to write." };
  const text = `${JSON.stringify(emailsToApprove(model), undefined, 2)}\n`;
  await explainWriteFailure(asked, () => writeFile(resolve(file), text));
}

/**
 * A sentence for each difference from the approved emails in the file: a new email, another date, other recipients,
 * many more contacts, or an unknown number. An approved email that the update no longer has is no difference.
 */
export async function differencesFrom(file: string, model: PreviewModel): Promise<string[]> {
  const approved = await readEmails(file);
  return emailsToApprove(model).flatMap((email) => {
    const before = approved.find(({ urn }) => urn === email.urn);
    const { kind, name } = urnParts(email.urn);
    const label = `${kind} ${quoted(name)}`;
    return differencesOf(email, before).map((words) => model.clean(`${label}: ${words}.`));
  });
}

/**
 * A sentence for each explicit Provider whose `preflight` setting may let an update continue despite findings. A
 * pipeline's EMAIL_MARKETING_PREFLIGHT=error can't override this setting of a Provider.
 */
export function unstoppedFindings(
  { resources, clean }: PreviewModel,
  { preflightOf }: Pick<ReviewSources, "preflightOf">,
): string[] {
  return resources.flatMap(({ urn, now = {} }) => {
    const { type, name } = urnParts(urn);
    const preflight = preflightOf({ ...now, urn, type });
    if (preflight === undefined || preflight === "error") return [];
    const advice = "Remove it; to accept one finding, add its name to ignoreChecks";
    return [
      clean(
        `Provider ${quoted(name)} sets preflight, so its findings don't stop this update. ${advice}.`,
      ),
    ];
  });
}

function differencesOf(now: ApprovedEmail, before: ApprovedEmail | undefined): string[] {
  const people = contactCountInWords(now.contacts);
  if (before === undefined) return [`not approved: an email on ${now.date} to ${people}`];
  const moved = now.date === before.date ? [] : [`on ${now.date}, approved: ${before.date}`];
  const other = now.lists === before.lists ? [] : ["to other recipients than approved"];
  const more = isMore(now.contacts, before.contacts)
    ? [`to ${people}, approved: ${contactCountInWords(before.contacts)}`]
    : [];
  return [...moved, ...other, ...more];
}

/**
 * True if a known number of contacts became unknown, or has grown by more than 10 and by more than 10 %. Smaller growth
 * is normal and needs no new approval.
 */
function isMore(now: ApprovedEmail["contacts"], before: ApprovedEmail["contacts"]): boolean {
  if (before === unknown) return false;
  return now === unknown || (now - before > 10 && now - before > before / 10);
}

function contactCountInWords(contacts: ApprovedEmail["contacts"]): string {
  return contacts === unknown ? "an unknown number of contacts" : count(contacts, "contact");
}

const advice = "Write it with: pulumi-email-marketing comment --save-emails.";

function readEmails(file: string): Promise<readonly ApprovedEmail[]> {
  return readJsonFile(file, { source: `the file ${file}`, advice }, (value) => {
    const rows = listIn(value);
    const emails = rows?.flatMap(emailIn);
    return emails?.length === rows?.length ? emails : undefined;
  });
}

function emailIn(row: unknown): ApprovedEmail[] {
  const { urn, date, contacts, lists } = objectIn(row) ?? {};
  if (typeof urn !== "string" || typeof date !== "string" || typeof lists !== "string") return [];
  if (contacts !== unknown && typeof contacts !== "number") return [];
  return [{ urn, date, contacts, lists }];
}
