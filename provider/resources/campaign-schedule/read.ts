import type { Account } from "../../account/account";
import type { DateContext } from "../../account/service-time";
import type { CampaignRow } from "../../api/campaign-list";
import { asName, quotedId } from "../../errors/redact";
import { isPast, localTime, ownNow, possibleMoments } from "../../input/moment";
import { isUnknown, present } from "../../input/plain";
import { instantMs, isFarFrom, localMs } from "../../input/time";
import type { Refreshed } from "../../lifecycle/lifecycle";
import type { Settings } from "../../settings/settings";
import { refreshedCampaign } from "../campaigns/campaign-cache";
import { isOver } from "../campaigns/status";
import type {
  CampaignScheduleOutputs,
  CampaignScheduleProps,
  ScheduleReading,
  ScheduleState,
} from "./props";

/** Reads the campaign of a schedule: its status, and a date that somebody has moved. No status makes a date be sent. */
export async function readSchedule(
  account: Account,
  id: string,
  state: ScheduleState,
): Promise<Refreshed<CampaignScheduleProps, CampaignScheduleOutputs>> {
  const { status: before, __reading: reading, sent, sentTime, unconfirmedTimes, ...props } = state;
  const found = (scheduledAt: string, status?: string, now?: ScheduleReading) => {
    // A date that was moved is no longer the one that was sent: the next update sends the declared one.
    const kept = now?.declared === undefined ? sentTime : undefined;
    const outputs = present({ sent, sentTime: kept, unconfirmedTimes, status, __reading: now });
    // After an unconfirmed create there is no `sent`.
    return { props: { ...props, scheduledAt }, outputs: outputs as CampaignScheduleOutputs };
  };
  // A schedule knows no address, so the setting accountDomain alone shows whose campaign it was.
  const row = await refreshedCampaign(account, id, { status: before, mark: {} });
  if (row === "unread") return found(props.scheduledAt, before, reading);
  if (row === "missing") return found(props.scheduledAt, row, reading);
  const { scheduledAt, now, isOwnForm } = dateIn(row, state, account);
  if (isOwnForm) {
    account.warnOnce(
      `CampaignSchedule ${quotedId(id)}: scheduledAt: the service returned ${asName(row.scheduledDate ?? "")} again after the declared date was sent. This is taken as the service's form of the declared date, and later refreshes compare with it.`,
    );
  }
  return found(scheduledAt, row.status, now);
}

interface DateReading {
  /** The date that the service has, as a program can declare it; the one of the state if nobody has moved it. */
  readonly scheduledAt: string;
  readonly now: ScheduleReading | undefined;
  /** True if the service has returned another date for the one that was sent, twice. */
  readonly isOwnForm?: true;
}

/** Compares the date of a campaign with the one in the state of its schedule. */
export function dateIn(
  { status, scheduledDate: now }: CampaignRow,
  state: ScheduleState,
  { settings, now: time = ownNow }: DateContext,
): DateReading {
  const { __reading: reading, sent } = state;
  const scheduledAt = reading?.declared ?? state.scheduledAt;
  const base = reading?.scheduledDate;
  const zone = settings.value("timeZone");
  // A campaign that was stopped or sent keeps what is declared: else the next up would send its date.
  if (isOver({ status })) {
    return { scheduledAt, now: base === undefined ? undefined : { scheduledDate: base } };
  }
  // A list that lags may show the pause in which our own date was sent, with the date before.
  const isCompared = status === "scheduled" || (status === "paused" && base !== undefined);
  if (!isCompared || now === undefined) return { scheduledAt: state.scheduledAt, now: reading };
  // One that is past, or was only recorded, is never sent.
  const isDue = !isUnknown(scheduledAt) && !isPast(scheduledAt, zone, time().earlier);
  const isOther = base === undefined && sent !== false && isDue && isFarFrom(scheduledAt, now);
  const isOwnForm = isOther && reading?.declared === undefined && reading?.before === now;
  if (isOther && !isOwnForm) {
    const there = shownTime(now, { scheduledAt, zone });
    return { scheduledAt: there, now: { before: now, declared: scheduledAt } };
  }
  const isMoved = base !== undefined && base !== now;
  const there = isMoved ? shownTime(now, { base, scheduledAt, zone }) : scheduledAt;
  const declared = there !== scheduledAt && { declared: scheduledAt };
  const kept = { scheduledDate: base ?? now, ...declared };
  return { scheduledAt: there, now: kept, ...(isOwnForm && { isOwnForm }) };
}

/**
 * A date that the service shows, as a program can declare it: by the clock by which the service has shown the declared one (`base`,
 * where that is known), the one of `timeZone` or of UTC. By any other clock, or in a form of its own, it is the service's text. What
 * is another spelling of the declared one is that one.
 */
export function shownTime(
  text: string,
  { base, scheduledAt, zone }: { base?: string; scheduledAt: string; zone: string | undefined },
): string {
  const clock = clockOf(text);
  if (clock === undefined) return text;
  if (base === undefined) return namesZone(text) ? text : clock;
  const before = clockOf(base) ?? base;
  if (before === clock) return scheduledAt;
  // A zone that only one of the two names is the whole difference, as far as anybody can tell.
  if (namesZone(text) !== namesZone(base)) return isFarFrom(base, text) ? text : scheduledAt;
  const declared = localTime(scheduledAt, zone) ?? scheduledAt;
  // Also where it names another zone, which is a slip of the service then.
  if (before === declared) return clock;
  const isUtc = possibleMoments(declared, zone).some(
    (moment) => Date.parse(moment) === localMs(before),
  );
  return isUtc ? `${clock.replace(" ", "T")}Z` : text;
}

/** What to do about a date that only somebody in the service has moved. */
export function wayOutOfMove(
  { scheduledAt = "", __reading: reading = {} }: Partial<ScheduleState>,
  settings: Settings,
): string {
  const zone = settings.value("timeZone");
  const { scheduledDate: base, declared = "" } = reading;
  const isOtherClock = base !== undefined && clockOf(base) !== localTime(declared, zone);
  // What is no instant is read by the clock of the service that reads dates, which may not be the one that it shows.
  const isDeclarable = namesZone(scheduledAt) ? zone !== undefined : !isOtherClock;
  const first = isDeclarable
    ? ""
    : `set timeZone (${settings.place("timeZone")}) to the time zone in which the service reads dates, and `;
  return `pulumi up resumes no paused campaign because of it. To keep the service's date, ${first}declare it in the program. To get the declared one, move it back in the service's web app.`;
}

/** What a clock shows in a text that begins with a date and a time. */
function clockOf(text: string): string | undefined {
  const clock = text.slice(0, 19).replace("T", " ");
  return localMs(clock) === undefined ? undefined : clock;
}

function namesZone(text: string): boolean {
  return instantMs(text) !== undefined || /[a-z]/i.test(text.slice(19));
}

/** What one search right after a date was sent shows; a row that shows another date, or what was there before, is no reading. */
export function afterDate(
  row: CampaignRow | undefined,
  sentTime: string,
  before: CampaignRow | undefined,
): Partial<CampaignScheduleOutputs> {
  if (row === undefined) return { status: "scheduled" };
  const { status, scheduledDate } = row;
  if (isOver(row)) return { status };
  const isShown =
    status === "scheduled" &&
    scheduledDate !== undefined &&
    (isSameDate(row, sentTime) || (before !== undefined && before.scheduledDate !== scheduledDate));
  return { status: "scheduled", ...(isShown && { __reading: { scheduledDate } }) };
}

/** The same text in the form in which it was sent; what names a zone, or has another form, may be another moment. */
export function isSameDate({ scheduledDate = "" }: CampaignRow, scheduledAt: string): boolean {
  return scheduledDate.replace("T", " ").replace(/\.\d+$/, "") === scheduledAt;
}
