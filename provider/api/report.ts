import type { HttpClient } from "../client/call";
import { countField, numberField, recordsIn, splitByComma, textField } from "../client/response";
import { isRecord } from "../plain/value";
import {
  call,
  firstRecord,
  incompleteResponse,
  pageOf,
  type ResponseRecord,
  readNumbers,
  readTexts,
  requireSameId,
} from "./call";

export type EngagementRow = NonNullable<ReturnType<typeof engagementRow>>;

/** The page and the range of days to read. Days are in the account's time zone. */
interface EngagementSearch {
  readonly page: number;
  readonly limit: number;
  readonly date_from?: string;
  readonly date_to?: string;
}

export type EngagementReport = "listCampaignOpens" | "listCampaignUnsubscribes";

export async function readEngagement(
  client: HttpClient,
  report: EngagementReport,
  id: string,
  search: EngagementSearch,
  until?: number,
) {
  const response = await call(client, report, { id, body: search, until });
  const page = pageOf(report, response, engagementRow);
  const record = firstRecord(response.campaign);
  if (!record) throw incompleteResponse(report);
  return { ...page, campaign: readTexts(record, "name", "subject_line", "created_date") };
}

function engagementRow(record: ResponseRecord) {
  const texts = readTexts(
    record,
    "contact_id",
    "email",
    "first_name",
    "last_name",
    "lists",
    "list_name",
    "created_date",
  );
  const id = texts.contact_id || texts.email;
  if (id === "") return undefined;
  const reason = textField(record.reason);
  return { id, ...texts, tags: tagsOf(record.tags), ...(reason === "" ? {} : { reason }) };
}

/** The tags of a contact, from an array as the contract defines, or a string as in the response about one contact. */
function tagsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return splitByComma(textField(value));
  return value.map((tag) => textField(tag).trim()).filter((tag) => tag !== "");
}

/** The days, campaign and mailbox provider to read. The API's field for the mailbox provider is `domain`. */
interface InboxPlacementSearch {
  readonly date_from: string;
  readonly date_to: string;
  readonly campaign_id?: string;
  readonly domain?: "gmail" | "yahoo" | "outlook" | "others";
}

export async function trackInbox(client: HttpClient, search: InboxPlacementSearch) {
  const response = await call(client, "getInboxPlacement", { body: search });
  const campaigns = recordsIn(response.campaigns);
  const providers = recordsIn(response.providers);
  if (!campaigns || !providers || !isRecord(response.summary)) {
    throw incompleteResponse("getInboxPlacement");
  }
  return {
    campaigns: campaigns.map((row) => ({
      ...readTexts(row, "campaign_id", "campaign_name", "campaign_subject"),
      ...placement(row),
    })),
    providers: providers.map((row) => ({ ...readTexts(row, "name"), ...placement(row) })),
    summary: placement(response.summary),
  };
}

function placement(row: ResponseRecord) {
  return readNumbers(row, numberField, "inbox_percentage", "missed_percentage", "spam_percentage");
}

export type FileVerificationRow = Awaited<ReturnType<typeof getFileVerification>>;

/** GET /verifyFileStatus/{file_id} on the verification API. A waiting caller passes its time limit as `deadlineMs`. */
export async function getFileVerification(client: HttpClient, id: string, deadlineMs?: number) {
  const response = await call(client, "getFileVerification", { id, deadlineMs });
  // Accept the fields at the top level, as in the contract, or in `data`, where some other endpoints return them.
  const row = isRecord(response.data) && response.status === undefined ? response.data : response;
  const texts = readTexts(row, "file_id", "file_name", "status", "created_at");
  if (texts.status === "") throw incompleteResponse("getFileVerification");
  requireSameId("getFileVerification", texts.file_id, id);
  const counts = readNumbers(row, countField, "total_records", "deliverable", "invalid", "risky");
  return { ...texts, file_id: texts.file_id || id, ...counts };
}
