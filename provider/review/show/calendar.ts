import type { Calendar, CalendarList, CalendarMail, CalendarMark } from "#mail/page";
import { asName } from "../../errors/redact";
import { localTime } from "../../input/moment";
import { present } from "../../input/plain";
import { instantMs, localMs } from "../../input/time";
import type { PreviewModel } from "../preview";
import { shownText } from "../preview/hidden";
import { type KnownLists, knownLists } from "../preview/known-list";
import { scheduledMailings } from "../preview/mailing";
import type { Mailing, MailingDate } from "../preview/mailing-change";

/** A mail that is scheduled, as both the calendar and its file have it; texts are redacted. */
export interface Dated {
  readonly mailing: Mailing;
  readonly name: string;
  readonly date: Day;
  /** Where it was before it was moved. */
  readonly before?: Day;
  readonly lists: readonly CalendarList[];
}

/** A time by the clocks of a zone. */
export interface Day {
  readonly day: string;
  /** `09:00`, with seconds where there are any. */
  readonly time: string;
  /** Absent for one in the service's time, of which no setting names the zone. */
  readonly zone?: string;
}

/** What is scheduled in a stack. */
export interface Scheduled {
  readonly dated: readonly Dated[];
  readonly undated: readonly string[];
  readonly isWhole: boolean;
}

/** Collects what is scheduled in a stack, whether a preview changes it or not. */
export function scheduledIn(model: PreviewModel): Scheduled {
  const mailings = scheduledMailings(model);
  const known = knownLists(model);
  const dated: Dated[] = [];
  const undated: string[] = [];
  for (const mailing of mailings) {
    const name = asName(model.clean(mailing.name));
    const { time } = mailing.date ?? {};
    const date = dayOf(mailing.date);
    const before = dayOf(mailing.dateBefore);
    if (date === undefined) {
      const why =
        time === undefined
          ? "its time is secret or known only after apply"
          : "its time is not a date";
      undated.push(`${name} (${why})`);
    }
    const lists = listsOf(mailing, known).map(({ key, name: of }) => ({
      key,
      name: asName(model.clean(of)),
    }));
    if (date !== undefined) dated.push(present({ mailing, name, date, lists, before }));
  }
  return { dated, undated, isWhole: model.isWhole };
}

/** The calendar of the index; `pageOf` gives the page of a campaign by its URN. */
export function calendarOf(
  { dated, undated, isWhole }: Scheduled,
  pageOf: (urn: string) => string | undefined,
): Calendar {
  const mails = dated.flatMap((one) => mailsOf(one, pageOf));
  return { mails, undated, isWhole, ...(dated.length > 0 && { file: scheduleFile }) };
}

/** The name of the file for calendar programs. */
export const scheduleFile = "schedule.ics";

function mailsOf(one: Dated, pageOf: (urn: string) => string | undefined): CalendarMail[] {
  const { mailing, name, date, before, lists } = one;
  const mark = markOf(mailing);
  const href = mailing.campaign === undefined ? undefined : pageOf(mailing.campaign);
  const remark = remarkOf(one);
  const mail = present({ title: name, href, lists });
  const now = present({ ...mail, ...placed(date), mark, remark });
  if (before === undefined) return [now];
  const away = {
    ...mail,
    ...placed(before),
    mark: "moved away",
    remark: `now ${inWords(date)}`,
  } as const;
  return [away, now];
}

function placed({ day, time, zone = "the service's time" }: Day) {
  return { day, time, zone };
}

/** What becomes of a mail, in words behind its mark. */
export function remarkOf({ mailing, before }: Dated): string | undefined {
  const isRemoved = mailing.change === "removed";
  const why = isRemoved
    ? "still sent, unless it is stopped in the service"
    : before && `was ${inWords(before)}`;
  if (!mailing.contentChanges || markOf(mailing) === contentMark) return why;
  return why === undefined ? contentMark : `${contentMark}, ${why}`;
}

function inWords({ day, time }: Day): string {
  return `${new Date(`${day}T00:00:00Z`).toUTCString().slice(0, 3)} ${day} ${time}`;
}

/** The mark of a mail whose content changes under a date that stays. */
export const contentMark = "content changes";

/** What becomes of a mail, in a word or two; undefined where nothing does. */
export function markOf({ change, contentChanges }: Mailing): CalendarMark | undefined {
  return marks[change] ?? (contentChanges ? contentMark : undefined);
}

const marks: Readonly<Partial<Record<Mailing["change"], CalendarMark>>> = {
  new: "new",
  moved: "moved",
  removed: "removed",
};

/** The day of a date by the clocks of its zone; undefined where it is not known, or no date. */
function dayOf({ time, zone }: MailingDate = {}): Day | undefined {
  if (time === undefined) return undefined;
  const isInstant = instantMs(time) !== undefined;
  const known = zone ?? (isInstant ? "UTC" : undefined);
  const local = localTime(time, known);
  if (local === undefined || localMs(local) === undefined) return undefined;
  const [day = "", clock = ""] = local.split(" ");
  return present({ day, time: clock.replace(/:00$/, ""), zone: known });
}

/** The lists whose ids are known; the same id in another account is another list. */
function listsOf({ provider = "", inputs, note }: Mailing, known: KnownLists) {
  const ids: unknown = inputs === undefined ? note?.lists.map(({ id }) => id) : inputs.listIds;
  return (Array.isArray(ids) ? ids : [ids])
    .map(shownText)
    .filter((id) => id !== undefined)
    .map((id) => ({ key: `${provider} ${id}`, name: known.byId(id, provider)?.name ?? id }));
}
