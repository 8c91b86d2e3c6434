import { localTime } from "../../email/date";
import { type Audience, unknownRecipientsReason } from "../../email/recipients";
import { quoted } from "../../errors/redact";
import { type Finding, finding } from "../../input/finding";
import { localMs } from "../../input/time";
import { count } from "../../plain/text";
import { containsUnknown, isUnknown } from "../../plain/value";
import type { Settings } from "../../settings/settings";
import { countContacts, type Lists } from "./lists";

/** Findings of the guard `maxRecipients`. If list ids aren't known yet, the update checks them. */
export async function judgeRecipients(
  find: () => Promise<Audience | undefined>,
  { settings, lists }: { readonly settings: Settings; readonly lists: Lists },
): Promise<Finding[]> {
  const most = settings.value("maxRecipients");
  if (most === undefined) return [];
  const audience = await find();
  if (audience?.segmentId === undefined && containsUnknown(audience?.listIds)) return [];
  const beyond = unknownRecipientsReason(audience);
  const place = settings.origin("maxRecipients")?.place ?? settings.place("maxRecipients");
  // If the number of contacts can't be determined, no list is read.
  const { contacts } =
    beyond === undefined ? await countContacts(audience, lists) : { contacts: { unknown: beyond } };
  if (typeof contacts !== "number") {
    const problem = `the setting maxRecipients allows ${count(most, "contact")} (${place}), but the number of contacts of this campaign is not known: ${contacts.unknown}. To continue anyway, add "recipients-unknown" to ignoreChecks.`;
    return [finding("error", "recipients-unknown", problem)];
  }
  if (contacts <= most) return [];
  const { limit } = audience?.rules ?? {};
  const problem = `the campaign goes to ${contacts} contacts, but the setting maxRecipients allows ${most} (${place}). Use smaller lists, or raise the setting.`;
  if (limit === undefined || limit > most) return [{ path: "", problem }];
  const relied = `${problem} rules.limit is ${limit}, but no documentation says what the service makes of it. To judge by the limit, add "recipients-limit" to ignoreChecks.`;
  return [finding("error", "recipients-limit", relied)];
}

const minuteMs = 60_000;
const minutesOfWeek = 7 * 24 * 60;
/** A Monday at 00:00. Local times are computed as if they were UTC times. */
const mondayMs = Date.UTC(2024, 0, 1);

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
