import type { Calendar, CalendarList, CalendarMail, CalendarMark } from "#mail/page";
import { asName } from "../../errors/redact";
import { localTime } from "../../input/moment";
import { present } from "../../input/plain";
import { instantMs, localMs } from "../../input/time";
import type { Clean, PreviewModel } from "../preview";
import { type KnownLists, knownLists } from "../preview/known-list";
import { scheduledMailings } from "../preview/mailing";
import { type Mailing, type MailingDate, weekday } from "../preview/mailing-change";
import { hasOtherRecipients, mailRecipients, targetsInWords } from "../preview/recipients";

interface Dated {
  readonly mailing: Mailing;
  readonly name: string;
  readonly date: Day;
  /** Where it was before it was moved. */
  readonly before?: Day;
  readonly lists: readonly CalendarList[];
  /** Whom it went to, where it goes to others. */
  readonly listsBefore?: string;
}

interface Day {
  readonly day: string;
  /** `09:00`, with seconds where there are any. */
  readonly time: string;
  /** Absent for one in the service's time, of which no setting names the zone. */
  readonly zone?: string;
}

/** What is scheduled in a stack, whether a preview changes it or not; `pageOf` gives the page of a campaign by its URN. */
export function calendarOf(
  model: PreviewModel,
  pageOf: (urn: string) => string | undefined,
): Calendar {
  const known = knownLists(model);
  const mails: CalendarMail[] = [];
  const undated: string[] = [];
  for (const mailing of scheduledMailings(model)) {
    const clean = (text: string) => asName(model.clean(text));
    const name = clean(mailing.name);
    const date = dayOf(mailing.date);
    if (date === undefined) {
      const why =
        mailing.date?.time === undefined
          ? "its time is secret or known only after apply"
          : "its time is not a date";
      undated.push(`${name} (${why})`);
      continue;
    }
    const dated = { mailing, name, date, before: dayOf(mailing.dateBefore) };
    mails.push(...mailsOf(present({ ...dated, ...listsOf(mailing, known, clean) }), pageOf));
  }
  return { mails, undated, isWhole: model.isWhole };
}

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
function remarkOf({ mailing, before, listsBefore }: Dated): string | undefined {
  const isRemoved = mailing.change === "removed";
  const isSaid = !mailing.contentChanges || markOf(mailing) === contentMark;
  const parts = [
    isSaid ? [] : contentMark,
    isRemoved ? "still sent, unless it is stopped in the service" : [],
    before ? `was ${inWords(before)}` : [],
    listsBefore === undefined ? [] : `was to ${listsBefore}`,
  ].flat();
  return parts.length === 0 ? undefined : parts.join(", ");
}

function inWords({ day, time }: Day): string {
  return `${weekday(`${day} 00:00:00`)}${day} ${time}`;
}

/** The mark of a mail whose content changes under a date that stays. */
const contentMark = "content changes";

/** What becomes of a mail, in a word or two; undefined where nothing does. */
function markOf({ change, contentChanges }: Mailing): CalendarMark | undefined {
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

/** Whom a mail goes to; the same id in another account is another list. */
function listsOf(mailing: Mailing, known: KnownLists, clean: Clean) {
  const { now, before } = mailRecipients(mailing, known);
  const lists = now.targets.map(({ words, id = words, contacts }) =>
    present({ key: `${mailing.provider ?? ""} ${id}`, name: clean(words), contacts }),
  );
  const isOther = hasOtherRecipients(mailing);
  return { lists, listsBefore: isOther ? targetsInWords(before, { clean }) : undefined };
}
