import { createHash } from "node:crypto";
import type { Call, HttpClient } from "../client/call";
import { countField, textField } from "../client/response";
import { type EmailMarketingError, withAdviceOnFailure } from "../errors/error";
import { isRecord, objectIn, omitUndefined } from "../plain/value";
import {
  type BodyFields,
  collection,
  type ResponseRecord,
  readNumbers,
  readTexts,
  set,
  statusIn,
  type TextSearch,
} from "./call";

const pauseFirst = "Pause the campaign first, in the service's web app, then run pulumi up again.";
const pauseToChange = `${pauseFirst} The lists, segment and rules of a campaign that is being sent can't be changed.`;
const pauseToMove = `${pauseFirst} The service changes the date of a scheduled campaign only while it is paused.`;

interface UpdateOptions extends Pick<Call, "beforeAttempt"> {
  /** The advice for a change that the service accepts only while the campaign is paused. By default: pause it first. */
  readonly whilePaused?: () => string | undefined;
}

/** Sends a change. One with `scheduled_at` schedules or reschedules the campaign. */
export function updateCampaign(
  client: HttpClient,
  id: string,
  body: BodyFields,
  { whilePaused, ...more }: UpdateOptions = {},
): Promise<void> {
  const advice = "scheduled_at" in body ? pauseToMove : pauseToChange;
  const sent = set(client, "updateCampaign", { id, body, ...more });
  return withAdviceOnFailure(sent, (error) =>
    isLocked(error) ? (whilePaused?.() ?? advice) : undefined,
  );
}

/** True if the campaign must be paused first. The message decides, because the contract has no code for this error. */
function isLocked(error: EmailMarketingError): boolean {
  const isRefusal = error.code === "validation" || error.code === "conflict";
  return isRefusal && error.details.some((said) => /\bpaus|\bsending\b|\bbeing sent\b/i.test(said));
}

export interface CampaignSearch extends TextSearch {
  readonly date_from?: string;
  readonly date_to?: string;
  readonly sender_email?: string;
  readonly status?: string;
}

/** A campaign as listed, but with a hash in place of the HTML, because the HTML of 100 campaigns may take 10 MB. */
export type CampaignRow = NonNullable<ReturnType<typeof campaignRow>>;

export interface CampaignContent extends CampaignRow {
  readonly html: string;
}

const figures = [
  "sent",
  "delivered",
  "opens",
  "clicks",
  "hard_bounce",
  "soft_bounce",
  "unsubscribe",
  "spam_complaints_count",
] as const;

/** The date range that includes all campaigns. Without a first day, the service may list only recent campaigns. */
export function everyDay(): Required<Pick<CampaignSearch, "date_from" | "date_to">> {
  // The range includes the next day in UTC, because that day may already have begun in the account's time zone.
  const date_to = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
  return { date_from: "2000-01-01", date_to };
}

const campaignParts = {
  words: ["campaign", "campaigns"],
  operation: "listCampaigns",
  keyOf: ({ name }: CampaignRow) => name,
  all: everyDay,
} as const;

/** POST /campaign/list, known only from public clients. No other operation returns a campaign's status or content. */
export const campaigns = collection<CampaignRow, CampaignSearch>({
  ...campaignParts,
  row: campaignRow,
});

export const campaignContents = collection<CampaignContent, CampaignSearch>({
  ...campaignParts,
  row(record) {
    const row = campaignRow(record);
    return row && { ...row, html: textField(record.html) };
  },
});

function campaignRow(record: ResponseRecord) {
  const texts = readTexts(record, "id", "name", "subject");
  const { html, reply_email } = readTexts(record, "html", "reply_email");
  const status = statusIn(record);
  if (!texts.id || !status) return undefined;
  const sender = readTexts(objectIn(record.sender) ?? {}, "sender_email", "sender_name");
  // The service misspells this field.
  const recipients = objectIn(record.recepiant) ?? {};
  return omitUndefined({
    ...texts,
    status,
    /** SHA-256 in hex of the HTML; absent for a campaign without HTML. */
    htmlHash: html === "" ? undefined : createHash("sha256").update(html).digest("hex"),
    /** The reply-to address; empty if the service returns none. */
    replyTo: reply_email,
    senderEmail: sender.sender_email,
    senderName: sender.sender_name,
    createdDate: dateOf(record.created_date),
    /** The date as the service returns it, in any format and time zone; absent for a campaign without a date. */
    scheduledDate: dateOf(record.scheduled_date) || undefined,
    /** Names of lists, separated by commas. */
    lists: textField(recipients.lists),
    contacts: countField(recipients.lists_contact_count),
    report: readNumbers(objectIn(record.report_summary) ?? {}, countField, ...figures),
  });
}

function dateOf(value: unknown): string {
  return textField(isRecord(value) ? value.date : value);
}
