import { count } from "../../errors/count";
import { localTime, possibleMoments } from "../../input/moment";
import { isUnknown } from "../../input/plain";
import type { Clean } from "../preview";
import { isHidden } from "../preview/hidden";
import type { KnownLists } from "../preview/known-list";
import { type Mailing, type MailingDate, weekday } from "../preview/mailing-change";
import { arrow, contactsInWords, mailRecipients, targetsInWords } from "../preview/recipients";

/** What rows are made with. */
export interface Shown {
  readonly clean: Clean;
  readonly lists: KnownLists;
}

/** What the row of a mail says, beside what becomes of it. */
export interface Row {
  readonly name: string;
  readonly subject: string;
  readonly date: string;
  readonly to: string;
}

/** The cells of the row of a mail. */
export function rowOf(mailing: Mailing, { clean, lists }: Shown): Row {
  const { change, name } = mailing;
  const isAtOnce = change === "at once";
  return {
    name: `**${clean(name)}**${ofProvider(mailing, clean)}`,
    subject: isAtOnce ? "" : subjectCell(mailing, clean),
    date: dateCell(mailing, clean),
    to: isAtOnce ? addresses(mailing) : audienceCell(mailing, { clean, lists }),
  };
}

/** Whose account a mail is of, where its Provider is an explicit one. */
export function ofProvider({ provider }: Mailing, clean: Clean): string {
  return provider === undefined ? "" : ` (Provider ${clean(provider)})`;
}

function subjectCell({ inputs, inputsBefore }: Mailing, clean: Clean): string {
  if (inputs === undefined) return "not in the preview";
  const [now, before] = [inputs.subject, inputsBefore ? inputsBefore.subject : inputs.subject];
  // Of a subject that has become a secret, or was one, the other one may be the same.
  if ([now, before].some((one) => isSecret(one))) return "(secret)";
  const [shown, old] = [now, before].map((one) => textOr(one, clean));
  return shown === old ? (shown ?? "") : `${old}${arrow}${shown}`;
}

function isSecret(value: unknown): boolean {
  return isHidden(value) || (value !== undefined && typeof value !== "string");
}

function textOr(value: unknown, clean: Clean): string {
  if (value === undefined) return "(none)";
  return isUnknown(value) ? "(known after apply)" : clean(String(value));
}

function dateCell(mailing: Mailing, clean: Clean): string {
  const { change, date = {}, dateBefore = {}, ending } = mailing;
  const now = dateInWords(date, clean);
  const when = date.time === undefined ? `at ${now}` : `on ${now}`;
  const content = mailing.contentChanges ? "content changes, " : "";
  if (change === "at once") return "at once, by the update";
  if (mailing.when !== undefined) return mailing.when;
  if (ending !== undefined) return `${change === "stays" ? content : ""}${ended(now, ending)}`;
  switch (change) {
    case "new":
      return now;
    case "moved":
      return `${content}${dateInWords(dateBefore, clean)}${arrow}${now}`;
    case "stays":
      return `${content}still sent ${when}`;
    case "removed":
      return `${content}**is still sent** ${when}`;
  }
}

function ended(date: string, ending: string): string {
  return `${date}: ${ending.replace(/\.$/, "")}`;
}

/** `Sat 2098-03-01 09:00 Europe/Berlin (08:00 UTC)`, or the text as declared. */
export function dateInWords({ time, zone }: MailingDate, clean: Clean): string {
  if (time === undefined) return "a time that is secret or known only after apply";
  // The service gets a time by the clocks of its zone, which may show it twice, whatever offset the program has given.
  const local = zone === undefined ? time : (localTime(time, zone) ?? time);
  const moments = possibleMoments(local, zone);
  const [moment] = moments;
  if (moment === undefined) return `${weekday(time)}${clean(time)} in the service's time`;
  const utc = localTime(moment, "UTC") ?? "";
  if (zone === undefined) return `${weekday(utc)}${minutes(utc)} UTC`;
  const inUtc = moments
    .map((one) => localTime(one, "UTC") ?? "")
    .map((one) => {
      const isSameDay = local.slice(0, 10) === one.slice(0, 10);
      return isSameDay ? minutes(one).slice(11) : `${weekday(one)}${minutes(one)}`;
    });
  return `${weekday(local)}${minutes(local)} ${clean(zone)} (${inUtc.join(" or ")} UTC)`;
}

/** Seconds are shown only where there are any. */
export function minutes(local: string): string {
  return local.replace(/:00$/, "");
}

function addresses({ addresses: number }: Mailing): string {
  return number === undefined
    ? "a number of addresses that is secret or known only after apply"
    : count(number, "address", "addresses");
}

function audienceCell(mailing: Mailing, { clean, lists }: Shown): string {
  const look = {
    clean,
    number: (text: string) => `**${text}**`,
    input: (text: string) => `\`${text}\``,
  };
  const { now, before } = mailRecipients(mailing, lists);
  const [to, old] = [now, before].map((one) => targetsInWords(one, look));
  const contacts = mailing.ending === undefined ? contactsInWords(now, before, look) : "";
  const whole = [contacts, to].filter((part) => part !== "").join(": ");
  return old === to ? whole : `${old}${arrow}${whole}`;
}
