import { type ProgramResource, recordOf } from "../../account/program-record";
import type { CampaignRow } from "../../api/campaign";
import { splitByComma } from "../../client/response";
import { quoted, quotedId } from "../../errors/redact";
import { contentHash } from "../../input/asset";
import { finding, type NamedFinding } from "../../input/finding";
import { mayBeSameTime } from "../../input/time";
import type { Program } from "../../lifecycle/lifecycle";
import { isAlike, isSameSpelling } from "../../plain/text";
import { isUnknown, stringsIn } from "../../plain/value";
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
  const { name, subject, segmentId, listIds } = campaign.props;
  if (!isText(name) || !isText(subject) || !account.settings.isExtended) return [];
  // The service returns only the names of a campaign's lists, so the names of the declared lists are needed.
  const declared = await Promise.all(stringsIn(listIds).map((id) => account.lists.byId(id)));
  const lists = declared.flatMap((row) => row?.name ?? []);
  const isForSegment = segmentId !== undefined && listIds === undefined;
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
  const { id } = duplicate;
  const status = statusInWords[duplicate.status] ?? "";
  const match = isForSegment
    ? ` and this subject, which ${status} and shows no list. The service doesn't return segments, so they can't be compared`
    : `, this subject and a list of this campaign, and it ${status}`;
  // Suggests an alias first, because an alias needs no request.
  const advice = `If you have renamed the Campaign in the program, add its old name to the resource option aliases. If it is the same campaign otherwise, declare it with existingId ${quoted(id)}. If both are to be sent, add "campaign-exists" to ignoreChecks of the Campaign.`;
  const problem = `the account already has campaign ${id} with this name${match}: with a date for this one, readers could be mailed twice. ${advice}`;
  return [finding(isForSegment ? "warning" : "error", "campaign-exists", problem)];
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

/** True if a campaign may have a list with this name. Commas separate the names, and may also be part of one. */
function hasList({ lists }: CampaignRow, name: string): boolean {
  const plain = (text: string) => `,${splitByComma(text).join().toLowerCase()},`;
  return plain(lists).includes(plain(name));
}

/** The problem if neither the name nor the subject of `row` is one that the program or the state has for this id. */
export function otherCampaignProblem(settings: Settings, row: CampaignRow): string | undefined {
  const seen = recordOf(settings).object("Campaign", row.id);
  if (seen === undefined) return undefined;
  const { props, old = {} } = seen;
  const { __reading: reading = {} }: KnownCampaign = old;
  const isOther = (["name", "subject"] as const).every((input) => {
    const texts = [props[input], old[input], reading.declared?.[input]];
    // The state stores a hash of the text that the service returned.
    const isRecorded = reading[input] === contentHash(row[input]);
    return !isRecorded && !texts.some((text) => isText(text) && isAlike(text, row[input]));
  });
  return isOther
    ? `the service shows another campaign under the id ${quotedId(row.id)}: neither its name nor its subject is the declared or the recorded one`
    : undefined;
}

export const hintForOther =
  "Look at the campaign in the service's web app. If it is the one of this program, run pulumi refresh, then pulumi up.";
