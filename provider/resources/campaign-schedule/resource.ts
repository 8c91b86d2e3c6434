import type { Account } from "../../account/account";
import type { DateContext } from "../../account/service-time";
import { endingOf, hasOtherTime, pausedWords } from "../../email/date";
import { unlessOwnError } from "../../errors/error";
import { text } from "../../input/check";
import { commonFields } from "../../input/field";
import { time } from "../../input/time";
import type { Lifecycle, ObjectOf, RetainMessage } from "../../lifecycle/lifecycle";
import { isUnknown, present } from "../../plain/value";
import { campaignsOf } from "../campaigns/campaign-cache";
import { judgeRecipients } from "../campaigns/recipients";
import { replaceRefusal } from "../campaigns/same-mailing";
import { judgeSendWindow } from "../campaigns/send-window";
import { checkDate } from "./check";
import { dateChange, decide, draft, isMovedOnly, isOnlyRecorded, localDate, nowIn } from "./decide";
import { campaignSchedulePreflight, dateRefusal } from "./preflight";
import type {
  CampaignScheduleOutputs,
  CampaignScheduleProps,
  ScheduleState,
  ScheduleStep,
} from "./props";
import { readSchedule } from "./read";
import { audienceOf } from "./recipients";
import { sendDate } from "./request-date";

export const campaignScheduleLifecycle: Lifecycle<CampaignScheduleProps, CampaignScheduleOutputs> =
  {
    kind: "CampaignSchedule",
    labelInput: "campaignId",
    fields: {
      campaignId: {
        required: true,
        check: text({
          min: 1,
          form: {
            // Refuses the placeholder id of an unconfirmed campaign, because the service doesn't know that id.
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
    preflightChecks: campaignSchedulePreflight,
    resendUnconfirmed: "all",
    emailRole: "schedule",
    rules: checkDate,
    needsUpdate,
    read: { extended: readSchedule },
    find: "Declare it: pulumi up sends the date to the campaign",
    emailSentBy: (at, step) =>
      sendsDate(at, step)
        ? {
            isSent: true,
            refusal: (program) => dateRefusal(step, program),
            inputViolations: judgeSendWindow(step.props.scheduledAt, at.settings),
            accountViolations: (program) =>
              judgeRecipients(() => audienceOf(step.props, program), program.account),
          }
        : undefined,
    replaceRefusal: (account, old, props) =>
      isOnlyRecorded(account, props) ? undefined : replaceRefusal(account, old, props),
    async create(account, props) {
      const { campaignId } = props;
      // A date is a field of its campaign and has no id, so the resource has the campaign's id.
      if (isOnlyRecorded(account, props)) return { id: campaignId, outputs: { sent: false } };
      const outputs = await sendDate(account, { props });
      account.claims.claim("CampaignSchedule", campaignId);
      return { id: campaignId, outputs };
    },
    async update(account, _campaignId, { old, props }) {
      if (isOtherTime(account, old, props)) return sendDate(account, { old, props });
      const { sent = true, sentTime, unconfirmedTimes, status } = old;
      // If the program now declares the date that somebody has set in the service, drop the baseline of the old date.
      const __reading = old.__reading?.declared === undefined ? old.__reading : undefined;
      return present({ sent, sentTime, unconfirmedTimes, status, __reading });
    },
    retainMessage: retainsDate,
  };

/**
 * The message of a delete about the campaign's date, which stays in the service because no operation removes a date.
 */
function retainsDate(state: ScheduleState, of?: undefined, zone?: string): RetainMessage;
function retainsDate(state: ScheduleState, of: ObjectOf): Promise<RetainMessage | undefined>;
function retainsDate(
  state: ScheduleState,
  of?: ObjectOf,
  zone?: string,
): RetainMessage | Promise<RetainMessage | undefined> {
  return of === undefined ? retainedDateMessage(state, zone) : retainedNow(state, of);
}

/**
 * The message of a delete, from the campaign as read in this run. If the campaign can't be read, it may still be sent.
 */
async function retainedNow(
  state: ScheduleState,
  { account, id }: ObjectOf,
): Promise<RetainMessage | undefined> {
  // The date now belongs to another resource, or to the replacement of this resource.
  if (account.claims.isClaimed("CampaignSchedule", id)) return undefined;
  const { settings, now } = account;
  const left = (known: ScheduleState) =>
    retainedDateMessage(known, settings.value("timeZone"), now().earlier);
  if (!settings.isExtended) return left(state);
  const row = await campaignsOf(account).readOnce(id).catch(unlessOwnError);
  if (typeof row === "object") return left({ ...state, status: row.status });
  const { status, ...rest } = state;
  return left(status === "paused" ? rest : state);
}

function retainedDateMessage(state: ScheduleState, zone?: string, now?: number): RetainMessage {
  const ending = endingOf(state, zone, now);
  if (ending !== undefined) return { result: `only: ${ending}` };
  if (state.status === "paused") {
    const after =
      "only: the campaign is paused and keeps its date: it isn't sent unless somebody resumes it in the service's web app.";
    return { preview: `the campaign keeps its date: ${pausedWords}.`, result: after };
  }
  const before = `the campaign keeps its date and WILL still be sent at ${state.scheduledAt}. To stop it, pause campaign ${state.campaignId} in the service's web app.`;
  return { preview: before, result: `only: ${before}` };
}

/**
 * True if the update may send a date. If campaigns can be read, assumes a draft, which accepts more dates than any other
 * status, so that no guard is skipped.
 */
function sendsDate(at: DateContext, step: ScheduleStep): boolean {
  const { old, props } = step;
  if (old !== undefined && (isUnknown(props.scheduledAt) || !isOtherTime(at, old, props))) {
    return false;
  }
  const reading = at.settings.isExtended ? draft : "unread";
  return decide(dateChange(step, at.settings), reading, nowIn(at)).is !== "record";
}

function isOtherTime(at: DateContext, old: ScheduleState, props: CampaignScheduleProps): boolean {
  return hasOtherTime(old, props, at.settings.value("timeZone"), nowIn(at).earlier);
}

function needsUpdate(
  account: Account,
  old: ScheduleState,
  props: CampaignScheduleProps,
): string | true | undefined {
  const isOther = isOtherTime(account, old, props);
  if (!isOther && old.__reading?.declared !== undefined) {
    return "scheduledAt: the program declares the date that was set in the service, so it is recorded, and nothing is sent.";
  }
  // The last update didn't send the declared date, although the engine stored that date as an input. A preflight check
  // gives the advice.
  if (isMovedOnly(old, props)) return true;
  if (old.scheduledAt !== props.scheduledAt || !isOther) return undefined;
  return `scheduledAt: the setting timeZone has changed, so the date is sent again: ${localDate(props.scheduledAt, account.settings)} instead of ${old.sentTime}. The service changes a date only while the campaign is paused.`;
}
