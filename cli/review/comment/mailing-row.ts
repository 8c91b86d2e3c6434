import { isoInstants, localTime } from "../../../provider/email/date";
import { instantMs } from "../../../provider/input/time";
import { count, enumerate } from "../../../provider/plain/text";
import { isUnknown } from "../../../provider/plain/value";
import type { Clean, PreviewModel } from "../preview";
import { isHidden } from "../preview/input";
import { type Mailing, type MailingDate, recordedOnly, weekday } from "../preview/mailing-change";
import {
  arrow,
  contactsInWords,
  hasOtherRecipients,
  hasOtherTargets,
  mailRecipients,
  targetsInWords,
} from "../preview/recipients";

export type DisplayContext = Pick<PreviewModel, "clean" | "listOf">;

/** The table cells for one email, or for several similar emails. */
export function rowOf(mails: readonly [Mailing, ...Mailing[]], shown: DisplayContext): string[] {
  const { clean } = shown;
  const [mailing, another] = mails;
  const hasSubject = another === undefined && mailing.change !== "at once";
  return [
    changeInWords(mailing),
    nameCell(mails, clean),
    hasSubject ? subjectCell(mailing, clean) : "",
    dateCell(mails, clean),
    audienceCell(mailing, shown),
  ];
}

export function changeInWords(mailing: Mailing): string {
  const { change, contentChanges, notSentReason } = mailing;
  switch (change) {
    case "at once":
      return "DNS records";
    case "new":
      if (notSentReason === undefined) return "new";
      return notSentReason === recordedOnly ? "recorded" : "not sent";
    case "stays":
      if (hasOtherRecipients(mailing)) return "other recipients";
      return contentChanges ? "content changes" : "not moved";
    case "moved":
      return hasOtherRecipients(mailing) ? "moved, other recipients" : "moved";
    case "removed":
      return "removed";
  }
}

/**
 * The maximum number of names in a table row for several emails. A row of removed schedules shows more names, because
 * their emails may still be sent.
 */
export const namesShown = { removed: 10, others: 2 } as const;

function nameCell(mails: readonly Mailing[], clean: Clean): string {
  const names = mails.map(({ name }) => clean(name));
  const [{ provider, change } = {}] = mails;
  const of = provider === undefined ? "" : ` (Provider ${clean(provider)})`;
  if (names.length === 1) return `**${names.join("")}**${of}`;
  return `**${count(names.length, "mail")}**${of}: ${enumerate(names, namesShown[change === "removed" ? change : "others"])}`;
}

function subjectCell(
  { inputs, inputsBefore, secretSubject, campaignFacts }: Mailing,
  clean: Clean,
): string {
  if (inputs === undefined) return "not in the preview";
  if (secretSubject !== undefined) return `(secret, ${secretSubject})`;
  const [now, before] = [inputs.subject, inputsBefore ? inputsBefore.subject : inputs.subject];
  // Hide both subjects if one is secret, because the readable one may be the same text.
  if ([now, before].some((one) => isSecret(one))) return "(secret)";
  const [shown, old] = [now, before].map((one) => textOr(one, clean));
  const current =
    campaignFacts?.subject === undefined
      ? old
      : `${clean(campaignFacts.subject)} (${old} ${lastRead})`;
  return shown === old ? (current ?? "") : `${current}${arrow}${shown}`;
}

function isSecret(value: unknown): boolean {
  return isHidden(value) || (value !== undefined && typeof value !== "string");
}

function textOr(value: unknown, clean: Clean): string {
  if (value === undefined) return "(none)";
  return isUnknown(value) ? "(known after apply)" : clean(String(value));
}

function dateCell(mails: readonly [Mailing, ...Mailing[]], clean: Clean): string {
  const [{ change, contentChanges, notSentReason, when, date }, another] = mails;
  const words = (which: "date" | "dateBefore") => {
    const dates = mails.map(({ [which]: one = {} }) => one);
    return another ? rangeInWords(dates, clean) : dateInWords(dates[0] ?? {}, clean);
  };
  const now = words("date");
  const content = contentChanges && change !== "new" ? "content changes, " : "";
  if (change === "at once") return "at once, by the update";
  if (when !== undefined) return when;
  const since = sinceInWords(mails[0], clean);
  if (notSentReason !== undefined) {
    return `${change === "stays" ? content : ""}${now}: ${notSentReason.replace(/\.$/, "")}${since}`;
  }
  const at = another ? ", " : date?.time === undefined ? " at " : " on ";
  switch (change) {
    case "new":
      return now;
    case "moved":
      return `${content}${words("dateBefore")}${since}${arrow}${now}`;
    case "stays":
      return `${content}still sent${at}${now}${since}`;
    case "removed":
      return `${content}**${another ? "are" : "is"} still sent**${at}${now}${since}`;
  }
}

const lastRead = "when it was last read";

/**
 * The remark after a date, or an empty text. If the service has another date or status, shows that of the state. If the
 * preview didn't read the campaign, says "when it was last read", except for an email that isn't sent.
 */
function sinceInWords({ inState, isUnread, notSentReason }: Mailing, clean: Clean): string {
  if (isUnread) return notSentReason === undefined ? ` (${lastRead})` : "";
  if (inState === undefined) return "";
  const { date, status } = inState;
  const before = [status ?? [], date === undefined ? [] : dateInWords(date, clean)].flat();
  return ` (${before.join(", ")} ${lastRead})`;
}

/** Formats a date, for example as `Sat 2098-03-01 09:00 Europe/Berlin (08:00 UTC)`. */
export function dateInWords({ time, zone }: MailingDate, clean: Clean): string {
  if (time === undefined) return "a time that is secret or known only after apply";
  // A local time may occur twice when clocks are set back. The service gets no offset, so show both UTC times.
  const local = zone === undefined ? time : (localTime(time, zone) ?? time);
  const instants = isoInstants(local, zone).map((one) => localTime(one, "UTC") ?? "");
  const [utc] = instants;
  if (utc === undefined) return `${weekday(time)}${clean(time)} in the service's time`;
  if (zone === undefined) return `${dayAndTime(utc)} UTC`;
  const inUtc = instants.map((one) =>
    local.slice(0, 10) === one.slice(0, 10) ? minutes(one).slice(11) : dayAndTime(one),
  );
  return `${dayAndTime(local)} ${clean(zone)} (${inUtc.join(" or ")} UTC)`;
}

/** The first and the last date of several emails: `Thu 2098-03-20 09:00 to Sun 2098-12-28 09:00 Europe/Berlin`. */
function rangeInWords(dates: readonly MailingDate[], clean: Clean): string {
  const clocks = dates.map(clockOf);
  if (clocks.includes(undefined)) return "times that are secret or known only after apply";
  const inOrder = clocks.map((one = "") => one).toSorted();
  const ends = new Set([inOrder[0] ?? "", inOrder.at(-1) ?? ""]);
  const [{ zone, time = "" } = {}] = dates;
  const utc = instantMs(time) === undefined ? "in the service's time" : "UTC";
  const days = [...ends].map((one) => clean(dayAndTime(one)));
  return `${days.join(" to ")} ${zone === undefined ? utc : clean(zone)}`;
}

export function clockOf({ time, zone }: MailingDate): string | undefined {
  if (time === undefined) return undefined;
  return localTime(time, zone) ?? localTime(time, "UTC");
}

function dayAndTime(local: string): string {
  return weekday(local) + minutes(local);
}

/** Drops the seconds if they are 00. */
function minutes(local: string): string {
  return local.replace(/:00$/, "");
}

export function audienceCell(mailing: Mailing, shown: DisplayContext): string {
  const { clean } = shown;
  const { change, notSentReason, addresses } = mailing;
  if (change === "at once") {
    return addresses === undefined
      ? "a number of addresses that is secret or known only after apply"
      : count(addresses, "address", "addresses");
  }
  const look = {
    clean,
    number: (text: string) => `**${text}**`,
    input: (text: string) => `\`${text}\``,
  };
  const { now, before, inState } = mailRecipients(mailing, shown);
  const [to, old] = [now, before].map((one) => targetsInWords(one, look));
  const contacts = notSentReason === undefined ? contactsInWords(now, before, look) : "";
  const whole = [contacts, to].filter((part) => part !== "").join(": ");
  const last = inState && `${targetsInWords(inState, look)} ${lastRead}`;
  if (!hasOtherTargets(now, before)) return last === undefined ? whole : `${last}${arrow}${whole}`;
  return `${old}${last === undefined ? "" : ` (${last})`}${arrow}${whole}`;
}
