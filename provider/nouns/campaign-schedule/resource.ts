import type { Account } from "../../account/account";
import { seenObject } from "../../account/seen-object";
import { EmailMarketingError, isUnconfirmedWrite, unlessOwnError } from "../../errors/error";
import { text } from "../../input/check";
import { commonFields } from "../../input/common-props";
import { localTime, mayBePast } from "../../input/moment";
import { present } from "../../input/plain";
import { time } from "../../input/time";
import { isUnknown } from "../../input/unknown";
import { extended } from "../../lifecycle/extended";
import { leavingOutputs } from "../../lifecycle/failure";
import type { Left, Lifecycle, ObjectOf } from "../../lifecycle/lifecycle";
import { endingOf, hasOtherTime, isRecordedOnly, pausedWords } from "../../mailing/date";
import type { Settings } from "../../settings/settings";
import { campaignsOf } from "../campaigns/campaigns";
import { inCampaign } from "../campaigns/deleted";
import { judgeRecipients } from "../campaigns/recipients";
import { judgeSendWindow } from "../campaigns/send-window";
import { audienceOf } from "./campaign";
import { sendDate } from "./date";
import type { CampaignScheduleProps, CampaignScheduleDecided as Own } from "./props";
import { campaignScheduleQuestions, isNew, refusalOf } from "./questions";
import { readSchedule, type ScheduleDecided } from "./reading";
import { requireRecorded } from "./recorded";
import { datesOf, isDeclaredSent, judgeSchedule, zoneNeeded } from "./rule";

type Decided = Own & ScheduleDecided;

/** How the dates of campaigns live in an account. */
export const campaignScheduleLifecycle: Lifecycle<CampaignScheduleProps, Decided> = {
  kind: "CampaignSchedule",
  namedBy: "campaignId",
  fields: {
    campaignId: {
      required: true,
      check: text({
        min: 1,
        form: {
          // Recorded in place of the id that a lost create would have given; the service knows no such id.
          pattern: /^(?!unknown:)/,
          words: "refers to a campaign whose creation is unconfirmed; resolve that campaign first",
        },
      }),
      replaces: true,
    },
    scheduledAt: { required: true, check: time },
    ...commonFields,
  },
  outputs: {
    sent: true,
    sentTime: { repeats: "scheduledAt" },
    unconfirmedTimes: { repeats: "scheduledAt" },
    status: true,
    reading: { repeats: "scheduledAt" },
  },
  questions: campaignScheduleQuestions,
  repeatable: "all",
  mailPart: "date",
  rules: judgeSchedule,
  outdated,
  read: extended(readSchedule),
  find: "Declare it: pulumi up sends the date to the campaign",
  mails: (settings, step) =>
    sendsDate(settings, step)
      ? {
          isSent: true,
          refusal: (context) => refusalOf(step, context),
          forbidden: async (context) => {
            const outside = judgeSendWindow(step.props.scheduledAt, settings);
            if (outside.length > 0) return outside;
            return judgeRecipients(() => audienceOf(step.props, context), context.account);
          },
        }
      : undefined,
  mailsAgain,
  async create(account, props) {
    const { campaignId } = props;
    const isOver = isRecordedOnly(props, account.settings.value("timeZone"));
    // A date is a field of its campaign, without an id of its own.
    if (isOver) return { id: campaignId, outputs: { sent: false } };
    const outputs = await send(account, { props });
    account.claims.claim("CampaignSchedule", campaignId);
    return { id: campaignId, outputs };
  },
  async update(account, _campaignId, { old, props }) {
    if (hasOtherTime(old, props, account.settings.value("timeZone"))) {
      return send(account, { old, props });
    }
    const { sent = true, sentTime, unconfirmedTimes, status } = old;
    // A date that somebody has moved, and that the program declares by now, is compared anew.
    const reading = old.reading?.declared === undefined ? old.reading : undefined;
    return present({ sent, sentTime, unconfirmedTimes, status, reading });
  },
  leaves: leavesDate,
};

type State = CampaignScheduleProps & Partial<Decided>;

/** No operation takes a date back, so a removal can only say what the campaign will do. */
function leavesDate(state: State): Left;
function leavesDate(state: State, of: ObjectOf): Promise<Left | undefined>;
function leavesDate(state: State, of?: ObjectOf): Left | Promise<Left | undefined> {
  return of === undefined ? leftOfDate(state) : leftNow(state, of);
}

/** What is read right now is said of the campaign; where nothing is, it may be sent. */
async function leftNow(state: State, { account, id }: ObjectOf): Promise<Left | undefined> {
  // The date is the one of another resource by now, or of this one after its replacement.
  if (account.claims.isClaimed("CampaignSchedule", id)) return undefined;
  const { settings } = account;
  const zone = settings.value("timeZone");
  if (!settings.isExtended) return leftOfDate(state, zone);
  const row = await campaignsOf(account).readOnce(id).catch(unlessOwnError);
  if (typeof row === "object") return leftOfDate({ ...state, status: row.status }, zone);
  const { status, ...rest } = state;
  return leftOfDate(status === "paused" ? rest : state, zone);
}

function leftOfDate(state: State, zone?: string): Left {
  const ending = endingOf(state, zone);
  if (ending !== undefined) return { after: `only: ${ending}` };
  const isPaused = state.status === "paused";
  const before = isPaused ? `the campaign keeps its date: ${pausedWords}.` : stillSent(state);
  return { before, after: `only: ${isPaused ? nowPaused : before}` };
}

const nowPaused =
  "the campaign is paused and keeps its date: it isn't sent unless somebody resumes it in the service's web app.";

function stillSent({ campaignId, scheduledAt }: CampaignScheduleProps): string {
  return `the campaign keeps its date and WILL still be sent at ${scheduledAt}. To stop it, pause campaign ${campaignId} in the service's web app.`;
}

/** Whether the program declares what it declared before somebody moved the date in the service. */
function isDrift({ reading }: Partial<Decided>, { scheduledAt }: CampaignScheduleProps): boolean {
  return reading?.declared === scheduledAt;
}

interface Sending {
  /** Undefined for a new schedule. */
  readonly old?: (CampaignScheduleProps & Partial<Decided>) | undefined;
  readonly props: CampaignScheduleProps;
}

async function send(account: Account, { old, props }: Sending): Promise<Decided> {
  const { settings } = account;
  const { campaignId, scheduledAt } = props;
  requireRecorded(account, campaignId);
  // The service takes local times only, which name no zone.
  const zone = settings.value("timeZone");
  const sentTime = localTime(scheduledAt, zone);
  if (sentTime === undefined) {
    throw new EmailMarketingError("config", `scheduledAt: ${zoneNeeded(settings)}.`);
  }
  const dates = datesOf(old, props, zone);
  const before = [dates.old, ...dates.lost].filter((time) => time !== undefined);
  const sending = () =>
    sendDate(account, {
      campaignId,
      dates,
      isNew: isNew(old),
      isDeclaredSent: isDeclaredSent(dates, props, settings),
      isDrift: old !== undefined && isDrift(old, props),
    });
  const { hasDate, isRecorded, isShown, outputs } = await leavingOutputs(
    () => inCampaign(sending),
    (error) =>
      isUnconfirmedWrite(error)
        ? { unconfirmedTimes: [...new Set([...before, sentTime])] }
        : undefined,
  );
  if (hasDate) {
    // One that has passed while this one was sent may have been the date of a mail.
    const open = before.filter((time) => time !== sentTime && mayBePast(time, zone));
    const unconfirmed = !isShown && open.length > 0 && { unconfirmedTimes: open };
    // What a refresh has found before the declared date was sent again may be the service's form of it.
    const found = old && isDrift(old, props) ? old.reading?.before : undefined;
    const reading = found !== undefined && { reading: { before: found } };
    return { sent: true, sentTime, ...unconfirmed, ...reading, ...outputs };
  }
  if (old === undefined || isRecorded) return { sent: false, ...outputs };
  // The date in the service is still another one, which the next refresh shows.
  const { sent = true, unconfirmedTimes, reading } = old;
  return {
    ...present({ sent, unconfirmedTimes }),
    ...outputs,
    ...(reading?.scheduledDate !== undefined && {
      reading: { scheduledDate: reading.scheduledDate },
    }),
  };
}

/** Whether a step sends a date, by which the campaign is mailed. */
function sendsDate(settings: Settings, { old, props }: Sending): boolean {
  const zone = settings.value("timeZone");
  const isKnown = !isUnknown(props.scheduledAt);
  if (old === undefined) return !(isKnown && isRecordedOnly(props, zone));
  if (!isKnown || !hasOtherTime(old, props, zone)) return false;
  return !isDeclaredSent(datesOf(old, props, zone), props, settings);
}

/**
 * Shown by the date alone: of a campaign that is replaced by "--replace" or after a taint, the engine shows its provider nothing of
 * the old one. A campaign that no Campaign of the program has had is none that was replaced.
 */
function mailsAgain(
  { settings }: Account,
  { campaignId, sent, status }: CampaignScheduleProps & Partial<Decided>,
  props: CampaignScheduleProps,
): string | undefined {
  const isSent = sent !== false && status !== "aborted";
  const isOfProgram =
    isUnknown(props.campaignId) || seenObject(settings, "Campaign", props.campaignId) !== undefined;
  const before = seenObject(settings, "Campaign", campaignId);
  const isKept = before !== undefined && before.isGone !== true;
  if (!isSent || !isOfProgram || isKept || !sendsDate(settings, { props })) return undefined;
  return `campaignId: campaign ${campaignId} got a date, which no update takes back, and no Campaign of the program has it so far: with a date for another campaign in its place, readers could be mailed twice. After pulumi state taint, run pulumi state untaint; after a rename, add an alias; if the program keeps that Campaign, name it in dependsOn of this resource. If both are to be sent, or you have stopped campaign ${campaignId} in the service's web app, add "campaign-replaced" to ignoreChecks.`;
}

function outdated(
  { settings }: Account,
  old: CampaignScheduleProps & Partial<Decided>,
  props: CampaignScheduleProps,
): string | undefined {
  const zone = settings.value("timeZone");
  const isOther = hasOtherTime(old, props, zone);
  if (!isOther && old.reading?.declared !== undefined) {
    return "scheduledAt: the program declares the date that was set in the service, so it is recorded, and nothing is sent.";
  }
  if (old.scheduledAt !== props.scheduledAt || !isOther) return undefined;
  return `scheduledAt: the setting timeZone has changed, so the date is sent again: ${localTime(props.scheduledAt, zone)} instead of ${old.sentTime}. The service changes a date only while the campaign is paused.`;
}
