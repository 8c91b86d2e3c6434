import type { Account } from "../../account/account";
import { type ProgramResource, seenObject } from "../../account/program-record";
import { stepSecrets } from "../../account/step";
import type { CampaignRow } from "../../api/campaign";
import { readNote } from "../../email/campaign-reading";
import { isSameTime } from "../../email/date";
import { isSameContent } from "../../input/asset";
import { finding, type Level, type NamedFinding } from "../../input/finding";
import type { CheckedStep } from "../../lifecycle/preflight-check";
import { isUnknown, present } from "../../plain/value";
import { campaignsOf } from "../campaigns/campaign-cache";
import { changedListsSentence } from "../campaigns/recipients";
import { campaignInWords, hasDate, hintForMissing, isClosed } from "../campaigns/status";
import { isMovedOnly, isUndated } from "./decide";
import type { CampaignScheduleOutputs, CampaignScheduleProps, ScheduleState } from "./props";
import { dateIn } from "./read";

type Step = CheckedStep<CampaignScheduleProps, CampaignScheduleOutputs>;

/**
 * Findings if somebody has moved, resumed, stopped or deleted a campaign since the state was written. The schedule
 * reports them, because only its state has the date that was sent. Sends no request, so a campaign that wasn't read in
 * this run isn't compared.
 */
export async function checkDrifted(
  { account, props, old, own }: Step,
  isSent: boolean,
): Promise<NamedFinding[]> {
  const read = readOf(old, { account, own });
  if (read === undefined) return [];
  const { row, state } = read;
  const zone = account.settings.value("timeZone");
  const campaign = seenObject(account.settings, "Campaign", state.campaignId);
  const isDateSent = isSent && !isMovedOnly(old, props);
  const isCampaignSent = campaign !== undefined && changes(campaign);
  const isChanged = isDateSent || isCampaignSent;
  const drifted = (level: Level, problem: string | undefined) =>
    problem === undefined
      ? []
      : [
          finding(
            isChanged ? level : "info",
            "campaign-drifted",
            `${campaignInWords(campaign)}${problem}`,
          ),
        ];
  if (row === "missing") {
    // If the update sends a date, another check reports the missing campaign.
    const isGone = hasDate(state.status) && !isSent;
    return drifted("warning", isGone ? ` ${missingNow} ${hintForMissing}` : undefined);
  }
  // If the update changes the campaign, the campaign's own preflight check reports the lists.
  const lists = isCampaignSent ? undefined : await listsOf(campaign, row, account);
  const moved = movedDate(row, state, { account });
  const isOther = moved !== undefined && !isSameTime(moved, props.scheduledAt ?? "", zone);
  return [
    ...drifted("error", lists && `: ${lists}`),
    ...drifted("error", isOther ? ` ${movedWords(moved, state, isDateSent)}` : undefined),
    ...drifted("warning", statusNow(state.status, row)),
  ];
}

async function listsOf(
  campaign: ProgramResource | undefined,
  row: CampaignRow,
  account: Account,
): Promise<string | undefined> {
  if (campaign?.old === undefined || isClosed(row)) return undefined;
  return changedListsSentence(row, { old: campaign.old, props: campaign.props }, account);
}

/** The status, date and lists of the campaign for the pull request comment, even if they match the state. */
export async function tellReading({ account, old, own }: Step): Promise<NamedFinding[]> {
  const read = readOf(old, { account, own });
  if (read === undefined) return [];
  const { row, state } = read;
  if (row === "missing") return [readNote({ status: row })];
  const moved = movedDate(row, state, { account });
  // If the declared date is secret, the service's date must stay hidden, too.
  const date = stepSecrets().length > 0 ? undefined : moved;
  const isMoved = moved === undefined ? undefined : true;
  return [readNote(present({ status: row.status, isMoved, date }))];
}

/** The campaign of an existing schedule, if this run has already read the campaign. */
function readOf(old: Partial<ScheduleState>, { account, own }: Pick<Step, "account" | "own">) {
  const { campaignId } = old;
  if (own.id === undefined || campaignId === undefined || isUnknown(campaignId)) return undefined;
  const row = isUndated(old) ? undefined : campaignsOf(account).readBefore(campaignId);
  if (row === undefined || row === "unread") return undefined;
  return { row, state: old as ScheduleState };
}

/**
 * The date to which somebody has moved a campaign; undefined if the date wasn't moved, or if the campaign can't be sent
 * any more.
 */
function movedDate(
  row: CampaignRow,
  state: ScheduleState,
  { account }: Pick<Step, "account">,
): string | undefined {
  if (isClosed(row)) return undefined;
  const { scheduledAt } = dateIn(row, state, account);
  return scheduledAt === state.scheduledAt ? undefined : scheduledAt;
}

/** True if the update sends a change of the campaign to the service. */
function changes({ old, props }: ProgramResource): boolean {
  if (old === undefined) return false;
  const names = new Set([...Object.keys(props), ...Object.keys(old)]);
  return [...names].some((name) => isInput(name) && !isSameContent(old[name], props[name]));
}

const unsent = ["status", "scheduledDate", "__reading", "existingId", "ignoreChecks"];

function isInput(name: string): boolean {
  return !unsent.includes(name);
}

const missingNow =
  "is missing from the service's list of campaigns: it was deleted there, or the list doesn't show it.";

function statusNow(before: string | undefined, { status }: CampaignRow): string | undefined {
  if (before === "paused" && status === "scheduled") {
    return " was paused when it was last read, and somebody has resumed it in the service's web app: it will be sent on its date.";
  }
  if (!hasDate(before) || status !== "draft") return undefined;
  return " is a draft in the service now, so it isn't sent. To have it sent, schedule it in the service's web app.";
}

function movedWords(moved: string, { scheduledAt }: ScheduleState, isDateSent: boolean): string {
  const isHidden = stepSecrets().length > 0;
  const dates = isHidden ? "to another date" : `from ${scheduledAt} to ${moved}`;
  const effect = isDateSent
    ? "This update sends the declared date."
    : "This update sends no date, so what it changes is sent on that date. To keep it, declare it. To get the declared date, move it back in the service's web app.";
  return `was moved ${dates} in the service's web app. ${effect}`;
}
