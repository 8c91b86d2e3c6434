import type { Calendar, CalendarMail, CalendarMark } from "#mail/page";
import { localTime } from "../../input/moment";
import { present } from "../../input/plain";
import { instantMs, localMs } from "../../input/time";
import type { PreviewModel } from "../preview";
import { shownText } from "../preview/hidden";
import { type KnownLists, knownLists } from "../preview/known-list";
import { scheduledMailings } from "../preview/mailing";
import type { Mailing, MailingChange, MailingDate } from "../preview/mailing-change";

/** A time by the clocks of a zone. */
interface Day {
  readonly day: string;
  /** `09:00`, with seconds where there are any. */
  readonly time: string;
  readonly zone: string;
}

/** What is scheduled in a stack, whether a preview changes it or not; `pageOf` gives the page of a campaign by its URN. */
export function calendarOf(
  model: PreviewModel,
  pageOf: (urn: string) => string | undefined,
): Calendar {
  const lists = knownLists(model);
  const mails: CalendarMail[] = [];
  const undated: string[] = [];
  for (const mailing of scheduledMailings(model)) {
    const { campaign, date, dateBefore } = mailing;
    const title = model.clean(mailing.name);
    const [day, before] = [dayOf(date), dayOf(dateBefore)];
    if (day === undefined) {
      const isHidden = date?.time === undefined;
      const why = isHidden
        ? "its time is secret or known only after apply"
        : "its time is not a date";
      undated.push(`${title} (${why})`);
      continue;
    }
    const href = campaign === undefined ? undefined : pageOf(campaign);
    const to = listsOf(mailing, lists).map(({ key, name }) => ({ key, name: model.clean(name) }));
    const mail = present({ title, href, lists: to });
    const away = `now ${inWords(day)}`;
    if (before) mails.push({ ...mail, ...before, mark: "moved away", remark: away });
    const [mark, remark] = [markOf(mailing), remarkOf(mailing, before)];
    mails.push(present({ ...mail, ...day, mark, remark }));
  }
  return { mails, undated, isWhole: model.isWhole };
}

/** What becomes of a mail, in words behind its mark. */
function remarkOf(mailing: Mailing, before: Day | undefined): string | undefined {
  const why =
    mailing.change === "removed"
      ? "still sent, unless it is stopped in the service"
      : before && `was ${inWords(before)}`;
  if (!mailing.contentChanges || markOf(mailing) === contentMark) return why;
  return why === undefined ? contentMark : `${contentMark}, ${why}`;
}

function inWords({ day, time }: Day): string {
  return `${new Date(`${day}T00:00:00Z`).toUTCString().slice(0, 3)} ${day} ${time}`;
}

/** The mark of a mail whose content changes under a date that stays. */
const contentMark = "content changes";

/** What becomes of a mail, in a word or two; undefined where nothing does. */
function markOf({ change, contentChanges }: Mailing): CalendarMark | undefined {
  return marks[change] ?? (contentChanges ? contentMark : undefined);
}

const marks: Readonly<Partial<Record<MailingChange, CalendarMark>>> = {
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
  return { day, time: clock.replace(/:00$/, ""), zone: known ?? "the service's time" };
}

/** The lists whose ids are known; the same id in another account is another list. */
function listsOf({ provider = "", inputs, note }: Mailing, known: KnownLists) {
  const ids: unknown = inputs === undefined ? note?.lists.map(({ id }) => id) : inputs.listIds;
  return (Array.isArray(ids) ? ids : [ids])
    .map(shownText)
    .filter((id) => id !== undefined)
    .map((id) => ({ key: `${provider} ${id}`, name: known.byId(id, provider)?.name ?? id }));
}
