import type { MailList } from "./mail";
import { type Markup, markup } from "./page";

export type CalendarMark = "new" | "moved" | "moved away" | "content changes" | "removed";

export interface CalendarMail {
  /** `YYYY-MM-DD`, in local time of the zone. */
  readonly day: string;
  /** `09:00`, in local time of the zone. */
  readonly time: string;
  /** The zone's name for readers, such as `Europe/Berlin`. */
  readonly zone: string;
  readonly title: string;
  readonly href?: string;
  /** The kind of change to the email. Absent if the email doesn't change. */
  readonly mark?: CalendarMark;
  /** A remark about the email, such as the old date. */
  readonly remark?: string;
  readonly lists: readonly CalendarList[];
}

/** A list of contacts. The key distinguishes the list from lists of other accounts. */
interface CalendarList extends MailList {
  readonly key: string;
}

export interface Calendar {
  /** The emails with a date. A moved email has two entries, for its old and its new date. */
  readonly mails: readonly CalendarMail[];
  /** Emails with an unknown day, each with the reason. */
  readonly undated: readonly string[];
  readonly hasUnchanged: boolean;
}

export function calendarSection(calendar: Calendar): Markup {
  const { mails, undated, hasUnchanged } = calendar;
  const zones = [...new Set(mails.map(({ zone }) => zone))];
  const [zone, another] = zones;
  const months = [...new Set(mails.map(({ day }) => day.slice(0, 7)))].sort();
  return markup`<section class="calendar"><h2>Calendar</h2>
${mails.length + undated.length === 0 ? markup`<p>${hasUnchanged ? "No mail is scheduled." : "This preview schedules no mail."}</p>` : undefined}
${zone !== undefined && another === undefined ? markup`<p>All times are in ${zone}.</p>` : undefined}
${hasUnchanged ? undefined : markup`<p>Schedules that don't change are not in this preview. To see them here, run: pulumi preview --json --show-sames</p>`}
${undated.length === 0 ? undefined : markup`<p>Without a day: ${undated.join("; ")}.</p>`}
${months.map((month) => monthTable(month, mails, another !== undefined))}</section>`;
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A month as a table. ARIA roles are set explicitly, because a narrow screen shows the table as a list. */
function monthTable(month: string, mails: readonly CalendarMail[], namesZone: boolean): Markup {
  const first = new Date(`${month}-01T00:00:00Z`);
  const before = (first.getUTCDay() + 6) % 7;
  const name = first.toLocaleDateString("en-US", { month: "long", timeZone: "UTC" });
  const title = `${name} ${month.slice(0, 4)}`;
  const length = new Date(
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0),
  ).getUTCDate();
  const weeks = Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) => {
    const cells = weekdays.map((weekday, at) => {
      const number = week * 7 + at - before + 1;
      if (number < 1 || number > length) return markup`<td role="cell"></td>`;
      const day = `${month}-${String(number).padStart(2, "0")}`;
      const own = mails.filter((one) => one.day === day);
      return dayCell({ number, weekday, month: name }, own, namesZone);
    });
    return markup`<tr role="row">${cells}</tr>\n`;
  });
  const heads = weekdays.map((one) => markup`<th role="columnheader" scope="col">${one}</th>`);
  return markup`<div class="month"><h3 id="m${month}">${title}</h3>
<table role="table" aria-labelledby="m${month}">
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">${weeks}</tbody></table></div>\n`;
}

interface Day {
  readonly number: number;
  readonly weekday: string;
  readonly month: string;
}

function dayCell(
  { number, weekday, month }: Day,
  mails: readonly CalendarMail[],
  namesZone: boolean,
): Markup {
  if (mails.length === 0) return markup`<td role="cell"><span class="quiet">${number}</span></td>`;
  const again = repeatedListWarnings(mails).map((one) => markup`<p class="again">${one}</p>`);
  const items = mails.map((one) => mailItem(one, namesZone));
  return markup`<td role="cell" class="mailed"><strong><span class="long">${weekday}, ${month} </span>${number}</strong>${again}<ul>${items}</ul></td>`;
}

function mailItem(mail: CalendarMail, namesZone: boolean): Markup {
  const { zone, title, href, mark, remark, lists } = mail;
  const name = href === undefined ? markup`${title}` : markup`<a href="${href}">${title}</a>`;
  const time = namesZone ? `${mail.time} (${zone})` : mail.time;
  const isAway = mark === "moved away";
  const sizes = lists.map(({ name: list, contacts }) =>
    contacts === undefined ? list : `${list} (${contacts.toLocaleString("en-US")})`,
  );
  const to = sizes.join(", ");
  const details = [to === "" || isAway ? [] : `to ${to}`, remark ?? []].flat().join(", ");
  return markup`<li>${isAway ? markup`<del>${time}</del>` : time} ${name}${
    mark && markup` <span class="pill ${markClasses[mark]}">${mark}</span>`
  }${details === "" ? undefined : markup` <span class="quiet">${details}</span>`}</li>`;
}

/** The CSS class of each mark. The tables of campaigns use the same classes for changes. */
const markClasses: Readonly<Record<CalendarMark, string>> = {
  new: "create",
  moved: "update",
  "moved away": "update",
  "content changes": "update",
  removed: "delete",
};

/** Sentences about lists that get more than one email on a day. */
function repeatedListWarnings(mails: readonly CalendarMail[]): string[] {
  const lists = mails.flatMap((one) => (one.mark === "moved away" ? [] : one.lists));
  return [...new Set(lists.map(({ key }) => key))].flatMap((key) => {
    const [first, ...others] = lists.filter((list) => list.key === key);
    return first && others.length > 0 ? `${others.length + 1} mails to ${first.name}` : [];
  });
}
