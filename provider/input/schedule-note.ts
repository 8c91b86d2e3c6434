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
  /** The number of contacts in all lists together, or the reason why it is unknown. */
  readonly contacts: number | { readonly unknown: string };
}

export interface Sizes {
  /** The lists whose size is known. */
  readonly lists: readonly ListSize[];
  /** The ids of lists that the account doesn't have. */
  readonly gone?: readonly string[];
  /** The names of lists that the update creates. */
  readonly created?: readonly string[];
}

export interface ScheduleNote extends RecipientReach {
  /** The logical name or the id of the campaign, for messages; absent if neither is known. */
  readonly campaign?: string;
  /** The time as declared, or words if it isn't known. */
  readonly time: string;
  readonly zone?: string;
}

/**
 * The note for reviewers: `schedules "spring" for 2098-03-01 09:00:00 (Europe/Berlin) to 5 contacts in "Customers"
 * (list-5).`, with several lists `... to 8 contacts: 5 in "Customers" (list-5), 3 in "Friends" (list-3).`
 */
export function scheduleNote({ campaign, time, zone, ...reach }: ScheduleNote): string {
  const which = campaign === undefined ? unnamed : quoted(campaign);
  const when = zone === undefined ? time : `${time} (${zone})`;
  return `schedules ${which} for ${when} to ${reachInWords(reach)}.`;
}

/** The note for reviewers about a change of a campaign's recipients. */
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

/** The reason for an unknown number of contacts if the account lacks lists. */
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
/** Matches the whole note. Quoted names are matched as a unit, so that no name can imitate the words of the note. */
const noteWords = new RegExp(
  `^(?:[^"]|${quotes})*?schedules (${quotes}|${unnamed}) for ([^"]+?)(?: \\(([^ ()"]+)\\))? to ` +
    `(?:(?:[\\d,]|\\[secret\\])+ contacts?|an unknown number of contacts \\(((?:[^"()]|${quotes})+)\\))` +
    `(?:: | in |\\.$)`,
  "s",
);

/**
 * Matches the parts of a sentence about lists. Quoted names and ids are matched as a unit; the last alternative skips
 * other quotes.
 */
const listWords = new RegExp(
  [
    `\\bin (?<counted>${quotes}) \\((?:${quotes}|[^\\s"()]+)\\)`,
    `\\bno list (?<gone>${quotes}|[^\\s"(),]+)`,
    `\\bthe new list (?<created>${quotes})`,
    quotes,
  ].join("|"),
  "gs",
);

/**
 * Reads the lists from a sentence and its tag; undefined if the sentence isn't such a note, because a program may log
 * anything.
 */
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

/**
 * Reads the note of a schedule and its tag; undefined if the sentence isn't such a note, because a program may log
 * anything.
 */
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
