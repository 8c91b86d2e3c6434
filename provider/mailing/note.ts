import { quoted } from "../errors/redact";
import { idInTag, type Tagged, type TagNumbers, unquoted } from "../input/finding";
import { present } from "../input/plain";

/** A list that a campaign goes to, and how many contacts it holds. */
export interface ListSize {
  readonly id: string;
  readonly name: string;
  readonly contacts: number;
}

/** Whom a campaign goes to, as far as a preview can know it. */
export interface Reach {
  /** In all of its lists, or why that can't be known. */
  readonly contacts: number | { readonly unknown: string };
  /** The lists whose size is known. */
  readonly lists: readonly ListSize[];
}

/** What a preview says of a new or changed schedule. */
export interface ScheduleNote extends Reach {
  /** The logical name of the campaign, or its id, as sentences have it; absent where neither is known. */
  readonly campaign?: string;
  /** As it is declared, or words in its place. */
  readonly time: string;
  /** The zone of a local time, where the settings name it. */
  readonly zone?: string;
}

/**
 * What a reviewer reads: `schedules "spring" for 2098-03-01 09:00:00 (Europe/Berlin) to 5 contacts in "Customers" (list-5).`, with
 * several lists `... to 8 contacts: 5 in "Customers" (list-5), 3 in "Friends" (list-3).`
 */
export function scheduleNote({ campaign, time, zone, contacts, lists }: ScheduleNote): string {
  const which = campaign === undefined ? unnamed : quoted(campaign);
  const when = zone === undefined ? time : `${time} (${zone})`;
  const [only, ...others] = lists;
  const isAll = only !== undefined && others.length === 0 && only.contacts === contacts;
  const sizes = lists.map((list) => `${list.contacts} in ${inWords(list)}`).join(", ");
  const where = isAll ? ` in ${inWords(only)}` : only === undefined ? "" : `: ${sizes}`;
  return `schedules ${which} for ${when} to ${numberInWords(contacts)}${where}.`;
}

const unnamed = "a campaign";

/** What the tag of the sentence has: each list with its size. */
export function sizesOf({ lists }: Reach): TagNumbers {
  return lists.map(({ id, contacts }) => [id, contacts]);
}

function numberInWords(contacts: Reach["contacts"]): string {
  if (typeof contacts !== "number") return `an unknown number of contacts (${contacts.unknown})`;
  return `${contacts} ${contacts === 1 ? "contact" : "contacts"}`;
}

function inWords({ id, name }: ListSize): string {
  return `${quoted(name)} (${idInTag(id)})`;
}

const quotes = String.raw`"(?:[^"\\]|\\.)*"`;
const noteWords = new RegExp(
  `^(?:[^"]|${quotes})*?schedules (${quotes}|${unnamed}) for (.+?)(?: \\(([^ ()]+)\\))? to ` +
    String.raw`(?:\d+|an unknown number of) contacts?(?: \((.+?)\)(?=: |\.$))?(.*)\.$`,
  "s",
);
const listWords = new RegExp(`(${quotes}) \\((?:${quotes}|[^\\s"()]+)\\)`, "gs");

/** Reads the sentence of a schedule and its tag; undefined for what a program has logged that is none. */
export function noteIn({ said, numbers = [] }: Tagged): ScheduleNote | undefined {
  const [, campaign, time, zone, unknown, where = ""] = noteWords.exec(said) ?? [];
  const names = [...where.matchAll(listWords)].map(([, name = ""]) => unquoted(name));
  if (campaign === undefined || time === undefined || names.length !== numbers.length) {
    return undefined;
  }
  const lists = numbers.map(([id, contacts], at) => ({ id, name: names[at] ?? id, contacts }));
  const sum = lists.reduce((all, { contacts }) => all + contacts, 0);
  return present({
    campaign: campaign === unnamed ? undefined : unquoted(campaign),
    time,
    zone,
    contacts: unknown === undefined ? sum : { unknown },
    lists,
  });
}
