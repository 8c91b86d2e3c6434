import type { CampaignRow } from "../../api/campaign-list";
import { asId, asName, quoted, quotedId } from "../../errors/redact";
import { finding, type NamedFinding } from "../../input/finding";

/** Whether a campaign is being sent, was sent, or was stopped for good: nothing may be sent to it any more. */
export function isOver({ status }: { readonly status?: string | undefined }): boolean {
  return status === "processing" || status === "finished" || status === "aborted";
}

/** Whether a reading shows that a campaign was not sent; "scheduled" shows nothing, since the list may lag. */
export function isUnsent({ status, report }: CampaignRow): boolean {
  return status === "draft" || (status === "paused" && report.sent === 0);
}

/** Why nothing may be sent to a campaign of this status, in words that follow it. */
export const closedWords: Readonly<Record<string, string>> = {
  processing: "is being sent",
  finished: "was sent",
  aborted: "was aborted",
};

const noticed: Readonly<Record<string, string>> = {
  ...closedWords,
  paused:
    "is paused: it isn't sent until it is resumed in the service's web app. pulumi up doesn't resume it, unless the program declares another date, which does",
};

/** What a refresh says of a status that is another than before; a campaign and its schedule say it in the same words. */
export function statusNotice(row: CampaignRow, before: string | undefined): string | undefined {
  const words = noticed[row.status];
  if (before === undefined || before === row.status || words === undefined) return undefined;
  return `Campaign ${quoted(row.name)} (${asId(row.id)}) ${words}.`;
}

/** What a reading changes in a state although nobody has changed the campaign. */
export function expectedChanges(
  before: { readonly status?: string },
  now: { readonly status?: string },
  isInStack: (kind: string) => boolean,
): ("__reading" | "status" | "scheduledDate")[] {
  const [was, is] = [before.status ?? "", now.status ?? ""];
  // A draft gets its status from the declared schedule, and a mail goes out on its date.
  const isScheduled = was === "draft" && is === "scheduled";
  const isSent =
    ["draft", "scheduled", "processing"].includes(was) && ["processing", "finished"].includes(is);
  const isExpected = (isScheduled || isSent) && isInStack("CampaignSchedule");
  return isExpected ? ["__reading", "status", "scheduledDate"] : ["__reading"];
}

/** Why a campaign can't become what is declared: nothing may be sent to it any more. */
export function campaignConflict(row: CampaignRow): NamedFinding | undefined {
  if (!isOver(row)) return undefined;
  const { status } = row;
  const problem = `the campaign ${closedWords[status] ?? asName(status)}, so it can't be changed any more. Restore the old values, add the inputs to ignoreChanges, or declare another Campaign for another mailing.`;
  const found = finding("error", "campaign-closed", problem);
  // What is sent, or was stopped, is no archive.
  return status === "finished" ? found : { ...found, isLasting: true };
}

/** What to do about a campaign that the service doesn't have any more. */
export const wayOutOfMissing =
  "If it was deleted in the service's web app, remove it and what depends on it from the state. Run: pulumi state " +
  "delete --force --target-dependents <urn of the Campaign> (pulumi stack --show-urns shows the URN), then: pulumi up, " +
  "which creates it again.";

/** What a preview says of a change or a date for a campaign that the service's list lacks. */
export function missingFinding(id: string, namesakes: readonly CampaignRow[] = []): NamedFinding {
  const problem = `campaign ${asId(id)} is missing from the service's list of campaigns, so the update will fail. ${wayOn(id, namesakes)}`;
  return finding("error", "campaign-unknown", problem);
}

/** A campaign may have been named in place of its id. */
function wayOn(name: string, namesakes: readonly CampaignRow[]): string {
  const ids = namesakes.map(({ id }) => quotedId(id));
  if (ids.length === 0) return wayOutOfMissing;
  if (ids.length > 1)
    return `Campaigns with the name ${quoted(name)} have the ids ${ids.join(", ")}: use one of them.`;
  return `The campaign with the name ${quoted(name)} has the id ${ids.join()}: use the id.`;
}

/** What a refresh says of a campaign that the service's complete list lacks. */
export function missingNotice(id: string): string {
  return (
    `Campaign ${asId(id)} is missing from the service's list of campaigns: it was deleted there, or the list doesn't show it. ` +
    "It stays in the Pulumi state, and pulumi up doesn't create it again. If it was deleted, remove it and what depends on it from " +
    "the program, since the next update would create and schedule it again, and run: " +
    "pulumi state delete --force --target-dependents <urn> (pulumi stack --show-urns shows the URN)."
  );
}
