import { count, enumerated } from "../../errors/count";
import { localTime } from "../../input/moment";
import { isUnknown } from "../../input/plain";
import { instantMs, localMs } from "../../input/time";
import type { Clean } from "../preview";
import { isShown } from "../preview/hidden";
import { type Mailing, type MailingDate, recordedOnly, weekday } from "../preview/mailing-change";
import { arrow, hasOtherRecipients } from "../preview/recipients";
import { minutes, ofProvider, type Row, type Shown } from "./mailing-row";

/** What a reviewer looks for in a large change, the rarest first. */
export const mailGroupKinds = [
  "at once",
  "removed",
  "recipients",
  "moved",
  "new",
  "content",
] as const;

/** One of them. */
export type MailGroupKind = (typeof mailGroupKinds)[number];

/** Each in words behind a number. */
export const kindWords: Readonly<Record<MailGroupKind, string>> = {
  "at once": "sent at once",
  removed: "removed",
  recipients: "with other recipients",
  moved: "moved",
  new: "new",
  content: "with other content",
};

export interface MailRow {
  readonly mailing: Mailing;
  readonly row: Row;
}

/** Mails of which one row says all. */
export interface Group {
  readonly kind: MailGroupKind;
  readonly mails: readonly [MailRow, ...MailRow[]];
}

/** What becomes of a mailing, in a word or two. */
export function signOf(mailing: Mailing): string {
  const { change, contentChanges, ending } = mailing;
  switch (change) {
    case "at once":
      return "DNS records";
    case "new":
      if (ending === undefined) return "new";
      return ending === recordedOnly ? "recorded" : "not sent";
    case "stays":
      if (hasOtherRecipients(mailing)) return "other recipients";
      return contentChanges ? "content changes" : "not moved";
    case "moved":
      return hasOtherRecipients(mailing) ? "moved, other recipients" : "moved";
    case "removed":
      return "removed";
  }
}

function kindOf(mailing: Mailing): MailGroupKind {
  const { change } = mailing;
  const isKept = change === "moved" || change === "stays";
  if (isKept && hasOtherRecipients(mailing)) return "recipients";
  return change === "stays" ? "content" : change;
}

/** The rows by kind, equal ones together; the order within a kind stays. */
export function groupsOf(rows: readonly MailRow[], how: { readonly foldsNew: boolean }): Group[] {
  const groups = new Map<string, { kind: MailGroupKind; mails: [MailRow, ...MailRow[]] }>();
  for (const [at, one] of rows.entries()) {
    const kind = kindOf(one.mailing);
    const key = (kind === "new" && !how.foldsNew ? undefined : keyOf(one)) ?? `${at}`;
    const group = groups.get(`${kind} ${key}`);
    if (group) group.mails.push(one);
    else groups.set(`${kind} ${key}`, { kind, mails: [one] });
  }
  const rankOf = ({ kind }: Group) => mailGroupKinds.indexOf(kind);
  return [...groups.values()].toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** What rows have in common that differ in campaign, date and an unchanged subject alone; undefined for a row of its own. */
function keyOf({ mailing, row: { to } }: MailRow): string | undefined {
  const { change, provider, date, ending, when, contentChanges, inputs, inputsBefore } = mailing;
  const isSameSubject = inputsBefore === undefined || inputs?.subject === inputsBefore.subject;
  const shift = change === "moved" ? shiftMs(mailing) : 0;
  if (change === "at once" || !isSameSubject || shift === undefined) return undefined;
  if (!knowsRecipients(mailing)) return undefined;
  return JSON.stringify([
    signOf(mailing),
    provider,
    to,
    ending,
    when,
    contentChanges,
    date?.zone,
    shift,
  ]);
}

/** Whether equal words mean equal recipients: two different secrets look the same. */
function knowsRecipients({ inputs, note, created = [] }: Mailing): boolean {
  if (inputs === undefined) return note !== undefined;
  const { listIds, segmentId, rules, contactsOrder } = inputs;
  const ids =
    created.length > 0 && Array.isArray(listIds) ? listIds.filter((id) => !isUnknown(id)) : listIds;
  return isShown([ids, segmentId, rules, contactsOrder]);
}

/** By how much a mail moves on the clocks of its zone. */
function shiftMs({ date = {}, dateBefore = {} }: Mailing): number | undefined {
  const [now, before] = [date, dateBefore].map((one) => localMs(clockOf(one) ?? ""));
  return now === undefined || before === undefined ? undefined : now - before;
}

function clockOf({ time, zone }: MailingDate): string | undefined {
  if (time === undefined) return undefined;
  return localTime(time, zone) ?? localTime(time, "UTC");
}

const namesShown = 2;

/** One row for several mails: it counts and names them. */
export function foldedRow({ mails }: Group, { clean }: Shown): Row {
  const [{ mailing, row }] = mails;
  const { contentChanges, ending, when } = mailing;
  const names = mails.map((one) => clean(one.mailing.name));
  const dates = range(
    mails.map((one) => one.mailing.date ?? {}),
    clean,
  );
  const content = contentChanges ? "content changes, " : "";
  return {
    name: `**${count(names.length, "mail")}**${ofProvider(mailing, clean)}: ${enumerated(names, namesShown)}`,
    subject: "",
    date:
      when ??
      (ending === undefined
        ? content + datesInWords(mails, dates, clean)
        : `${dates}: ${ending.replace(/\.$/, "")}`),
    to: row.to,
  };
}

function datesInWords(mails: Group["mails"], dates: string, clean: Clean): string {
  const [{ mailing }] = mails;
  switch (mailing.change) {
    case "moved": {
      const before = range(
        mails.map((one) => one.mailing.dateBefore ?? {}),
        clean,
      );
      return `${before}${arrow}${dates}`;
    }
    case "removed":
      return `**are still sent**, ${dates}`;
    case "stays":
      return `still sent, ${dates}`;
    case "at once":
    case "new":
      return dates;
  }
}

/** The first and the last date: `Thu 2098-03-20 09:00 to Sun 2098-12-28 09:00 Europe/Berlin`. */
function range(dates: readonly MailingDate[], clean: Clean): string {
  const clocks = dates
    .map(clockOf)
    .filter((clock) => clock !== undefined)
    .toSorted();
  const [first, last] = [clocks[0], clocks.at(-1)];
  if (first === undefined || last === undefined || clocks.length < dates.length)
    return "times that are secret or known only after apply";
  const [{ zone, time = "" } = {}] = dates;
  const utc = instantMs(time) === undefined ? "in the service's time" : "UTC";
  const days = [...new Set([first, last])].map(
    (clock) => `${weekday(clock)}${clean(minutes(clock))}`,
  );
  return `${days.join(" to ")} ${zone === undefined ? utc : clean(zone)}`;
}
