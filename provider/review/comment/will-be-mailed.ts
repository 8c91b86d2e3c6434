import { localTime, possibleMoments } from "../../input/moment";
import type { Properties } from "../../input/plain";
import { instantMs, localMs } from "../../input/time";
import { isUnknown } from "../../input/unknown";
import { count, firstOfNames } from "../../terminal/words";
import type { Clean, PreviewModel } from "../preview";
import { isHidden } from "../preview/hidden";
import { type KnownList, type KnownLists, knownLists } from "../preview/known-list";
import { mailingsOf } from "../preview/mailing";
import type { Mailing, MailingDate } from "../preview/mailing-change";
import { cut, escaped } from "./markdown";

/** How a preview ended, as far as it is known. */
export type Ending = "ended well" | "failed" | "unreadable";

interface Around {
  readonly ending: Ending;
  /** Where the pages of `show` are published. */
  readonly pages?: string;
}

/** The longest table: a reviewer reads no more. */
const longestTable = 30;
/** How many lists are named in a row. */
const listsNamed = 5;

interface Shown {
  readonly clean: Clean;
  readonly lists: KnownLists;
}

/** The lines of what a preview changes about mails, above everything else. */
export function willBeMailed(model: PreviewModel, { ending, pages }: Around): string[] {
  const mailings = mailingsOf(model);
  const shown = {
    clean: (text: string) => escaped(cut(model.clean(text))),
    lists: knownLists(model),
  };
  const doubt = ending === "ended well" ? [] : ["", doubts[ending]];
  if (mailings.length === 0) {
    const nothing =
      ending === "ended well"
        ? "Nothing: this update sends no email, and changes none that this stack schedules."
        : doubts[ending];
    return ["**Will be mailed**", "", nothing, ""];
  }
  const rows = mailings
    .slice(0, longestTable)
    .map((one) => `| ${cellsOf(one, shown).join(" | ")} |`);
  const more = mailings.length - rows.length;
  const rest = `... and ${more} more`;
  const beyond = more <= 0 ? [] : ["", pages === undefined ? `${rest}.` : `[${rest}](${pages})`];
  return [
    "**Will be mailed**",
    "",
    "|  | Campaign | Subject | Date | To |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    ...beyond,
    ...doubt,
    "",
  ];
}

const doubts = {
  failed: "The preview failed, so this may not be all that is mailed.",
  unreadable: "The preview can't be read, so what is mailed is not known.",
} as const;

/** What becomes of a mailing, in a word or two. */
function signOf({ change, contentChanges, ending }: Mailing): string {
  switch (change) {
    case "at once":
      return "DNS records";
    case "new":
      return ending === undefined ? "new" : "recorded";
    case "stays":
      return contentChanges ? "content changes" : "not moved";
    case "moved":
    case "removed":
      return change;
  }
}

function cellsOf(mailing: Mailing, shown: Shown): string[] {
  const { clean } = shown;
  const { change, name, provider } = mailing;
  const where = provider === undefined ? "" : ` (Provider ${clean(provider)})`;
  return [
    signOf(mailing),
    `**${clean(name)}**${where}`,
    change === "at once" ? "" : subjectCell(mailing, clean),
    dateCell(mailing, clean),
    change === "at once" ? addresses(mailing) : audienceCell(mailing, shown),
  ];
}

function subjectCell({ inputs, inputsBefore }: Mailing, clean: Clean): string {
  if (inputs === undefined) return "not in the preview";
  const [now, before] = [inputs.subject, inputsBefore ? inputsBefore.subject : inputs.subject];
  // Of a subject that has become a secret, or was one, the other one may be the same.
  if ([now, before].some((one) => isSecret(one))) return "(secret)";
  const [shown, old] = [now, before].map((one) => textOr(one, clean));
  return shown === old ? (shown ?? "") : `${old} → ${shown}`;
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
      return `${content}${dateInWords(dateBefore, clean)} → ${now}`;
    case "stays":
      return `${content}still sent ${when}`;
    case "removed":
      return `${content}**is still sent** ${when}, unless it is stopped in the service`;
  }
}

function ended(date: string, ending: string): string {
  return `${date}: ${ending.replace(/\.$/, "")}`;
}

/** `Sat 2098-03-01 09:00 Europe/Berlin (08:00 UTC)`, or the text as declared. */
function dateInWords({ time, zone }: MailingDate, clean: Clean): string {
  if (time === undefined) return "a time that is secret or known only after apply";
  const moments = possibleMoments(time, zone);
  const [moment] = moments;
  if (moment === undefined) return `${weekday(time)}${clean(time)} in the service's time`;
  const utc = localTime(moment, "UTC") ?? "";
  if (zone === undefined) return `${weekday(utc)}${minutes(utc)} UTC`;
  const local = instantMs(time) === undefined ? time : (localTime(moment, zone) ?? time);
  const inUtc = moments
    .map((one) => localTime(one, "UTC") ?? "")
    .map((one) => {
      const isSameDay = local.slice(0, 10) === one.slice(0, 10);
      return isSameDay ? minutes(one).slice(11) : `${weekday(one)}${minutes(one)}`;
    });
  return `${weekday(local)}${minutes(local)} ${clean(zone)} (${inUtc.join(" or ")} UTC)`;
}

function weekday(local: string): string {
  const ms = localMs(local);
  return ms === undefined ? "" : `${new Date(ms).toUTCString().slice(0, 3)} `;
}

/** Seconds are shown only where there are any. */
function minutes(local: string): string {
  return local.replace(/:00$/, "");
}

function addresses({ addresses: number }: Mailing): string {
  return number === undefined
    ? "a number of addresses that is secret or known only after apply"
    : count(number, "address", "addresses");
}

function audienceCell(mailing: Mailing, { clean, lists }: Shown): string {
  const { inputs, inputsBefore, note, provider } = mailing;
  const listOf: ListOf = (target) =>
    typeof target === "string" ? lists.byId(target, provider) : undefined;
  const named = (targets: readonly unknown[]) => listsInWords(targets, listOf, clean);
  const now = inputs === undefined ? (note?.lists ?? []).map(({ id }) => id) : targetsOf(inputs);
  const before = inputsBefore === undefined ? now : targetsOf(inputsBefore);
  const isSame = JSON.stringify(now) === JSON.stringify(before);
  const to = isSame ? named(now) : `${named(before)} → ${named(now)}`;
  if (mailing.ending !== undefined) return to;
  return [numberInWords(mailing, now.map(listOf)), to].filter((part) => part !== "").join(": ");
}

/** The lists of a campaign, or its segment. */
function targetsOf({ listIds, segmentId }: Properties): unknown[] {
  const ids: unknown[] = Array.isArray(listIds) ? listIds : listIds === undefined ? [] : [listIds];
  return segmentId === undefined ? ids : [...ids, { segment: segmentId }];
}

type ListOf = (target: unknown) => KnownList | undefined;

function listsInWords(targets: readonly unknown[], listOf: ListOf, clean: Clean): string {
  const words = targets.map((target) => {
    if (typeof target === "object" && target !== null && "segment" in target) {
      return isSecret(target.segment) ? "a segment" : `segment ${textOr(target.segment, clean)}`;
    }
    const { name, contacts } = listOf(target) ?? {};
    if (name !== undefined)
      return contacts === undefined ? clean(name) : `${clean(name)} (${number(contacts)})`;
    return isSecret(target) ? "(secret)" : textOr(target, clean);
  });
  return firstOfNames(words, listsNamed);
}

/** What preflight has said of this mail; else the sum of its lists, where it has said the size of each beside other mails. */
function numberInWords(
  { change, note }: Mailing,
  lists: readonly (KnownList | undefined)[],
): string {
  const sizes = lists.map((list) => list?.contacts);
  const sum = sizes.reduce((all, size) => (all ?? 0) + (size ?? 0), undefined);
  const contacts = note?.contacts ?? (sizes.includes(undefined) ? undefined : sum);
  if (contacts === undefined) {
    const why =
      change === "new" || change === "moved"
        ? "preflight did not report them"
        : "preflight counts them when a date changes";
    return `contacts not known (${why})`;
  }
  if (typeof contacts !== "number") return `contacts not known (${contacts.unknown})`;
  return `**${number(contacts)}** ${contacts === 1 ? "contact" : "contacts"}`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
