import { seenObject } from "../../account/program-record";
import {
  clockChange,
  inUtc,
  isLongPast,
  isPast,
  isSameTime,
  localTime,
  ownNow,
} from "../../email/date";
import { type Finding, finding } from "../../input/finding";
import type { CheckContext } from "../../lifecycle/lifecycle";
import { isUnknown } from "../../plain/value";
import type { Settings } from "../../settings/settings";
import { campaignInWords } from "../campaigns/status";
import { alreadySent, type Decision, dateChange, decide } from "./decide";
import type { CampaignScheduleProps } from "./props";

const path = "scheduledAt";

/** Findings about a new or changed date, without reading the campaign from the service. */
export function checkDate(
  props: Partial<CampaignScheduleProps>,
  context?: CheckContext<CampaignScheduleProps>,
): readonly Finding[] {
  const settings = context?.settings;
  if (!settings) return [];
  const { scheduledAt, campaignId = "" } = props;
  if (scheduledAt === undefined || isUnknown(scheduledAt)) return [];
  const zone = settings.value("timeZone");
  const old = context.old?.scheduledAt === undefined ? undefined : context.old;
  if (old !== undefined && isSameTime(old.scheduledAt, scheduledAt, zone)) return [];
  const local = localTime(scheduledAt, zone);
  // With sending "refuse", setting a time zone wouldn't help. The refusal is reported instead of the missing time zone.
  const isRefused = settings.value("sending") === "refuse";
  if (local === undefined) return isRefused ? [] : [{ path, problem: zoneNeeded(settings) }];
  const change = dateChange({ old, props: { ...props, campaignId, scheduledAt } }, settings);
  const decision = decide(change, settings.isExtended ? "later" : "unread", ownNow());
  const doubt = decision.is === "refuse" ? decision.doubt : undefined;
  if (doubt === alreadySent) return [{ path, problem: doubt }];
  if (isPast(scheduledAt, zone)) {
    return [pastDate(scheduledAt, { zone, isNew: old === undefined, decision })];
  }
  const found = zone === undefined ? [] : judgeClock(scheduledAt, { local, zone });
  if (doubt !== undefined) found.unshift({ path, problem: doubt });
  // With the extended operations, a preflight check reads the campaign's status and reports a campaign that isn't
  // paused.
  if (old !== undefined && !settings.isExtended) {
    const campaign = campaignInWords(seenObject(settings, "Campaign", campaignId));
    found.push(finding("warning", "schedule-pause", pauseUnchecked(campaign), { input: path }));
  }
  return found;
}

/** The advice to set `timeZone`, for a date with an offset or a zone. */
export function zoneNeeded(settings: Settings): string {
  return (
    "a time with an offset needs the setting timeZone, the time zone in which the service reads dates. Set " +
    `${settings.place("timeZone")} to it, such as America/New_York, or use the form YYYY-MM-DD HH:MM:SS`
  );
}

/** The warning about a changed date if the campaign's status can't be read. */
export function pauseUnchecked(campaign: string): string {
  return `scheduledAt: the service changes a date only while the campaign is paused, which can't be checked. Pause ${campaign} in the service's web app before you run pulumi up.`;
}

/** The finding about a past date. */
function pastDate(scheduledAt: string, { zone, isNew, decision }: PastDate): Finding {
  const since = `${scheduledAt} is in the past${zone === undefined ? " in every time zone" : ""}`;
  const isLong = isLongPast(scheduledAt, zone);
  // If a change moves the date into the past, the service may still have an old date in the future.
  if (!isNew || !isLong) {
    // The message shows this machine's time, because many clocks are a day off, and a check has no other clock.
    const clock = isLong ? "" : `. This machine's clock shows ${inUtc(Date.now())}`;
    return { path, problem: `${since}. Set a later time${clock}` };
  }
  if (decision.is === "record") {
    const problem = `${since}, so the date is recorded in the state and not sent to the service`;
    return { path, problem, level: "warning" };
  }
  const problem = `${since}. Set a later time. If this campaign was sent, add "schedule-past" to ignoreChecks: the date is then recorded and not sent`;
  return { path, problem, level: "error", name: "schedule-past" };
}

interface PastDate {
  readonly zone: string | undefined;
  readonly isNew: boolean;
  readonly decision: Decision;
}

/** Findings about local times that a clock change skips or repeats, because the service only accepts local times. */
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
