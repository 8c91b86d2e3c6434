import type { Account } from "../../account/account";
import { isLocked } from "../../api/campaign";
import { EmailMarketingError, isUnconfirmedWrite } from "../../errors/error";
import { text } from "../../input/check";
import { commonFields } from "../../input/common-props";
import { isPast, isSameTime, localTime, mayBePast } from "../../input/moment";
import { present } from "../../input/plain";
import { time } from "../../input/time";
import { isUnknown } from "../../input/unknown";
import { inCampaign } from "../../lifecycle/deleted-campaign";
import { extended } from "../../lifecycle/extended";
import type { Lifecycle } from "../../lifecycle/lifecycle";
import { leavingOutputs } from "../../lifecycle/refused-update";
import type { Settings } from "../../settings/settings";
import { audienceOf } from "./campaign";
import { sendDate } from "./date";
import type { CampaignScheduleProps, CampaignScheduleDecided as Own } from "./props";
import { campaignScheduleQuestions, isNew, refusalOf } from "./questions";
import { readSchedule, type ScheduleDecided } from "./reading";
import { requireRecorded } from "./recorded";
import { datesOf, isRecordedOnly, isSettled, judgeSchedule, zoneNeeded } from "./rule";

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
  outputs: { sent: true, sentTime: true, unconfirmedTimes: true, status: true, reading: true },
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
          at: step.props.scheduledAt,
          refusal: (context) => refusalOf(step, context),
          audience: (context) => audienceOf(step.props, context),
        }
      : undefined,
  async create(account, props) {
    const { campaignId } = props;
    const isOver = isRecordedOnly(props, account.settings.value("timeZone"));
    // A date is a field of its campaign, without an id of its own.
    return { id: campaignId, outputs: isOver ? { sent: false } : await send(account, { props }) };
  },
  async update(account, _campaignId, { old, props }) {
    if (hasOtherTime(old, props, account.settings.value("timeZone"))) {
      return leavingOutputs(
        () => send(account, { old, props }),
        (error) => (isLocked(error) ? awaitedPause(old, props) : undefined),
      );
    }
    const { sent = true, sentTime, unconfirmedTimes, status } = old;
    // A date that somebody has moved, and that the program declares by now, is compared anew.
    const reading = old.reading?.declared === undefined ? old.reading : undefined;
    return present({ sent, sentTime, unconfirmedTimes, status, reading });
  },
  leaves(state, of) {
    // No operation takes a date back, so a removal can only say what the campaign will do.
    const ending = endingOf(state, of?.account.settings.value("timeZone"));
    const before = ending === undefined ? stillSent(state) : undefined;
    return { before, after: `only: ${ending ?? before}` };
  },
};

/** What a date leaves that the service did not take back: a pause after this is the one that the error asks for. */
function awaitedPause(
  old: CampaignScheduleProps & Partial<Decided>,
  props: CampaignScheduleProps,
): Partial<Decided> | undefined {
  const { reading } = old;
  if (reading === undefined || !isDrift(old, props)) return undefined;
  // The next update sends the date.
  return { reading: { ...reading, isAwaited: true } };
}

function stillSent({ campaignId, scheduledAt }: CampaignScheduleProps): string {
  return `the campaign keeps its date and WILL still be sent at ${scheduledAt}. To stop it, pause campaign ${campaignId} in the service's web app.`;
}

/** Why the campaign of a schedule is not sent any more; undefined where it is still sent. */
export function endingOf(
  {
    scheduledAt,
    sent,
    status = "",
  }: Pick<CampaignScheduleProps, "scheduledAt"> & { sent?: boolean; status?: string },
  zone?: string,
): string | undefined {
  const ending = endings[status];
  if (ending !== undefined) return ending;
  if (sent === false) return "its date was never sent to the service.";
  return isPast(scheduledAt, zone)
    ? "the campaign keeps its date, which is in the past."
    : undefined;
}

/** What a removal says where the state knows what has become of the campaign. */
const endings: Readonly<Record<string, string>> = {
  processing: "the campaign is being sent.",
  finished: "the campaign was sent.",
  aborted: "the campaign was aborted.",
  missing: "the campaign is missing from the service's list of campaigns.",
};

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
      isSettled: isSettled(dates, props, settings),
      isDrift: old !== undefined && isDrift(old, props),
      shown: old !== undefined && isDrift(old, props) ? old.reading?.differed : undefined,
      isAwaited: old?.reading?.isAwaited === true,
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
    return { sent: true, sentTime, ...unconfirmed, ...differedBefore(old, props), ...outputs };
  }
  if (old === undefined || isRecorded) return { sent: false, ...outputs };
  // The date in the service is still another one than the first reading had, which the next refresh shows.
  const { sent = true, unconfirmedTimes, reading } = old;
  return {
    ...present({ sent, unconfirmedTimes }),
    ...outputs,
    ...(reading?.scheduledDate !== undefined && {
      reading: { scheduledDate: reading.scheduledDate },
    }),
  };
}

/** What a first reading had in place of the date that was sent once more: the service may make that of it. */
function differedBefore(
  old: Sending["old"],
  props: CampaignScheduleProps,
): Pick<ScheduleDecided, "reading"> {
  const differed = old?.reading?.differed;
  return old && differed !== undefined && isDrift(old, props) ? { reading: { differed } } : {};
}

/** Whether a step sends a date, by which the campaign is mailed. */
function sendsDate(settings: Settings, { old, props }: Sending): boolean {
  const zone = settings.value("timeZone");
  const isKnown = !isUnknown(props.scheduledAt);
  if (old === undefined) return !(isKnown && isRecordedOnly(props, zone));
  if (!isKnown || !hasOtherTime(old, props, zone)) return false;
  return !isSettled(datesOf(old, props, zone), props, settings);
}

/** Whether the service has another time than is declared; another spelling of the same time is none. */
export function hasOtherTime(
  old: CampaignScheduleProps & Partial<Decided>,
  { scheduledAt }: CampaignScheduleProps,
  zone: string | undefined,
): boolean {
  // An unconfirmed one differs from every time.
  if (isUnknown(old.scheduledAt)) return true;
  const [before, now] = [
    old.sentTime ?? localTime(old.scheduledAt, zone),
    localTime(scheduledAt, zone),
  ];
  if (before !== undefined && before === now) return false;
  const isSame = isSameTime(old.scheduledAt, scheduledAt, zone);
  // Another zone makes another local time of the same instant; but what is past was sent.
  const isElsewhere = old.sentTime !== undefined && now !== undefined;
  const isOver = [scheduledAt, before ?? scheduledAt].some((time) => mayBePast(time, zone));
  return !isSame || (isElsewhere && !isOver);
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
