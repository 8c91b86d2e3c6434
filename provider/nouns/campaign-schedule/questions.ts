import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign-list";
import { asName, quoted } from "../../errors/redact";
import { type Finding, finding, type NamedFinding } from "../../input/finding";
import { isRecordedOnly } from "../../input/mailing-date";
import { isPast, isSameTime, localTime } from "../../input/moment";
import { isUnknown, present } from "../../input/plain";
import {
  type RecipientReach,
  type ScheduleNote,
  scheduleNote,
  sizesOf,
} from "../../input/schedule-note";
import { instantMs } from "../../input/time";
import { declaredTwice, isSameObject } from "../../lifecycle/duplicate";
import type { Declared, Question, QuestionContext } from "../../lifecycle/question";
import { campaignsOf, readingOf, shownCampaign } from "../campaigns/campaign-cache";
import { listsInDiff } from "../campaigns/lists";
import { countContacts } from "../campaigns/recipient-limit";
import { twinsOf } from "../campaigns/same-mailing";
import { closedWords, isOver, isUnsent, missingFinding } from "../campaigns/status";
import { campaignOf, createdLists, inWords } from "./audience";
import { checkAudienceAgain } from "./audience-again";
import { datesOf, doubtOf, isMovedOnly, isNew, paused } from "./date-rule";
import type { CampaignScheduleDecided, CampaignScheduleProps, ScheduleStep } from "./props";
import { isSameDate, wayOutOfMove } from "./read";

type Context = QuestionContext<CampaignScheduleProps, CampaignScheduleDecided>;

/** What a preview looks into for a campaign's date. */
export const campaignScheduleQuestions: readonly Question<
  CampaignScheduleProps,
  CampaignScheduleDecided
>[] = [
  {
    when: "declared",
    about: ["campaignId"],
    ask: (_props, context) =>
      declaredTwice<CampaignScheduleProps>(context, {
        kind: "CampaignSchedule",
        name: "schedule-duplicate",
        isSame: (one, other) => isSameObject(one, other, "campaignId"),
        problem: (other) =>
          `CampaignSchedule ${quoted(other)} in this program schedules the same campaign, so the service may keep either date. Declare only one of them.`,
      }),
  },
  { when: "declared", about: ["campaignId", "scheduledAt"], ask: tellInProgram },
  { when: "shown", about: ["campaignId", "scheduledAt"], ask: tellInStep },
  {
    when: "declared",
    about: ["campaignId", "scheduledAt"],
    ask: async (_props, context) => ((await isRename(context)) ? [] : checkAudienceAgain(context)),
  },
  { when: "new", about: ["scheduledAt"], ask: checkNew },
  { when: "new", about: ["campaignId", "scheduledAt"], ask: checkTwins },
  { when: "changed", about: ["scheduledAt"], ask: checkChange },
];

/** Why the date of a step must not be sent; only a reading of the campaign can show that it was not sent yet. */
export async function refusalOf(
  step: ScheduleStep,
  { account }: QuestionContext,
): Promise<Finding[]> {
  const { settings } = account;
  const { campaignId, scheduledAt } = step.props;
  if (isUnknown(scheduledAt) || isMovedOnly(step.old, step.props)) return [];
  const dates = datesOf(step, settings.value("timeZone"));
  const doubt = doubtOf(dates, account);
  if (doubt === undefined) return [];
  const refusal = [{ path: "scheduledAt", problem: doubt }];
  if (!settings.isExtended) return refusal;
  const row = isUnknown(campaignId) ? "missing" : await campaignsOf(account).readOnce(campaignId);
  // One that this update creates is a draft, and of one that is missing a question says so.
  if (row === "missing") return [];
  if (row === "unread") return refusal;
  if (isUnsent(row)) return doubtOf(dates, account, true) === undefined ? [] : refusal;
  const isKept = isSameDate(row, dates.declared) || (isNew(step.old) && isOver(row));
  return isKept ? [] : refusal;
}

/** A new date for a campaign that was sent, or that has a date already, such as one of a schedule that was removed. */
async function checkNew(
  props: Partial<CampaignScheduleProps>,
  context: Context,
): Promise<NamedFinding[]> {
  const { account } = context;
  const { campaignId, scheduledAt = "", ignoreChecks } = props;
  const { settings } = account;
  if (campaignId === undefined || isUnknown(campaignId)) return [];
  const reading = await readingOf(account, campaignId);
  const row = typeof reading === "object" ? reading : undefined;
  const closed = row && closedFinding(row, { scheduledAt, isNew: true }, account);
  if (closed) return [closed];
  const zone = settings.value("timeZone");
  const { earlier } = account.now();
  const isSent = !isRecordedOnly(present({ scheduledAt, ignoreChecks }), zone, earlier);
  if (isUnknown(scheduledAt) || !isSent) return [];
  const campaign = inWords(await campaignOf(props, context));
  if (!settings.isExtended) return [finding("info", "schedule-pause", mayBeDated(campaign))];
  if (reading === "missing") return [await missing(campaignId, account)];
  if (row?.status !== "scheduled") return [];
  if (isSameDate(row, localTime(scheduledAt, zone) ?? scheduledAt)) return [];
  const problem = `scheduledAt: ${campaign} is already scheduled in the service, for ${asName(row.scheduledDate ?? "an unknown time")}. The service changes a date only while the campaign is paused: pause it in the service's web app before you run pulumi up.`;
  return [finding("warning", "schedule-pause", problem)];
}

/** The twin of a draft is mailed by the draft's date; of a new campaign, its own question has told, but for what only a date shows. */
async function checkTwins(
  props: Partial<CampaignScheduleProps>,
  context: Context,
): Promise<NamedFinding[]> {
  const { account, knowsAll } = context;
  const { scheduledAt = "" } = props;
  const campaign = await campaignOf(props, context);
  const { id, props: { existingId, ignoreChecks } = {} } = campaign ?? {};
  const isLetPass = Array.isArray(ignoreChecks) && ignoreChecks.includes("campaign-exists");
  const isTold = id === undefined && (knowsAll || existingId !== undefined);
  if (campaign === undefined || isLetPass || isTold || isUnknown(scheduledAt)) return [];
  if (id !== undefined && (await shownCampaign(account, id))?.status !== "draft") return [];
  const dates = [localTime(scheduledAt, account.settings.value("timeZone")) ?? scheduledAt];
  return twinsOf({ campaign, dates }, context);
}

/** The service changes a date while the campaign is paused, and the date resumes it; where campaigns can't be read, a rule says so. */
async function checkChange(
  props: Partial<CampaignScheduleProps>,
  context: Context,
): Promise<NamedFinding[]> {
  const { account, old } = context;
  const { campaignId, scheduledAt = "" } = props;
  const { settings } = account;
  const isKnown = campaignId !== undefined && !isUnknown(campaignId);
  if (!settings.isExtended || !isKnown) return [];
  const warning = (problem: string) => [finding("warning", "schedule-pause", problem)];
  // It is sent to a campaign that is still scheduled.
  const campaign = inWords(await campaignOf(props, context));
  if (isMovedOnly(old, props)) return warning(movedDate(campaign, wayOutOfMove(old, settings)));
  const reading = await readingOf(account, campaignId);
  const row = typeof reading === "object" ? reading : undefined;
  const closed = row && closedFinding(row, { scheduledAt, isNew: isNew(old) }, account);
  if (closed) return [closed];
  const zone = settings.value("timeZone");
  const isOpen = [scheduledAt, old.scheduledAt].some(isUnknown);
  if (isOpen || isSameTime(old.scheduledAt ?? "", scheduledAt, zone)) return [];
  // This update knows what it has created.
  if (reading === "missing" && !account.claims.isClaimed("Campaign", campaignId)) {
    return [await missing(campaignId, account)];
  }
  const problem = row ? { scheduled: nowScheduled, paused: nowPaused }[row.status] : paused;
  return problem === undefined ? [] : warning(problem(campaign));
}

/** No date is sent to a campaign that the list lacks, whatever is suppressed. */
async function missing(campaignId: string, account: Account): Promise<NamedFinding> {
  const namesakes = await campaignsOf(account).namedOnce(campaignId, 1);
  return { ...missingFinding(campaignId, namesakes), isLasting: true };
}

/** A date is never sent to a campaign that is being sent, was sent or was stopped; one that says when it was sent is recorded. */
function closedFinding(
  row: CampaignRow,
  { scheduledAt, isNew: isNewDate }: { readonly scheduledAt: string; readonly isNew: boolean },
  { settings, now }: Account,
): NamedFinding | undefined {
  const zone = settings.value("timeZone");
  const isOverBy = () => isPast(scheduledAt, zone, now().earlier);
  const hadDate = isOverBy() || isSameDate(row, localTime(scheduledAt, zone) ?? "");
  const isRecorded = isNewDate && row.status === "finished" && hadDate;
  if (!isOver(row) || isRecorded) return undefined;
  const problem = `campaignId: the campaign ${closedWords[row.status] ?? ""}, so its date will not be sent, and the update will fail. For another mailing, declare another Campaign with its own CampaignSchedule.`;
  return { ...finding("error", "campaign-closed", problem), isLasting: true };
}

const mayBeDated = (campaign: string) =>
  `scheduledAt: ${campaign} may already have a date, for example from a CampaignSchedule that was removed. A preview can't check that. If the campaign has one, pause it in the service's web app before you run pulumi up.`;

const movedDate = (campaign: string, wayOut: string) =>
  `scheduledAt: the date was moved in the service's web app, and the update sends the declared one, which the service may refuse while ${campaign} is scheduled. ${wayOut}`;

const nowScheduled = (campaign: string) =>
  `scheduledAt: ${campaign} is scheduled now, and the service changes a date only while the campaign is paused. Pause it in the service's web app before you run pulumi up. The new date then resumes it.`;

const nowPaused = (campaign: string) =>
  `scheduledAt: ${campaign} is paused now, and the new date resumes it: it will be sent on that date.`;

/**
 * Of a campaign that is there already, the step says it, in whose process a change of its lists is looked into: each list is asked for
 * once. The program says it of a campaign that only the update creates, and of one that it names by a text.
 */
async function tellInProgram(
  props: Partial<CampaignScheduleProps>,
  context: QuestionContext,
): Promise<NamedFinding[]> {
  const { own, account } = context;
  // A preview may ask of an unchanged one, for what it shares with others.
  if (!own.isChanged || (await isRename(context))) return [];
  const campaign = await campaignOf(props, context);
  const isSeenByStep = campaign !== undefined && typeof own.given.campaignId !== "string";
  if (isSeenByStep && !isUnknown(props.campaignId)) return [];
  const created = campaign ? await createdLists(campaign, context) : [];
  return tellAudience(props, campaign, { account, lists: account.lists, created });
}

async function tellInStep(
  props: Partial<CampaignScheduleProps>,
  context: Context,
): Promise<NamedFinding[]> {
  const { account, old } = context;
  const { campaignId, scheduledAt = "" } = props;
  const campaign = isUnknown(campaignId) ? undefined : await campaignOf(props, context);
  const zone = account.settings.value("timeZone");
  const isSame =
    old.campaignId === campaignId && isSameTime(old.scheduledAt ?? "", scheduledAt, zone);
  if (campaign === undefined || isSame) return [];
  return tellAudience(props, campaign, { account, lists: listsInDiff(account) });
}

interface Looked extends Pick<QuestionContext, "account"> {
  readonly lists: Parameters<typeof countContacts>[1];
  readonly created?: readonly string[];
}

/** What reviewers fear as much as a mail that is sent twice: one that is sent to the wrong people. */
async function tellAudience(
  props: Partial<CampaignScheduleProps>,
  campaign: Declared | undefined,
  { account, lists, created = [] }: Looked,
): Promise<NamedFinding[]> {
  const { campaignId, scheduledAt } = props;
  const zone = account.settings.value("timeZone");
  if (scheduledAt === undefined) return [];
  if (isRecordedOnly({ ...props, scheduledAt }, zone, account.now().earlier)) return [];
  const isLater = campaign === undefined && isUnknown(campaignId);
  const reach: RecipientReach = isLater
    ? { contacts: { unknown: "only the update knows its campaign" }, lists: [] }
    : await countContacts(campaign?.props, lists);
  const name = nameOf(campaign) ?? (isUnknown(campaignId) ? undefined : campaignId);
  const others = created.length > 0 && { created };
  const note = present({ campaign: name, ...declaredTime(scheduledAt, zone), ...reach, ...others });
  return [finding("info", "campaign-audience", scheduleNote(note), sizesOf(note))];
}

/** A step of the engine doesn't know the logical name. */
function nameOf(campaign: Declared | undefined): string | undefined {
  if (campaign === undefined) return undefined;
  const own: unknown = campaign.props.name;
  return campaign.name === "" && typeof own === "string" ? own : campaign.name;
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
