import type { ProgramResource } from "../../account/program-record";
import type { CampaignRow } from "../../api/campaign";
import { asId, asName, quoted, quotedId, redactSecretTexts } from "../../errors/redact";
import { finding, type NamedFinding } from "../../input/finding";
import { labelOf } from "../../lifecycle/object-state";

/** The campaign in words, without its secrets, because a step of another resource doesn't know them. */
export function campaignInWords({ props, name, secrets = [] }: Partial<ProgramResource> = {}) {
  if (props === undefined) return "the campaign";
  const label = labelOf({ kind: "Campaign", labelInput: "name" }, props, name || undefined);
  return redactSecretTexts(label, secrets);
}

/** True if a campaign is being sent, was sent or was aborted. Such a campaign can't be changed any more. */
export function isClosed({ status }: { readonly status?: string | undefined }): boolean {
  return status === "processing" || status === "finished" || status === "aborted";
}

/** True if the campaign has a date. The service sends a paused campaign on its date only after somebody resumes it. */
export function hasDate(status: string | undefined): boolean {
  return status === "scheduled" || status === "paused";
}

/** True if the list shows an unsent campaign. The status "scheduled" is no proof, because the list may lag behind. */
export function isUnsent({ status, report }: Pick<CampaignRow, "status" | "report">): boolean {
  return status === "draft" || (status === "paused" && report.sent === 0);
}

/** The reasons why a campaign can't be changed, by status. Each completes a sentence that begins with the campaign. */
export const closedWords: Readonly<Record<string, string>> = {
  processing: "is being sent",
  finished: "was sent",
  aborted: "was aborted",
};

const statusNotices: Readonly<Record<string, string>> = {
  ...closedWords,
  paused:
    "is paused: it isn't sent until it is resumed in the service's web app. pulumi up doesn't resume it, unless the program declares another date, which does",
};

/** The warning of a refresh if a campaign has since been paused or closed. Names the campaign only if `isNamed`. */
export function statusNotice(row: CampaignRow, before: string | undefined, isNamed: boolean) {
  const words = statusNotices[row.status];
  if (before === undefined || before === row.status || words === undefined) return undefined;
  const id = asId(row.id);
  return `Campaign ${isNamed ? `${quoted(row.name)} (${id})` : id} ${words}.`;
}

/** Parts of the state of a Campaign, or of its CampaignSchedule in the same stack. */
interface DatedState {
  readonly status?: string;
  readonly scheduledDate?: string;
  readonly sentTime?: string;
  readonly __reading?: { readonly scheduledDate?: string };
}

/** The outputs that may change in a refresh although no one has changed the campaign in the service. */
export function expectedChanges(
  { status: was = "" }: DatedState,
  { status: is = "", scheduledDate: date }: DatedState,
  schedule: DatedState | undefined,
): string[] {
  if (schedule === undefined) return ["__reading"];
  // A declared schedule changes the status of a draft, and later the service sends the campaign on its date.
  const isScheduled = was === "draft" && is === "scheduled";
  const isSent =
    ["draft", "scheduled", "processing"].includes(was) && ["processing", "finished"].includes(is);
  if (isScheduled || isSent) return ["__reading", "status", "scheduledDate"];
  // If only the schedule was updated, its state is newer than the campaign's, so its status and date are expected, too.
  const { sentTime, __reading: reading } = schedule;
  const isDateKnown = date !== undefined && [sentTime, reading?.scheduledDate].includes(date);
  const status = is === schedule.status ? ["status"] : [];
  return ["__reading", ...status, ...(isDateKnown ? ["scheduledDate"] : [])];
}

/** The finding if the campaign is being sent, was sent or was aborted, so that it can't be changed any more. */
export function campaignConflict(row: CampaignRow): NamedFinding | undefined {
  if (!isClosed(row)) return undefined;
  const { status } = row;
  const problem = `the campaign ${closedWords[status] ?? asName(status)}, so it can't be changed any more. Restore the old values, add the inputs to ignoreChanges, or declare another Campaign for another mailing.`;
  const found = finding("error", "campaign-closed", problem);
  return status === "finished" ? found : { ...found, cannotBeIgnored: true };
}

export const hintForMissing =
  "If it was deleted in the service's web app, remove it and what depends on it from the state. Run: pulumi state " +
  "delete --force --target-dependents <urn of the Campaign> (pulumi stack --show-urns shows the URN), then: pulumi up, " +
  "which creates it again.";

export function missingFinding(id: string, sameNamed: readonly CampaignRow[] = []): NamedFinding {
  const problem = `campaign ${asId(id)} is missing from the service's list of campaigns, so the update will fail. ${hintForUnknown(id, sameNamed)}`;
  return finding("error", "campaign-unknown", problem);
}

/** The advice about an unknown campaign id. The program may give the campaign's name instead of its id. */
function hintForUnknown(name: string, sameNamed: readonly CampaignRow[]): string {
  const ids = sameNamed.map(({ id }) => quotedId(id));
  if (ids.length === 0) return hintForMissing;
  if (ids.length > 1)
    return `Campaigns with the name ${quoted(name)} have the ids ${ids.join(", ")}: use one of them.`;
  return `The campaign with the name ${quoted(name)} has the id ${ids.join()}: use the id.`;
}

/** The warning of a refresh if a campaign is missing from the service's complete list. */
export function missingNotice(id: string): string {
  return (
    `Campaign ${asId(id)} is missing from the service's list of campaigns: it was deleted there, or the list doesn't show it. ` +
    "It stays in the Pulumi state, and pulumi up doesn't create it again. If it was deleted, remove it and what depends on it from " +
    "the program, since the next update would create and schedule it again, and run: " +
    "pulumi state delete --force --target-dependents <urn> (pulumi stack --show-urns shows the URN)."
  );
}
