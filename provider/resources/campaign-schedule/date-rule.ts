import type { DateContext } from "../../account/service-time";
import { seenObject } from "../../account/step";
import { redactTexts } from "../../errors/redact";
import type { CommonProps } from "../../input/field";
import { type Finding, finding } from "../../input/finding";
import { isRecordedOnly } from "../../input/mailing-date";
import {
  clockChange,
  inUtc,
  isLongPast,
  isPast,
  isSameTime,
  localTime,
  mayBePast,
  type Now,
  ownNow,
} from "../../input/moment";
import { isUnknown } from "../../input/plain";
import type { CheckContext } from "../../lifecycle/lifecycle";
import { labelOf } from "../../lifecycle/object-state";
import type { Declared } from "../../lifecycle/preflight-check";
import type { Settings } from "../../settings/settings";
import type { CampaignScheduleProps, ScheduleState, ScheduleStep } from "./props";

const path = "scheduledAt";

/** What is wrong with the date of a campaign; which one is new only the engine knows. */
export function judgeSchedule(
  props: Partial<CampaignScheduleProps>,
  context?: CheckContext<CampaignScheduleProps>,
): readonly Finding[] {
  const settings = context?.settings;
  if (!settings) return [];
  const old = context.old?.scheduledAt;
  const { scheduledAt } = props;
  if (scheduledAt === undefined || isUnknown(scheduledAt)) return [];
  const zone = settings.value("timeZone");
  if (old !== undefined && isSameTime(old, scheduledAt, zone)) return [];
  const local = localTime(scheduledAt, zone);
  // Where nothing may be sent, no zone helps: that is said instead.
  const isRefused = settings.value("sending") === "refuse";
  if (local === undefined) return isRefused ? [] : [{ path, problem: zoneNeeded(settings) }];
  // A reading may show that the campaign was not sent, and a check makes none.
  const dates = { declared: local, old, lost: [] };
  const doubt = settings.isExtended ? undefined : doubtOf(dates, { settings });
  if (doubt === alreadySent) return [{ path, problem: doubt }];
  const past = judgePast({ scheduledAt, ...props }, { zone, isNew: old === undefined });
  if (past.length > 0) return past;
  const found = zone === undefined ? [] : judgeClock(scheduledAt, { local, zone });
  if (doubt !== undefined) found.unshift({ path, problem: doubt });
  // Where campaigns can be read, a question says what the campaign is now.
  if (old !== undefined && !settings.isExtended) {
    const campaign = inWords(seenObject(settings, "Campaign", props.campaignId ?? ""));
    found.push(finding("warning", "schedule-pause", paused(campaign), { input: path }));
  }
  return found;
}

/** The dates that a campaign may have been sent on, in the form in which they go over the wire. */
export interface Dates {
  readonly declared: string;
  readonly old: string | undefined;
  readonly lost: readonly string[];
}

export function datesOf({ old, props }: ScheduleStep, settings: Settings): Dates {
  const local = (time: string) => localDate(time, settings);
  const declared = local(props.scheduledAt);
  if (old === undefined) return { declared, old: undefined, lost: [] };
  const before = old.sentTime ?? (isNew(old) ? undefined : local(old.scheduledAt));
  return {
    declared,
    old: old.sent === false ? undefined : before,
    // A state that does not say which date it was: most likely the declared one.
    lost: old.unconfirmedTimes ?? (isNew(old) ? [declared] : []),
  };
}

/** A date by the clocks of the service; an instant stays one where their zone is not known. */
export function localDate(time: string, settings: Settings): string {
  return localTime(time, settings.value("timeZone")) ?? time;
}

/** Whether a date is only recorded, because it is long past by both clocks and the program allows that. */
export function isOnlyRecorded(
  at: DateContext,
  { scheduledAt = "", ignoreChecks = [] }: Partial<CampaignScheduleProps>,
): boolean {
  const zone = at.settings.value("timeZone");
  return isRecordedOnly({ scheduledAt, ignoreChecks }, zone, nowIn(at).earlier);
}

/** Whether the service may not have had a schedule yet: after a create that is unconfirmed, it is as new as before. */
export function isNew(old: Partial<ScheduleState> | undefined): boolean {
  return old?.scheduledAt === undefined || isUnknown(old.scheduledAt);
}

/** Whether the program declares what it declared before somebody moved the date in the service. */
export function isMovedOnly(
  { __reading }: Partial<ScheduleState> = {},
  { scheduledAt }: Partial<CampaignScheduleProps>,
): boolean {
  return scheduledAt !== undefined && __reading?.declared === scheduledAt;
}

/**
 * Why no date may be sent: the campaign may have been sent already. Undefined while all of its dates lie ahead. A reading that
 * shows that nothing was sent settles the dates before, and leaves that nobody wants a mail at a time that has passed.
 */
export function doubtOf(dates: Dates, at: DateContext, isShownUnsent = false): string | undefined {
  const { later, words } = nowIn(at);
  const doubt = doubtAt(later, at, { dates, isShownUnsent });
  return doubt === undefined || words === undefined ? doubt : `${doubt}. ${words}`;
}

/** The time in an account; a check knows only this machine's. */
export function nowIn({ now = ownNow }: DateContext): Now {
  return now();
}

function doubtAt(
  now: number,
  { settings }: DateContext,
  { dates, isShownUnsent }: { dates: Dates; isShownUnsent: boolean },
): string | undefined {
  const zone = settings.value("timeZone");
  const { declared } = dates;
  const mayBeOver = (time: string) => mayBePast(time, zone, now);
  const isOver = (time: string) => (zone === undefined ? isPast(time, zone, now) : mayBeOver(time));
  const old = isShownUnsent ? undefined : dates.old;
  const lost = isShownUnsent ? dates.lost.filter((time) => time === declared) : dates.lost;
  if (old !== undefined && isOver(old)) return alreadySent;
  if (lost.some(isOver)) return late;
  if (isOver(declared)) return passed;
  if (zone !== undefined || isShownUnsent) return undefined;
  const unzoned = (which: string) =>
    `${which}may be past in the service's time zone, and a campaign with that date may have been sent already. Set timeZone. That is the time zone in which the service reads dates (${settings.place("timeZone")})`;
  if (mayBeOver(declared)) return unzoned("");
  if (old !== undefined && mayBeOver(old)) return unzoned("the old date ");
  return lost.some(mayBeOver) ? unzoned("a date that was sent without a reply ") : undefined;
}

/** Whether a date without a reply is past, or may be, by both clocks, and the program says that the campaign was sent. */
export function isRecordedAsSent(
  at: DateContext,
  dates: Dates,
  { ignoreChecks = [], isShownUnsent = false }: CommonProps & { readonly isShownUnsent?: boolean },
): boolean {
  if (dates.lost.length === 0 || !ignoreChecks.includes("schedule-past")) return false;
  return doubtAt(nowIn(at).earlier, at, { dates, isShownUnsent }) !== undefined;
}

const late =
  'a date that was sent without a reply is past, so the campaign may have been sent, and no date is sent. Look at the campaign in the service\'s web app. If it was sent, add "schedule-past" to ignoreChecks: the declared date is then recorded and not sent. If it was not, run pulumi state delete <urn> (pulumi stack --show-urns shows the URN), set a later time, and run pulumi up';

const passed = "is in the past by now, so it is not sent. Set a later time, and run pulumi up";

/** What to do about an instant while the zone of the service is not set. */
export function zoneNeeded(settings: Settings): string {
  return (
    "a time with an offset needs the setting timeZone, the time zone in which the service reads dates. Set " +
    `${settings.place("timeZone")} to it, such as America/New_York, or use the form YYYY-MM-DD HH:MM:SS`
  );
}

const alreadySent =
  "can't be changed: the old time is in the past, so the campaign was already sent. For another mailing, declare another Campaign with its own CampaignSchedule. Otherwise restore the old value, or add scheduledAt to ignoreChanges";

/** What a change of a date needs, where the campaign's status isn't known. */
export function paused(campaign: string): string {
  return `scheduledAt: the service changes a date only while the campaign is paused, which can't be checked. Pause ${campaign} in the service's web app before you run pulumi up.`;
}

/** A campaign by its name and its name in the program, where these are known; what is secret is hidden in its own steps alone. */
export function inWords(
  campaign: Partial<Pick<Declared, "name" | "props" | "secrets">> | undefined,
): string {
  const { props, name = "", secrets = [] } = campaign ?? {};
  if (props === undefined) return "the campaign";
  const logicalName = name === "" ? undefined : name;
  return redactTexts(
    labelOf({ kind: "Campaign", labelInput: "name" }, props, logicalName),
    secrets,
  );
}

function judgePast(
  props: Pick<CampaignScheduleProps, "scheduledAt" | "ignoreChecks">,
  { zone, isNew: isNewDate }: { readonly zone: string | undefined; readonly isNew: boolean },
): Finding[] {
  const { scheduledAt } = props;
  if (!isPast(scheduledAt, zone)) return [];
  const since = `${scheduledAt} is in the past${zone === undefined ? " in every time zone" : ""}`;
  const isLong = isLongPast(scheduledAt, zone);
  // A date that a change puts into the past may still be ahead in the service, which goes by the old one.
  if (!isNewDate || !isLong) {
    // A clock that is wrong by a day is no rare thing, and a check knows no other one.
    const clock = isLong ? "" : `. This machine's clock shows ${inUtc(Date.now())}`;
    return [{ path, problem: `${since}. Set a later time${clock}` }];
  }
  if (isRecordedOnly(props, zone)) {
    const problem = `${since}, so the date is recorded in the state and not sent to the service`;
    return [{ path, problem, level: "warning" }];
  }
  const problem = `${since}. Set a later time. If this campaign was sent, add "schedule-past" to ignoreChecks: the date is then recorded and not sent`;
  return [{ path, problem, level: "error", name: "schedule-past" }];
}

/** The service knows local times only, and a clock that is changed skips an hour or shows it twice. */
function judgeClock(
  scheduledAt: string,
  { local, zone }: { readonly local: string; readonly zone: string },
): Finding[] {
  const change = clockChange(local, zone);
  if (change?.kind === "skipped") {
    const problem = `${local} does not exist in ${zone}: the clocks go forward and skip it. Set another time, such as ${change.next}`;
    return [{ path, problem, level: "error", name: "schedule-time-skipped" }];
  }
  if (change === undefined) return [];
  const sent = scheduledAt === local ? "" : `is sent as ${local}, which `;
  const problem = `scheduledAt: ${scheduledAt} ${sent}happens twice in ${zone}: the clocks go back and repeat this hour. The service may use either time. Set a time outside this hour.`;
  return [finding("warning", "schedule-time-repeated", problem, { input: path })];
}
