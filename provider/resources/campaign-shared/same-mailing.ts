import type { Account } from "../../account/account";
import { type ProgramResource, recordOf } from "../../account/program-record";
import type { CampaignRow } from "../../api/campaign";
import { splitByComma } from "../../client/response";
import { quoted, quotedId } from "../../errors/redact";
import { contentHash } from "../../input/asset";
import { finding, type NamedFinding } from "../../input/finding";
import { mayBeSameTime } from "../../input/time";
import type { Program } from "../../lifecycle/preflight-check";
import { isAlike, isSameSpelling } from "../../plain/text";
import { isUnknown } from "../../plain/value";
import type { Settings } from "../../settings/settings";
import { campaignsOf } from "./campaign-cache";
import type { KnownCampaign } from "./drift";

const statusInWords: Readonly<Record<string, string>> = {
  scheduled: "is scheduled",
  paused: "is paused",
  processing: "is being sent",
  finished: "was sent on the same date",
};

/** Finds a dated or sent duplicate outside the program. `dates` are those of `campaign` in the service's time zone. */
export async function duplicatesOf(
  { campaign, dates }: { readonly campaign: ProgramResource; readonly dates: readonly string[] },
  { account, resources }: Program,
): Promise<NamedFinding[]> {
  const { name, subject } = campaign.props;
  if (!isText(name) || !isText(subject) || !account.settings.isExtended) return [];
  const lists = await listNames(account, campaign);
  const { segmentId, listIds } = campaign.props;
  const hasLists = isUnknown(listIds) || (Array.isArray(listIds) && listIds.length > 0);
  const isForSegment = segmentId !== undefined && !hasLists;
  if (lists.length === 0 && !isForSegment) return [];
  const all = await resources("Campaign");
  const isOwn = ({ id }: CampaignRow) => all.some((one) => (one.id ?? one.props.existingId) === id);
  const added = all.filter(({ id }) => id === undefined);
  const rows = await campaignsOf(account).readByNameOnce(name, added.length);
  const duplicate = rows.find(
    (row) =>
      isAlike(row.name, name) &&
      isSameSpelling(row.subject, subject) &&
      (isForSegment
        ? splitByComma(row.lists).length === 0
        : lists.some((list) => hasList(row, list))) &&
      isSentOnDate(row, dates) &&
      !isOwn(row) &&
      !campaignsOf(account).isManaged(row.id),
  );
  if (duplicate === undefined) return [];
  if (isForSegment) return [finding("warning", "campaign-exists", segmentProblem(duplicate))];
  const problem = `the account already has campaign ${duplicate.id} with this name, this subject and a list of this campaign, and it ${statusInWords[duplicate.status] ?? ""}: with a date for this one, readers could be mailed twice. ${duplicateHint(duplicate)}`;
  return [finding("error", "campaign-exists", problem)];
}

/** The problem text if a campaign with a segment may have a duplicate. */
function segmentProblem({ id, status }: CampaignRow): string {
  return `the account already has campaign ${id} with this name and this subject, which ${statusInWords[status] ?? ""} and shows no list. The service doesn't return segments, so they can't be compared: with a date for this one, readers could be mailed twice. ${duplicateHint({ id })}`;
}

/** The advice about a duplicate. An alias for a renamed Campaign comes first, because it needs no request. */
function duplicateHint({ id }: Pick<CampaignRow, "id">): string {
  return `If you have renamed the Campaign in the program, add its old name to the resource option aliases. If it is the same campaign otherwise, declare it with existingId ${quoted(id)}. If both are to be sent, add "campaign-exists" to ignoreChecks of the Campaign.`;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && !isUnknown(value);
}

/**
 * True if the campaign is scheduled, paused, being sent, or was sent near one of the dates. If dates weren't compared,
 * every finished email of a daily series with the same name and subject would match.
 */
function isSentOnDate({ status, scheduledDate }: CampaignRow, dates: readonly string[]): boolean {
  if (status !== "finished") return status in statusInWords;
  return scheduledDate !== undefined && dates.some((date) => mayBeSameTime(date, scheduledDate));
}

/** The names of the declared lists, for comparison with the list names that the service returns instead of ids. */
async function listNames({ lists }: Account, { props }: ProgramResource): Promise<string[]> {
  const ids: readonly unknown[] = Array.isArray(props.listIds) ? props.listIds : [];
  const rows = await Promise.all(ids.filter(isText).map((id) => lists.byId(id)));
  return rows.flatMap((row) => row?.name ?? []);
}

/** True if a campaign may have a list with this name. Commas separate the names, and may also be part of one. */
function hasList({ lists }: CampaignRow, name: string): boolean {
  const plain = (text: string) => `,${splitByComma(text).join().toLowerCase()},`;
  return plain(lists).includes(plain(name));
}

interface Dated {
  readonly campaignId: string;
  readonly sent?: boolean;
  readonly status?: string;
}

/** The reason to refuse moving a date to another campaign of the program, if both may be the same mailing. */
export function replaceRefusal(
  { settings, claims }: Account,
  { campaignId, sent, status }: Dated,
  now: Dated,
): string | undefined {
  // Uses the schedule's state, because the engine hides the old campaign's state after "--replace" or a taint.
  const isSent = sent !== false && status !== "aborted";
  const isOfProgram =
    isUnknown(now.campaignId) ||
    recordOf(settings).object("Campaign", now.campaignId) !== undefined ||
    claims.isClaimed("Campaign", now.campaignId);
  const before = recordOf(settings).object("Campaign", campaignId);
  const isKept = before !== undefined && before.isGone !== true;
  if (campaignId === now.campaignId || !isSent || !isOfProgram || isKept) return undefined;
  return `campaignId: campaign ${campaignId} got a date, which no update takes back, and its Campaign may be replaced or no longer declared: with a date for another campaign in its place, readers could be mailed twice. After pulumi state taint, run pulumi state untaint; after a rename, add an alias; if replacementTrigger or replaceWith replaces it, restore the option; if the program keeps that Campaign, name it in dependsOn of this resource. If both are to be sent, or you have stopped campaign ${campaignId} in the service's web app, add "campaign-replaced" to ignoreChecks.`;
}

/** The inputs by which a campaign is recognized. */
const compared = ["name", "subject"] as const;

/** True if `row` differs in both name and subject from the Campaign recorded for its id, and so is likely another. */
export function isOtherCampaign(settings: Settings, row: CampaignRow): boolean {
  const seen = recordOf(settings).object("Campaign", row.id);
  if (seen === undefined) return false;
  const { props, old = {} } = seen;
  const { __reading: reading = {} }: KnownCampaign = old;
  return compared.every((input) => {
    const texts = [props[input], old[input], reading.declared?.[input]];
    // The state stores a hash of the text that the service returned.
    const isRecorded = reading[input] === contentHash(row[input]);
    return !isRecorded && !texts.some((text) => isText(text) && isAlike(text, row[input]));
  });
}

export function otherCampaign(id: string): string {
  return `the service shows another campaign under the id ${quotedId(id)}: neither its name nor its subject is the declared or the recorded one`;
}

export const hintForOther =
  "Look at the campaign in the service's web app. If it is the one of this program, run pulumi refresh, then pulumi up.";
