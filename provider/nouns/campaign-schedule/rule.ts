import { type Finding, finding } from "../../input/finding";
import {
  clockChange,
  isLongPast,
  isPast,
  isSameTime,
  localTime,
  mayBePast,
} from "../../input/moment";
import { isUnknown } from "../../input/unknown";
import type { CheckContext } from "../../lifecycle/lifecycle";
import type { Settings } from "../../settings/settings";
import type { CampaignScheduleProps } from "./props";

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
  if (old !== undefined && isPast(old, zone)) return [{ path, problem: alreadySent }];
  const local = localTime(scheduledAt, zone);
  if (local === undefined) return [{ path, problem: zoneNeeded(settings) }];
  const past = judgePast({ scheduledAt, ...props }, { zone, isNew: old === undefined });
  if (past.length > 0) return past;
  return [
    ...(zone === undefined ? near(scheduledAt) : judgeClock(scheduledAt, { local, zone })),
    ...(old === undefined ? [] : [finding("warning", "schedule-pause", paused)]),
  ];
}

/** Whether a date is only recorded, because it says when a campaign of the past was sent. */
export function isRecordedOnly(
  { scheduledAt, ignoreChecks = [] }: Pick<CampaignScheduleProps, "scheduledAt" | "ignoreChecks">,
  zone: string | undefined,
): boolean {
  return ignoreChecks.includes("schedule-past") && isLongPast(scheduledAt, zone);
}

/** Whether a date has passed before it was known that the service has it: nobody wants a mail at that time any more. */
export function isLate(
  old: Partial<CampaignScheduleProps> | undefined,
  { scheduledAt }: Pick<CampaignScheduleProps, "scheduledAt">,
  zone: string | undefined,
): boolean {
  return old !== undefined && isUnknown(old.scheduledAt) && isPast(scheduledAt, zone);
}

/** Why such a date is not sent, and what to do. */
export const late =
  'scheduledAt: is in the past, and it is not known whether the service has it, so it is not sent. Look at the campaign in the service\'s web app. To mail it at another time, run pulumi state delete <urn> (pulumi stack --show-urns shows the URN), set a later time, and run pulumi up. If it was sent, add "schedule-past" to ignoreChecks: the date is then recorded.';

/** What to do about an instant while the zone of the service is not set. */
export function zoneNeeded(settings: Settings): string {
  return (
    "a time with an offset needs the setting timeZone, the time zone in which the service reads dates. Set " +
    `${settings.place("timeZone")} to it, such as America/New_York, or use the form YYYY-MM-DD HH:MM:SS`
  );
}

const alreadySent =
  "can't be changed: the old time is in the past, so the campaign was already sent. For another mailing, declare another Campaign with its own CampaignSchedule. Otherwise restore the old value, or add scheduledAt to ignoreChanges";

const paused =
  "scheduledAt: the service changes a date only while the campaign is paused, which can't be checked. Pause the campaign in the service's web app before you run pulumi up.";

interface Judged {
  readonly zone: string | undefined;
  readonly isNew: boolean;
}

function judgePast(
  props: Pick<CampaignScheduleProps, "scheduledAt" | "ignoreChecks">,
  { zone, isNew }: Judged,
): Finding[] {
  if (!isPast(props.scheduledAt, zone)) return [];
  const since = zone === undefined ? "is in the past in every time zone" : "is in the past";
  // A date that a change puts into the past may still be ahead in the service, which goes by the old one.
  if (!isNew) return [{ path, problem: `${since}. Set a later time` }];
  if (isRecordedOnly(props, zone)) {
    const problem = `${since}, so the date is recorded in the state and not sent to the service`;
    return [{ path, problem, level: "warning" }];
  }
  if (!isLongPast(props.scheduledAt, zone))
    return [{ path, problem: `${since}. Set a later time` }];
  const problem = `${since}. Set a later time. If this campaign was sent, add "schedule-past" to ignoreChecks: the date is then recorded and not sent`;
  return [{ path, problem, level: "error", name: "schedule-past" }];
}

function near(scheduledAt: string): Finding[] {
  if (!mayBePast(scheduledAt)) return [];
  const problem = `scheduledAt: ${scheduledAt} has already passed in some time zones. If the account's time zone is one of them, the service may send the campaign at once, or reject the date. Set a later time.`;
  return [finding("warning", "schedule-near", problem)];
}

/** The service knows local times only, and a clock that is changed skips an hour or shows it twice. */
function judgeClock(
  scheduledAt: string,
  { local, zone }: { readonly local: string; readonly zone: string },
): Finding[] {
  const change = clockChange(local, zone);
  if (change?.kind === "skipped") {
    const problem = `${local} does not exist in ${zone}: the clocks go forward and skip it. Set another time, such as ${change.next}`;
    return [{ path, problem, level: "error", name: "schedule-gap" }];
  }
  if (change === undefined) return [];
  const sent = scheduledAt === local ? "" : `is sent as ${local}, which `;
  const problem = `scheduledAt: ${scheduledAt} ${sent}happens twice in ${zone}: the clocks go back and repeat this hour. The service may use either time. Set a time outside this hour.`;
  return [finding("warning", "schedule-twice", problem)];
}
