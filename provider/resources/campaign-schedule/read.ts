import type { Account, DateContext } from "../../account/account";
import { recordOf } from "../../account/program-record";
import type { CampaignRow } from "../../api/campaign";
import { isoInstants, isPast, localTime } from "../../email/date";
import { asName, quotedId } from "../../errors/redact";
import { instantMs, isFarFrom, localMs } from "../../input/time";
import { isUnknown, omitUndefined } from "../../plain/value";
import type { Settings } from "../../settings/settings";
import { refreshedCampaign } from "../campaign-shared/campaign-cache";
import { verdictOf } from "../campaign-shared/drift";
import { isClosed } from "../campaign-shared/status";
import type { CampaignScheduleOutputs, ScheduleReading, ScheduleState } from "./props";

/** Refreshes the status, and a date moved in the service. A changed status alone never makes an update send a date. */
export async function readSchedule(account: Account, id: string, state: ScheduleState) {
  const { status: before, __reading: reading, sentTime } = state;
  const found = (scheduledAt: string, status?: string, __reading?: ScheduleReading) => {
    // If the date was moved, drops `sentTime`, so that the next update compares the declared date with the moved one.
    const kept = __reading?.declared === undefined ? sentTime : undefined;
    return omitUndefined({ ...state, scheduledAt, sentTime: kept, status, __reading });
  };
  // Names the campaign if its own step found no secrets. Both steps then warn in the same words, which are shown once.
  const isNamed = recordOf(account.settings).object("Campaign", id)?.secrets?.length === 0;
  // `mark` is empty, because a schedule has no email address. So only `accountDomain` can prove the right account.
  const row = await refreshedCampaign(account, id, { status: before, mark: {}, isNamed });
  if (row === "unread") return found(state.scheduledAt, before, reading);
  if (row === "missing") return found(state.scheduledAt, row, reading);
  const { scheduledAt, now, isOwnForm } = compareDate(row, state, account);
  if (isOwnForm) {
    account.warnOnce(
      `CampaignSchedule ${quotedId(id)}: scheduledAt: the service returned ${asName(row.scheduledDate ?? "")} again after the declared date was sent. This is taken as the service's form of the declared date, and later refreshes compare with it.`,
    );
  }
  return found(scheduledAt, row.status, now);
}

/** The date and baseline for the state. The date is the declared one, unless somebody has moved it in the service. */
export function compareDate(
  { status, scheduledDate: now }: CampaignRow,
  state: ScheduleState,
  { settings, now: time }: DateContext,
) {
  const { __reading: reading, sent } = state;
  const scheduledAt = reading?.declared ?? state.scheduledAt;
  const base = reading?.scheduledDate;
  const zone = settings.value("timeZone");
  // The state of a closed campaign gets the declared date back. Otherwise, the next update would try to send that date.
  if (isClosed({ status })) {
    return { scheduledAt, now: base === undefined ? undefined : { scheduledDate: base } };
  }
  // Without a baseline, a paused campaign isn't compared, because a list that lags behind may show the old date.
  const isCompared = status === "scheduled" || (status === "paused" && base !== undefined);
  if (!isCompared || now === undefined) return { scheduledAt: state.scheduledAt, now: reading };
  // Without a baseline, a past or never sent date (`sent` is false) isn't compared, because no update would send it.
  const isDue = !isUnknown(scheduledAt) && !isPast(scheduledAt, zone, time().earlier);
  const isFar = () => sent !== false && isDue && isFarFrom(scheduledAt, now);
  const there = declarableTime(now, { ...(base !== undefined && { base }), scheduledAt, zone });
  const verdict = verdictOf({
    shown: now,
    sent: base,
    before: reading?.before,
    isEdited: reading?.declared !== undefined,
    isDeclared: () => (base === undefined ? !isFar() : there === scheduledAt),
  });
  if (verdict === "edited") {
    const kept = base === undefined ? { before: now } : { scheduledDate: base };
    return { scheduledAt: there, now: { ...kept, declared: scheduledAt } };
  }
  // The service returned this date before and after the declared one was sent, so it is its form of the declared date.
  const isOwnForm = verdict === "the service's form";
  return { scheduledAt, now: { scheduledDate: base ?? now }, isOwnForm };
}

/**
 * Converts a date from the service to a date that a program can declare, if possible. `base`, the service's text for
 * the declared date, shows whether the service returns local times or UTC.
 */
export function declarableTime(
  text: string,
  { base, scheduledAt, zone }: { base?: string; scheduledAt: string; zone: string | undefined },
): string {
  const clock = localTimeIn(text);
  if (clock === undefined) return text;
  if (base === undefined) return hasTimeZone(text) ? text : clock;
  const before = localTimeIn(base) ?? base;
  if (before === clock) return scheduledAt;
  // If only one of the two texts names a time zone, they count as the same time unless they are far apart.
  if (hasTimeZone(text) !== hasTimeZone(base)) return isFarFrom(base, text) ? text : scheduledAt;
  const declared = localTime(scheduledAt, zone) ?? scheduledAt;
  // The service returned the declared local time, so it returns local times, and a time zone in its texts is ignored.
  if (before === declared) return clock;
  const isUtc = isoInstants(declared, zone).some(
    (instant) => Date.parse(instant) === localMs(before),
  );
  return isUtc ? `${clock.replace(" ", "T")}Z` : text;
}

export function hintForMove(
  { scheduledAt = "", __reading: reading = {} }: Partial<ScheduleState>,
  settings: Settings,
): string {
  const zone = settings.value("timeZone");
  const { scheduledDate: base, declared = "" } = reading;
  const isOtherClock = base !== undefined && localTimeIn(base) !== localTime(declared, zone);
  // A moved date with a time zone can be declared if `timeZone` is set. A local one can be declared unless the service
  // returns dates in another time zone than the one in which it reads them.
  const isDeclarable = hasTimeZone(scheduledAt) ? zone !== undefined : !isOtherClock;
  const first = isDeclarable
    ? ""
    : `set timeZone (${settings.place("timeZone")}) to the time zone in which the service reads dates, and `;
  return `pulumi up resumes no paused campaign because of it. To keep the service's date, ${first}declare it in the program. To get the declared one, move it back in the service's web app.`;
}

/** The local time at the beginning of the service's text; undefined if the text doesn't start with a time. */
function localTimeIn(text: string): string | undefined {
  const clock = text.slice(0, 19).replace("T", " ");
  return localMs(clock) === undefined ? undefined : clock;
}

function hasTimeZone(text: string): boolean {
  return instantMs(text) !== undefined || /[a-z]/i.test(text.slice(19));
}

/** The outputs after a date was sent. `row` may lag behind with the old date, which must not become the baseline. */
export function outputsAfterDate(
  row: CampaignRow | undefined,
  sentTime: string,
  before: CampaignRow | undefined,
): Partial<CampaignScheduleOutputs> {
  if (row === undefined) return { status: "scheduled" };
  const { status, scheduledDate } = row;
  if (isClosed(row)) return { status };
  const isShown =
    status === "scheduled" &&
    scheduledDate !== undefined &&
    (isSameDate(row, sentTime) || (before !== undefined && before.scheduledDate !== scheduledDate));
  return { status: "scheduled", ...(isShown && { __reading: { scheduledDate } }) };
}

/** True if the campaign has exactly this local time. Another form doesn't count, because it may mean another time. */
export function isSameDate({ scheduledDate = "" }: { scheduledDate?: string }, time: string) {
  return scheduledDate.replace("T", " ").replace(/\.\d+$/, "") === time;
}
