import type { Account } from "../../account/account";
import type { Timed } from "../../account/service-time";
import { EmailMarketingError, unlessOwnError } from "../../errors/error";
import { text } from "../../input/check";
import { commonFields } from "../../input/field";
import { endingOf, hasOtherTime, pausedWords } from "../../input/mailing-date";
import { localTime, mayBePast } from "../../input/moment";
import { isUnknown, present } from "../../input/plain";
import { time } from "../../input/time";
import { leavingOutputs } from "../../lifecycle/failure";
import type { Left, Lifecycle, ObjectOf } from "../../lifecycle/lifecycle";
import { campaignsOf, inCampaign } from "../campaigns/campaign-cache";
import { judgeRecipients } from "../campaigns/recipient-lists";
import { mailsAgain } from "../campaigns/same-mailing";
import { isOver } from "../campaigns/status";
import { audienceOf } from "./audience";
import {
  datesOf,
  isDeclaredSent,
  isMovedOnly,
  isNew,
  isOnlyRecorded,
  isRecordedAsSent,
  judgeSchedule,
  localDate,
  nowIn,
  zoneNeeded,
} from "./date-rule";
import type {
  CampaignScheduleDecided,
  CampaignScheduleProps,
  ScheduleState,
  ScheduleStep,
} from "./props";
import { campaignScheduleQuestions, refusalOf } from "./questions";
import { readSchedule, wayOutOfMove } from "./read";
import { type DateOutcome, requestDate } from "./request-date";
import { judgeSendWindow } from "./send-window";

export const campaignScheduleLifecycle: Lifecycle<CampaignScheduleProps, CampaignScheduleDecided> =
  {
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
            words:
              "refers to a campaign whose creation is unconfirmed; resolve that campaign first",
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
      __reading: { repeats: "scheduledAt" },
    },
    questions: campaignScheduleQuestions,
    repeatable: "all",
    mailPart: "date",
    rules: judgeSchedule,
    outdated,
    read: { extended: readSchedule },
    find: "Declare it: pulumi up sends the date to the campaign",
    mails: (at, step) =>
      sendsDate(at, step)
        ? {
            isSent: true,
            refusal: (context) => refusalOf(step, context),
            forbidden: async (context) => {
              const outside = judgeSendWindow(step.props.scheduledAt, at.settings);
              if (outside.length > 0) return outside;
              return judgeRecipients(() => audienceOf(step.props, context), context.account);
            },
          }
        : undefined,
    mailsAgain: (account, old, props) =>
      isOnlyRecorded(account, props) ? undefined : mailsAgain(account, old, props),
    async create(account, props) {
      const { campaignId } = props;
      // A date is a field of its campaign, without an id of its own.
      if (isOnlyRecorded(account, props)) return { id: campaignId, outputs: { sent: false } };
      const outputs = await sendDate(account, { props });
      account.claims.claim("CampaignSchedule", campaignId);
      return { id: campaignId, outputs };
    },
    async update(account, _campaignId, { old, props }) {
      if (isOtherTime(account, old, props)) return sendDate(account, { old, props });
      const { sent = true, sentTime, unconfirmedTimes, status } = old;
      // A date that somebody has moved, and that the program declares by now, is compared anew.
      const __reading = old.__reading?.declared === undefined ? old.__reading : undefined;
      return present({ sent, sentTime, unconfirmedTimes, status, __reading });
    },
    leaves: leavesDate,
  };

/** No operation takes a date back, so a removal can only say what the campaign will do. */
function leavesDate(state: ScheduleState, of?: undefined, zone?: string): Left;
function leavesDate(state: ScheduleState, of: ObjectOf): Promise<Left | undefined>;
function leavesDate(
  state: ScheduleState,
  of?: ObjectOf,
  zone?: string,
): Left | Promise<Left | undefined> {
  return of === undefined ? leftOfDate(state, zone) : leftNow(state, of);
}

/** What is read right now is said of the campaign; where nothing is, it may be sent. */
async function leftNow(state: ScheduleState, { account, id }: ObjectOf): Promise<Left | undefined> {
  // The date is the one of another resource by now, or of this one after its replacement.
  if (account.claims.isClaimed("CampaignSchedule", id)) return undefined;
  const { settings, now } = account;
  const left = (known: ScheduleState) =>
    leftOfDate(known, settings.value("timeZone"), now().earlier);
  if (!settings.isExtended) return left(state);
  const row = await campaignsOf(account).readOnce(id).catch(unlessOwnError);
  if (typeof row === "object") return left({ ...state, status: row.status });
  const { status, ...rest } = state;
  return left(status === "paused" ? rest : state);
}

function leftOfDate(state: ScheduleState, zone?: string, now?: number): Left {
  const ending = endingOf(state, zone, now);
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

function sendsDate(at: Timed, step: ScheduleStep): boolean {
  const { old, props } = step;
  if (old === undefined) return !isOnlyRecorded(at, props);
  if (isUnknown(props.scheduledAt) || !isOtherTime(at, old, props)) return false;
  const dates = datesOf(step, at.settings);
  return !(isDeclaredSent(dates, props) && isRecordedAsSent(dates, at));
}

function isOtherTime(at: Timed, old: ScheduleState, props: CampaignScheduleProps): boolean {
  return hasOtherTime(old, props, at.settings.value("timeZone"), nowIn(at).earlier);
}

function outdated(
  account: Account,
  old: ScheduleState,
  props: CampaignScheduleProps,
): string | undefined {
  const isOther = isOtherTime(account, old, props);
  if (!isOther && old.__reading?.declared !== undefined) {
    return "scheduledAt: the program declares the date that was set in the service, so it is recorded, and nothing is sent.";
  }
  // After an update that didn't send it, the engine has the declared date; a question says what is to be done.
  if (isMovedOnly(old, props)) return "";
  if (old.scheduledAt !== props.scheduledAt || !isOther) return undefined;
  return `scheduledAt: the setting timeZone has changed, so the date is sent again: ${localDate(props.scheduledAt, account.settings)} instead of ${old.sentTime}. The service changes a date only while the campaign is paused.`;
}

async function sendDate(account: Account, step: ScheduleStep): Promise<CampaignScheduleDecided> {
  const { settings } = account;
  const { old, props } = step;
  requireRecorded(account, props.campaignId);
  const zone = settings.value("timeZone");
  // The service takes local times only, which name no zone.
  if (localTime(props.scheduledAt, zone) === undefined) {
    throw new EmailMarketingError("config", `scheduledAt: ${zoneNeeded(settings)}.`);
  }
  const dates = datesOf(step, settings);
  const before = [dates.old, ...dates.lost].filter((time) => time !== undefined);
  const date = {
    campaignId: props.campaignId,
    dates,
    isNew: isNew(old),
    isDeclaredSent: isDeclaredSent(dates, props),
    wayOutOfMove: old && isMovedOnly(old, props) ? wayOutOfMove(old, settings) : undefined,
  };
  const unconfirmedTimes = [...new Set([...before, dates.declared])];
  const outcome = await leavingOutputs({ unconfirmedTimes }, () =>
    inCampaign(() => requestDate(account, date)),
  );
  // One that has passed while this one was sent may have been the date of a mail.
  const { later } = account.now();
  const open = before.filter((time) => time !== dates.declared && mayBePast(time, zone, later));
  return outputsAfter(outcome, step, { sentTime: dates.declared, open });
}

/**
 * Fails for a campaign that this update has created, if the engine writes its state only at the end: an update that is killed
 * before that leaves no campaign in the state, so the next one would create and mail a second campaign.
 */
function requireRecorded({ claims }: Account, campaignId: string): void {
  const skips = /^(1|true)$/i.test(process.env.PULUMI_SKIP_CHECKPOINTS ?? "");
  if (!skips || !claims.isClaimed("Campaign", campaignId)) return;
  throw new EmailMarketingError(
    "conflict",
    "not scheduled yet, because this update created the campaign and PULUMI_SKIP_CHECKPOINTS is set: if the update were " +
      "killed, the next one would create and mail a second campaign. Run pulumi up again.",
  );
}

function outputsAfter(
  { hasDate, isRecorded, isShown = false, outputs }: DateOutcome,
  { old, props }: ScheduleStep,
  { sentTime, open }: { readonly sentTime: string; readonly open: string[] },
): CampaignScheduleDecided {
  if (hasDate) {
    const unconfirmed = !isShown && open.length > 0 && { unconfirmedTimes: open };
    // What a refresh has found before the declared date was sent again may be the service's form of it.
    const found = isMovedOnly(old, props) ? old?.__reading?.before : undefined;
    const reading = found !== undefined && { __reading: { before: found } };
    return { sent: true, sentTime, ...unconfirmed, ...reading, ...outputs };
  }
  if (old === undefined || isRecorded) return { sent: false, ...outputs };
  const { sent = true, unconfirmedTimes, scheduledAt, status, __reading } = old;
  // The service still has the date that somebody has set, which the next preview shows.
  if (!isOver(outputs) && !isNew(old)) {
    return present({ sent, unconfirmedTimes, scheduledAt, status, __reading, ...outputs });
  }
  const { scheduledDate } = __reading ?? {};
  const reading = scheduledDate === undefined ? undefined : { scheduledDate };
  return { ...present({ sent, unconfirmedTimes, __reading: reading }), ...outputs };
}
