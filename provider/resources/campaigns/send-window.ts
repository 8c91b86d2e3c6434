import { localTime } from "../../email/date";
import { quoted } from "../../errors/redact";
import type { Finding } from "../../input/finding";
import { localMs } from "../../input/time";
import { isUnknown } from "../../plain/value";
import type { Settings } from "../../settings/settings";

const minuteMs = 60_000;
const minutesOfWeek = 7 * 24 * 60;
/** A Monday at 00:00. Local times are computed as if they were UTC times. */
const mondayMs = Date.UTC(2024, 0, 1);

/** Findings of the guard `sendWindow` about a date. */
export function judgeSendWindow(scheduledAt: string, settings: Settings): Finding[] {
  const spans = settings.value("sendWindow");
  if (spans === undefined || isUnknown(scheduledAt)) return [];
  const zone = settings.value("timeZone");
  // An instant has no local time if the time zone isn't known. Another check reports that.
  const at = localMs(localTime(scheduledAt, zone) ?? "");
  if (at === undefined) return [];
  const sinceMonday = ((at - mondayMs) / minuteMs) % minutesOfWeek;
  // A time span may cross the end of the week, so the time is also compared with one week added.
  const minutes = [sinceMonday, sinceMonday + minutesOfWeek];
  if (spans.some(({ from, to }) => minutes.some((one) => from <= one && one <= to))) return [];
  const { text = "", place } = settings.origin("sendWindow") ?? {};
  const [day] = new Date(at).toUTCString().split(",");
  const time = new Date(at).toISOString().slice(0, 19).replace("T", " ");
  const where = zone === undefined ? "" : ` (${zone})`;
  const problem = `${day} ${time}${where} is outside the setting sendWindow, ${quoted(text)} (${place}). Set a time within it.`;
  return [{ path: "scheduledAt", problem }];
}
