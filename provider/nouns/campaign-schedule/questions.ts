import { type Finding, finding, type NamedFinding } from "../../input/finding";
import { isPast, isSameTime, localTime } from "../../input/moment";
import { present } from "../../input/plain";
import { instantMs } from "../../input/time";
import { isUnknown } from "../../input/unknown";
import { declaredTwice, isSameObject } from "../../lifecycle/declared-twice";
import type { Declared, Question, QuestionContext } from "../../lifecycle/question";
import { isRecordedOnly } from "../../mailing/date";
import { type Reach, type ScheduleNote, scheduleNote } from "../../mailing/note";
import { campaignsOf } from "../campaigns/campaigns";
import { countContacts } from "../campaigns/recipients";
import { closedWords, isOver } from "../campaigns/status";
import { checkAudienceAgain } from "./audience-again";
import { campaignOf } from "./campaign";
import { isUnsent, wayOutOfMove } from "./date";
import type { CampaignScheduleProps } from "./props";
import { isSameDate, type ScheduleDecided } from "./reading";
import { datesOf, doubtOf, paused } from "./rule";

interface ScheduleStep {
  readonly old?: (CampaignScheduleProps & Partial<ScheduleDecided>) | undefined;
  readonly props: CampaignScheduleProps;
}

type Context = QuestionContext<CampaignScheduleProps, ScheduleDecided>;

/** What a preview looks into for a campaign's date. */
export const campaignScheduleQuestions: readonly Question<
  CampaignScheduleProps,
  ScheduleDecided
>[] = [
  declaredTwice({
    kind: "CampaignSchedule",
    about: ["campaignId"],
    name: "schedule-duplicate",
    isSame: (one, other) => isSameObject(one, other, "campaignId"),
    problem: (other) =>
      `CampaignSchedule "${other}" in this program schedules the same campaign, so the service may keep either date. Declare only one of them.`,
  }),
  { when: "declared", about: ["campaignId", "scheduledAt"], ask: tellAudience },
  {
    when: "declared",
    about: ["campaignId", "scheduledAt"],
    ask: unlessRenamed(checkAudienceAgain),
  },
  { when: "new or changed", about: ["scheduledAt"], ask: checkOpen },
  { when: "new", about: ["campaignId", "scheduledAt"], ask: checkDated },
  { when: "changed", about: ["scheduledAt"], ask: checkMoved },
];

/** A date that only somebody in the service has changed is sent to a campaign that is still scheduled. */
function isMovedOnly({ scheduledAt }: Partial<CampaignScheduleProps>, { old }: Context): boolean {
  return scheduledAt !== undefined && old.reading?.declared === scheduledAt;
}

/** The service changes a date while the campaign is paused, and the date resumes it; where campaigns can't be read, a rule says so. */
async function checkMoved(
  props: Partial<CampaignScheduleProps>,
  context: Context,
): Promise<NamedFinding[]> {
  const { account, old } = context;
  const { campaignId = "", scheduledAt = "" } = props;
  if (!account.settings.isExtended) return [];
  const warning = (problem: string) => [finding("warning", "schedule-pause", problem)];
  if (isMovedOnly(props, context)) return warning(movedDate);
  const zone = account.settings.value("timeZone");
  const isKnown = ![campaignId, scheduledAt, old.scheduledAt].some(isUnknown);
  if (!isKnown || isSameTime(old.scheduledAt ?? "", scheduledAt, zone)) return [];
  const row = await campaignsOf(account).readOnce(campaignId);
  if (typeof row === "string") return warning(paused);
  const problem = { scheduled: nowScheduled, paused: nowPaused }[row.status];
  return problem === undefined ? [] : warning(problem);
}

/** Whether a schedule is one that the service may not have had yet: after a create that is unconfirmed, it is as new as before. */
export function isNew(
  old: Partial<Pick<CampaignScheduleProps, "scheduledAt">> | undefined,
): boolean {
  return old?.scheduledAt === undefined || isUnknown(old.scheduledAt);
}

/** Why the date of a step must not be sent; only a reading of the campaign can show that it was not sent yet. */
export async function refusalOf(
  { old, props }: ScheduleStep,
  { account }: QuestionContext,
): Promise<Finding[]> {
  const { settings } = account;
  const { campaignId, scheduledAt } = props;
  if (isUnknown(scheduledAt) || old?.reading?.declared === scheduledAt) return [];
  const dates = datesOf(old, props, settings.value("timeZone"));
  const doubt = doubtOf(dates, settings);
  if (doubt === undefined) return [];
  const refusal = [{ path: "scheduledAt", problem: doubt }];
  if (!settings.isExtended) return refusal;
  const row = isUnknown(campaignId) ? "missing" : await campaignsOf(account).readOnce(campaignId);
  // One that this update creates is a draft, and one that is missing is refused by the update.
  if (row === "missing") return [];
  if (row === "unread") return refusal;
  if (isUnsent(row)) return doubtOf(dates, settings, true) === undefined ? [] : refusal;
  const isKept = isSameDate(row, dates.declared) || (isNew(old) && isOver(row));
  return isKept ? [] : refusal;
}

/** A schedule that was removed left its date in the service, where it is in the way of another one. */
async function checkDated(
  { campaignId, scheduledAt = "", ignoreChecks }: Partial<CampaignScheduleProps>,
  { account }: QuestionContext,
): Promise<NamedFinding[]> {
  const { settings } = account;
  const campaigns = campaignsOf(account);
  if (campaignId === undefined || isUnknown(campaignId) || isUnknown(scheduledAt)) return [];
  const zone = settings.value("timeZone");
  if (isRecordedOnly(present({ scheduledAt, ignoreChecks }), zone)) return [];
  if (!settings.isExtended) return [finding("info", "schedule-pause", mayBeDated)];
  const row = await campaigns.readOnce(campaignId);
  if (typeof row === "string" || row.status !== "scheduled") return [];
  if (isSameDate(row, localTime(scheduledAt, zone) ?? scheduledAt)) return [];
  const problem = `scheduledAt: the campaign is already scheduled in the service, for ${row.scheduledDate ?? "an unknown time"}. The service changes a date only while the campaign is paused: pause it in the service's web app before you run pulumi up.`;
  return [finding("warning", "schedule-pause", problem)];
}

const mayBeDated =
  "scheduledAt: the campaign may already have a date, for example from a CampaignSchedule that was removed. A preview can't check that. If the campaign has one, pause it in the service's web app before you run pulumi up.";

const movedDate = `scheduledAt: the date was moved in the service's web app, and the update sends the declared one, which the service may refuse while the campaign is scheduled. ${wayOutOfMove}`;

const nowScheduled =
  "scheduledAt: the campaign is scheduled now, and the service changes a date only while the campaign is paused. Pause it in the service's web app before you run pulumi up. The new date then resumes it.";

const nowPaused =
  "scheduledAt: the campaign is paused now, and the new date resumes it: it will be sent on that date.";

function unlessRenamed(
  ask: (context: QuestionContext) => Promise<NamedFinding[]>,
): Question<CampaignScheduleProps>["ask"] {
  return async (_props, context) => ((await isRename(context)) ? [] : ask(context));
}

/** What reviewers fear as much as a mail that is sent twice: one that is sent to the wrong people. */
async function tellAudience(
  props: Partial<CampaignScheduleProps>,
  context: QuestionContext,
): Promise<NamedFinding[]> {
  const { campaignId, scheduledAt } = props;
  // A preview may ask of an unchanged one, for what it shares with others.
  if (!context.own.isChanged) return [];
  if (await isRename(context)) return [];
  const zone = context.account.settings.value("timeZone");
  if (scheduledAt === undefined || isRecordedOnly({ ...props, scheduledAt }, zone)) return [];
  const campaign = await campaignOf(props, context);
  const name = campaign?.name ?? (isUnknown(campaignId) ? undefined : campaignId);
  const note = present({
    campaign: name,
    ...declaredTime(scheduledAt, zone),
    ...(await reachOf(props, campaign, context)),
  });
  return [finding("info", "campaign-audience", scheduleNote(note), note)];
}

async function reachOf(
  { campaignId }: Partial<CampaignScheduleProps>,
  campaign: Declared | undefined,
  { account }: QuestionContext,
): Promise<Reach> {
  if (campaign === undefined && isUnknown(campaignId)) {
    return { contacts: { unknown: "only the update knows its campaign" }, lists: [] };
  }
  const { contacts, lists } = await countContacts(campaign?.props, account.lists);
  const sizes = lists.map(({ id, name, contact_count }) => ({ id, name, contacts: contact_count }));
  return { contacts, lists: sizes };
}

/**
 * Whether only the name of the account changes, which sends nothing. Such a change shows in every resource of the account, so one
 * unchanged resource proves that this is no rename. The plugin doesn't know yet what the program declares later.
 */
async function isRename({ account, own, declared, knowsAll }: QuestionContext): Promise<boolean> {
  const isNew = own.id === undefined;
  if (isNew || account.settings.value("formerAccounts") === undefined) return false;
  const all = await declared();
  return all.every((one) => one.isChanged || (!knowsAll && one.order > own.order));
}

function declaredTime(
  scheduledAt: string,
  zone: string | undefined,
): Pick<ScheduleNote, "time" | "zone"> {
  if (isUnknown(scheduledAt)) return { time: "a time that only the update knows" };
  const isLocal = instantMs(scheduledAt) === undefined && zone !== undefined;
  return { time: scheduledAt, ...(isLocal && { zone }) };
}

/** A date is never sent to a campaign that is being sent, was sent or was stopped. */
async function checkOpen(
  props: Partial<CampaignScheduleProps>,
  context: Context,
): Promise<NamedFinding[]> {
  const { account, own, old } = context;
  const { campaignId, scheduledAt = "" } = props;
  const isKnown = campaignId !== undefined && !isUnknown(campaignId);
  if (!account.settings.isExtended || !isKnown) return [];
  if (isMovedOnly(props, context)) return [];
  const row = await campaignsOf(account).readOnce(campaignId);
  if (row === "unread" || row === "missing" || !isOver(row)) return [];
  const zone = account.settings.value("timeZone");
  const hadDate = isPast(scheduledAt, zone) || isSameDate(row, localTime(scheduledAt, zone) ?? "");
  if ((own.id === undefined || isNew(old)) && row.status === "finished" && hadDate) return [];
  const problem = `campaignId: the campaign ${closedWords[row.status] ?? ""}, so its date will not be sent, and the update will fail. For another mailing, declare another Campaign with its own CampaignSchedule.`;
  return [{ ...finding("error", "campaign-closed", problem), isLasting: true }];
}
