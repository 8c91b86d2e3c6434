import type { Calendar, CalendarMail, CalendarMark } from "../../../mail/page";
import { localTime } from "../../../provider/email/date";
import { asName } from "../../../provider/errors/redact";
import { instantMs, localMs } from "../../../provider/input/time";
import { omitUndefined } from "../../../provider/plain/value";
import type { PreviewModel } from "../preview";
import { scheduledMailings } from "../preview/mailing";
import { type Mailing, type MailingDate, weekday } from "../preview/mailing-change";
import { hasOtherRecipients, mailRecipients, targetsInWords } from "../preview/recipients";

interface Day {
  readonly day: string;
  /** For example `09:00`, with seconds if they aren't 00. */
  readonly time: string;
  /** Absent for a time in the service's zone, if nothing names that zone. */
  readonly zone?: string;
}

/** The calendar of a stack's scheduled emails, changed or unchanged. `pageOf` returns a campaign's page by its URN. */
export function calendarOf(
  model: PreviewModel,
  pageOf: (urn: string) => string | undefined,
): Calendar {
  const mails: CalendarMail[] = [];
  const undated: string[] = [];
  const clean = (text: string) => asName(model.clean(text));
  for (const mailing of scheduledMailings(model)) {
    const title = clean(mailing.name);
    const [date, before] = [dayOf(mailing.date), dayOf(mailing.dateBefore)];
    if (date === undefined) {
      const isShown = mailing.date?.time !== undefined;
      const why = isShown ? "is not a date" : "is secret or known only after apply";
      undated.push(`${title} (its time ${why})`);
      continue;
    }
    const { lists, listsBefore } = listsOf(mailing, { ...model, clean });
    const href = mailing.campaign === undefined ? undefined : pageOf(mailing.campaign);
    const mail = omitUndefined({ title, href, lists });
    if (before) {
      const remark = `now ${inWords(date)}`;
      mails.push({ ...mail, ...dayInWords(before), mark: "moved away", remark });
    }
    const [mark, remark] = [markOf(mailing), remarkOf(mailing, before, listsBefore)];
    mails.push(omitUndefined({ ...mail, ...dayInWords(date), mark, remark }));
  }
  return { mails, undated, hasUnchanged: model.hasUnchanged };
}

function dayInWords({ day, time, zone = "the service's time" }: Day) {
  return { day, time, zone };
}

/** A remark about a change, shown after the change's mark in the calendar. */
function remarkOf(
  mailing: Mailing,
  before: Day | undefined,
  listsBefore: string | undefined,
): string | undefined {
  const isSaid = !mailing.contentChanges || markOf(mailing) === contentMark;
  const parts = [
    isSaid ? [] : contentMark,
    mailing.change === "removed" ? "still sent, unless it is stopped in the service" : [],
    before ? `was ${inWords(before)}` : [],
    listsBefore === undefined ? [] : `was to ${listsBefore}`,
  ].flat();
  return parts.length === 0 ? undefined : parts.join(", ");
}

function inWords({ day, time }: Day): string {
  return `${weekday(`${day} 00:00:00`)}${day} ${time}`;
}

/** Marks an email whose content may change. If the email has another mark, this text is in its remark. */
const contentMark = "content changes";

/** The mark that the calendar shows for a change; undefined if the update doesn't change the email. */
function markOf({ change, contentChanges }: Mailing): CalendarMark | undefined {
  if (change === "new" || change === "moved" || change === "removed") return change;
  return contentChanges ? contentMark : undefined;
}

/** The day and time of a date in its zone, or undefined if the date is unknown or invalid. */
function dayOf({ time, zone }: MailingDate = {}): Day | undefined {
  if (time === undefined) return undefined;
  const isInstant = instantMs(time) !== undefined;
  const known = zone ?? (isInstant ? "UTC" : undefined);
  const local = localTime(time, known);
  if (local === undefined || localMs(local) === undefined) return undefined;
  const [day = "", clock = ""] = local.split(" ");
  return omitUndefined({ day, time: clock.replace(/:00$/, ""), zone: known });
}

/**
 * The lists of an email, and a text with the old lists if `hasOtherRecipients`. A list's key contains the Provider's
 * name, because another account may use the same list id.
 */
function listsOf(mailing: Mailing, shown: Pick<PreviewModel, "clean" | "listOf">) {
  const { clean } = shown;
  const { now, before } = mailRecipients(mailing, shown);
  const lists = now.targets.map(({ words, id = words, contacts }) =>
    omitUndefined({ key: `${mailing.provider ?? ""} ${id}`, name: clean(words), contacts }),
  );
  const isOther = hasOtherRecipients(mailing);
  return { lists, listsBefore: isOther ? targetsInWords(before, { clean }) : undefined };
}
