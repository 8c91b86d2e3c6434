import { count, inThousands } from "../errors/count";
import { quoted } from "../errors/redact";
import { idInTag, type Tagged, type TagNumbers, unquoted } from "./finding";
import { present } from "./plain";

export interface ListSize {
  readonly id: string;
  readonly name: string;
  readonly contacts: number;
}

export interface RecipientReach extends Sizes {
  /** In all of its lists, or why that can't be known. */
  readonly contacts: number | { readonly unknown: string };
}

export interface Sizes {
  /** Those whose size is known. */
  readonly lists: readonly ListSize[];
  /** Those that the account does not have. */
  readonly gone?: readonly string[];
  /** The names of those that the update creates. */
  readonly created?: readonly string[];
}

export interface ScheduleNote extends RecipientReach {
  /** The logical name of the campaign, or its id, as sentences have it; absent where neither is known. */
  readonly campaign?: string;
  /** As it is declared, or words in its place. */
  readonly time: string;
  readonly zone?: string;
}

/**
 * What a reviewer reads: `schedules "spring" for 2098-03-01 09:00:00 (Europe/Berlin) to 5 contacts in "Customers" (list-5).`, with
 * several lists `... to 8 contacts: 5 in "Customers" (list-5), 3 in "Friends" (list-3).`
 */
export function scheduleNote({ campaign, time, zone, ...reach }: ScheduleNote): string {
  const which = campaign === undefined ? unnamed : quoted(campaign);
  const when = zone === undefined ? time : `${time} (${zone})`;
  return `schedules ${which} for ${when} to ${reachInWords(reach)}.`;
}

/** What a reviewer reads of a campaign that goes to others than before. */
export function recipientsNote(before: RecipientReach, now: RecipientReach): string {
  return `changes its recipients from ${reachInWords(before)} to ${reachInWords(now)}.`;
}

export function reachInWords({ contacts, lists, created = [] }: RecipientReach): string {
  const [only, ...others] = lists;
  const isAll = only !== undefined && others.length === 0 && only.contacts === contacts;
  if (isAll) return `${numberInWords(contacts)} in ${inWords(only)}`;
  const sizes = [
    ...lists.map((list) => `${inThousands(list.contacts)} in ${inWords(list)}`),
    ...created.map((name) => `the new list ${quoted(name)}`),
  ];
  return [numberInWords(contacts), ...(sizes.length > 0 ? [sizes.join(", ")] : [])].join(": ");
}

const unnamed = "a campaign";

export function sizesOf(...reaches: readonly RecipientReach[]): TagNumbers {
  return reaches.flatMap(({ lists }) => lists.map(({ id, contacts }) => [id, contacts] as const));
}

/** Why the number of contacts is not known where the account lacks lists. */
export function withoutLists(ids: readonly string[]): string {
  return `the account has ${ids.map((id) => `no list ${idInTag(id)}`).join(", ")}`;
}

function numberInWords(contacts: RecipientReach["contacts"]): string {
  if (typeof contacts !== "number") return `an unknown number of contacts (${contacts.unknown})`;
  return count(contacts, "contact");
}

function inWords({ id, name }: ListSize): string {
  return `${quoted(name)} (${idInTag(id)})`;
}

const quotes = String.raw`"(?:[^"\\]|\\.)*"`;
/** From its start to its end, in which each name in quotes is a whole: none can stand for the words between two of them. */
const noteWords = new RegExp(
  `^(?:[^"]|${quotes})*?schedules (${quotes}|${unnamed}) for ([^"]+?)(?: \\(([^ ()"]+)\\))? to ` +
    `(?:(?:[\\d,]|\\[secret\\])+ contacts?|an unknown number of contacts \\(((?:[^"()]|${quotes})+)\\))` +
    `(?:: | in |\\.$)`,
  "s",
);

/** What a sentence says of lists, each name or id in quotes as a whole: one that is nothing of these is the last alternative. */
const listWords = new RegExp(
  [
    `\\bin (?<counted>${quotes}) \\((?:${quotes}|[^\\s"()]+)\\)`,
    `\\bno list (?<gone>${quotes}|[^\\s"(),]+)`,
    `\\bthe new list (?<created>${quotes})`,
    quotes,
  ].join("|"),
  "gs",
);

/** Reads what a sentence and its tag say of lists; undefined for what a program has logged that is none. */
export function sizesIn({ said, numbers = [] }: Tagged): Sizes | undefined {
  const all = [...said.matchAll(listWords)].map(({ groups = {} }) => groups);
  const named = (kind: "counted" | "gone" | "created") =>
    all.flatMap((one) => one[kind] ?? []).map(bare);
  const [names, gone, created] = [named("counted"), named("gone"), named("created")];
  if (names.length !== numbers.length) return undefined;
  const lists = numbers.map(([id, contacts], at) => ({ id, name: names[at] ?? id, contacts }));
  return present({
    lists,
    gone: gone.length > 0 ? gone : undefined,
    created: created.length > 0 ? created : undefined,
  });
}

function bare(written: string): string {
  return written.startsWith('"') ? unquoted(written) : written;
}

/** Reads the sentence of a schedule and its tag; undefined for what a program has logged that is none. */
export function noteIn(tagged: Tagged): ScheduleNote | undefined {
  const [, campaign, time, zone, unknown] = noteWords.exec(tagged.said) ?? [];
  const sizes = sizesIn(tagged);
  if (campaign === undefined || time === undefined || sizes === undefined) return undefined;
  const sum = sizes.lists.reduce((all, { contacts }) => all + contacts, 0);
  return present({
    campaign: campaign === unnamed ? undefined : unquoted(campaign),
    time,
    zone,
    contacts: unknown === undefined ? sum : { unknown },
    ...sizes,
  });
}
