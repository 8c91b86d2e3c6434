import { isDeepStrictEqual } from "node:util";
import { quoted } from "../errors/redact";
import { isSameInput } from "../input/asset";
import {
  finding,
  idInTag,
  type NamedFinding,
  type Tagged,
  type TagNumbers,
  unquote,
} from "../input/finding";
import { count, formatNumber } from "../plain/text";
import { containsUnknown, groupBy, isRecord, omitUndefined, stringIn } from "../plain/value";

/** The role of a kind in an email. A step sends a "dnsEmail" at once. The others are parts of a campaign's email. */
export type EmailRole = "dnsEmail" | "content" | "schedule" | "recipients";

/** True for a campaign or its schedule. A second one in another account could email the same people again. */
export function isMailed({ emailRole }: { readonly emailRole?: EmailRole }): boolean {
  return emailRole === "content" || emailRole === "schedule";
}

export interface Audience {
  readonly listIds?: readonly string[];
  readonly segmentId?: string;
  readonly contactsOrder?: string;
  readonly rules?: { readonly limit?: number };
  readonly extraFields?: { readonly create?: object; readonly update?: object };
}

export const audienceInputs = [
  "listIds",
  "segmentId",
  "contactsOrder",
  "rules",
  "extraFields",
] as const satisfies readonly (keyof Audience)[];

/** Extra fields whose names suggest that they set a campaign's recipients, although their real effect isn't known. */
export function recipientExtraFields({ extraFields }: Audience): Readonly<Record<string, unknown>> {
  const { create, update } = extraFields ?? {};
  const all = Object.entries({ create, update }).flatMap(([step, fields]) =>
    Object.entries(fields ?? {})
      .filter(([name]) => /list|segment|recipient|contact|audience/i.test(name))
      .map(([name, value]) => [`${step}.${idInTag(name)}`, value] as const),
  );
  return Object.fromEntries(all);
}

export function changedAudience(old: Audience, now: Audience): (keyof Audience)[] {
  const comparable = (audience: Audience) => ({
    ...audience,
    listIds: new Set([audience.listIds ?? []].flat()),
    extraFields: recipientExtraFields(audience),
  });
  const [one, other] = [comparable(old), comparable(now)];
  return audienceInputs.filter((name) => !isDeepStrictEqual(one[name], other[name]));
}

export function hasOtherAudience(old: Audience, now: Audience): boolean {
  return changedAudience(old, now).length > 0;
}

export function isSameLists(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return isDeepStrictEqual(new Set(one), new Set(other));
}

/** The reason why a campaign's recipients are unknown; undefined if all are contacts of lists that are known. */
export function unknownRecipientsReason(audience: Audience | undefined): string | undefined {
  if (audience === undefined) return "no Campaign of this update has this id";
  const { listIds, segmentId } = audience;
  // The recipients are unknown, because no operation returns the contacts of a segment.
  if (segmentId !== undefined) return "it goes to a segment";
  const [own] = Object.keys(recipientExtraFields(audience));
  if (own !== undefined) return `extraFields.${own} may add recipients`;
  if (listIds === undefined) return "it names no list";
  return containsUnknown(listIds) ? "its lists are known only after apply" : undefined;
}

export interface ListSize {
  readonly id: string;
  readonly name: string;
  readonly contacts: number;
}

export interface RecipientReach extends Sizes {
  /** The sum of the lists' contacts, or why it is unknown. A contact on two lists counts twice. */
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
  /** The name or the id of the campaign, for messages; absent if neither is known. */
  readonly campaign?: string;
  /** The time as declared, or a phrase such as `a time that only the update knows`. */
  readonly time: string;
  readonly zone?: string;
  /** Lists of new campaigns, one of which the schedule may send. Absent if the campaign is known. */
  readonly others?: readonly ListSize[];
}

/**
 * The note for reviewers: `schedules "spring" for 2098-03-01 09:00:00 (Europe/Berlin) to 5 contacts in "Customers"
 * (list-5).`, with several lists `... to 8 contacts: 5 in "Customers" (list-5), 3 in "Friends" (list-3).`
 */
export function scheduleNote({
  campaign,
  time,
  zone,
  others = [],
  ...reach
}: ScheduleNote): string {
  const which = campaign === undefined ? unnamed : quoted(campaign);
  const when = zone === undefined ? time : `${time} (${zone})`;
  const sizes = others.map(countedInWords).join(", ");
  const rest = others.length === 0 ? "" : ` Lists of new campaigns: ${sizes}.`;
  return `schedules ${which} for ${when} to ${reachInWords(reach)}.${rest}`;
}

export function recipientsNote(before: RecipientReach, now: RecipientReach): string {
  return `changes its recipients from ${reachInWords(before)} to ${reachInWords(now)}.`;
}

export function reachInWords({ contacts, lists, created = [] }: RecipientReach): string {
  const [only, another] = lists;
  if (only && !another && only.contacts === contacts)
    return `${numberInWords(contacts)} in ${sizeInWords(only)}`;
  const sizes = [
    ...lists.map(countedInWords),
    ...created.map((name) => `the new list ${quoted(name)}`),
  ];
  return [numberInWords(contacts), ...(sizes.length > 0 ? [sizes.join(", ")] : [])].join(": ");
}

const unnamed = "a campaign";

export function sizeNumbers(...reaches: readonly Pick<RecipientReach, "lists">[]): TagNumbers {
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

function countedInWords(list: ListSize): string {
  return `${formatNumber(list.contacts)} in ${sizeInWords(list)}`;
}

function sizeInWords({ id, name }: ListSize): string {
  return `${quoted(name)} (${idInTag(id)})`;
}

const quotedNamePattern = String.raw`"(?:[^"\\]|\\.)*"`;
/** Matches a schedule's note up to its lists. A quoted name is one unit, so that it can't imitate the note's words. */
const noteWords = new RegExp(
  `^(?:[^"]|${quotedNamePattern})*?schedules (${quotedNamePattern}|${unnamed}) for ([^"]+?)(?: \\(([^ ()"]+)\\))? to ` +
    `(?:(?:[\\d,]|\\[secret\\])+ contacts?|an unknown number of contacts \\(((?:[^"()]|${quotedNamePattern})+)\\))` +
    `(?:: | in |\\.$|\\. Lists of new campaigns: )`,
  "s",
);

/**
 * Matches the names of lists in a sentence: lists with a number of contacts, missing lists and new lists. The last
 * alternative consumes any other quoted text, so that nothing inside that text is taken for a list.
 */
const listWords = new RegExp(
  [
    `\\bin (?<counted>${quotedNamePattern}) \\((?:${quotedNamePattern}|[^\\s"()]+)\\)`,
    `\\bno list (?<gone>${quotedNamePattern}|[^\\s"(),]+)`,
    `\\bthe new list (?<created>${quotedNamePattern})`,
    quotedNamePattern,
  ].join("|"),
  "gs",
);

/** Reads lists from a sentence and its tag. Undefined if these don't fit, because a program may log any text. */
export function parseListSizes({ said, numbers = [] }: Tagged): Sizes | undefined {
  const all = [...said.matchAll(listWords)].map(({ groups = {} }) => groups);
  const named = (kind: "counted" | "gone" | "created") =>
    all.flatMap((one) => one[kind] ?? []).map(unquote);
  const [names, gone, created] = [named("counted"), named("gone"), named("created")];
  if (names.length !== numbers.length) return undefined;
  const lists = numbers.map(([id, contacts], at) => ({ id, name: names[at] ?? id, contacts }));
  return omitUndefined({
    lists,
    gone: gone.length > 0 ? gone : undefined,
    created: created.length > 0 ? created : undefined,
  });
}

/** Reads a schedule's note from a sentence. Undefined for other sentences, because a program may log any text. */
export function parseScheduleNote(tagged: Tagged): ScheduleNote | undefined {
  const [, campaign, time, zone, unknown] = noteWords.exec(tagged.said) ?? [];
  const sizes = parseListSizes(tagged);
  if (campaign === undefined || time === undefined || sizes === undefined) return undefined;
  if (campaign === unnamed) {
    const others = sizes.lists.length > 0 ? sizes.lists : undefined;
    return omitUndefined({ time, zone, contacts: { unknown: unknown ?? "" }, lists: [], others });
  }
  const sum = sizes.lists.reduce((all, { contacts }) => all + contacts, 0);
  return omitUndefined({
    campaign: unquote(campaign),
    time,
    zone,
    contacts: unknown === undefined ? sum : { unknown },
    ...sizes,
  });
}

/** Facts about a campaign that a preview has read from the service, as JSON in the tag of `campaign-read`. */
export interface CampaignFacts {
  /** The status in lower case, such as `paused`; `missing` if the service's list of campaigns lacks the campaign. */
  readonly status: string;
  /** True if the date in the service is known to differ from the date in the state. */
  readonly isMoved?: boolean;
  /** The date in the service, if the state may have another date or none. */
  readonly date?: string;
  /** The subject in the service, if somebody has changed it there. Absent if an input is a secret. */
  readonly subject?: string;
  /** The ids of the campaign's lists in the service, if they differ from those in the state. */
  readonly listIds?: readonly string[];
  /** True if an adoption changes, or may change, the campaign's lists. */
  readonly isGivenOthers?: boolean;
  /** The names and sizes of the campaign's lists, as the service, the state or the program has them. */
  readonly lists?: readonly ListSize[];
  /** The names of the campaign's lists in the service. Absent if a list is secret. */
  readonly names?: readonly string[];
  /** The number of recipients in the lists that the campaign has in the service. */
  readonly contacts?: number;
}

/** The note for reviewers: `the service has the campaign as "scheduled", for 2098-03-01 09:00:00, to 5 contacts.` */
export function readNote(facts: CampaignFacts): NamedFinding {
  const { status, subject, date, contacts } = facts;
  const words = [
    `the service has the campaign as ${quoted(status)}`,
    ...(subject === undefined ? [] : [`with the subject ${quoted(subject)}`]),
    ...(date === undefined ? [] : [`for ${date}`]),
    ...(contacts === undefined ? [] : [`to ${count(contacts, "contact")}`]),
  ];
  const said = status === "missing" ? "the service's list lacks the campaign" : words.join(", ");
  return { ...finding("info", "campaign-read", `${said}.`), data: { ...facts } };
}

/** The facts in a tag, without members of a wrong type. Undefined if the JSON has no status. */
export function parseCampaignFacts(data: Tagged["data"] = {}): CampaignFacts | undefined {
  const { status, subject, isMoved, date, listIds, isGivenOthers, lists, names, contacts } = data;
  if (typeof status !== "string") return undefined;
  return omitUndefined({
    status,
    subject: stringIn(subject),
    isMoved: isMoved === true ? true : undefined,
    date: stringIn(date),
    listIds: textsOf(listIds),
    isGivenOthers: isGivenOthers === true ? true : undefined,
    lists: Array.isArray(lists) ? lists.filter(isSize) : undefined,
    names: textsOf(names),
    contacts: typeof contacts === "number" ? contacts : undefined,
  });
}

function textsOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;
}

function isSize(value: unknown): value is ListSize {
  if (!isRecord(value)) return false;
  const { id, name, contacts } = value;
  return typeof id === "string" && typeof name === "string" && typeof contacts === "number";
}

interface DeclaredShare {
  readonly recipients: readonly string[];
  readonly triggers?: readonly unknown[];
}

/** The recipients that the next request emails: only the new ones, or all if a trigger has changed. */
export function newRecipients({ recipients, triggers }: DeclaredShare, old: DeclaredShare) {
  const isAgain = !isSameInput(old.triggers, triggers);
  const known = isAgain ? [] : old.recipients.map(inLowerCase);
  return distinct(recipients).filter((one) => !known.includes(inLowerCase(one)));
}

/** The addresses without duplicates, ignoring case. Each address keeps the spelling of the first occurrence. */
export function distinct(addresses: readonly string[]): string[] {
  return groupBy(addresses, inLowerCase).map(([first]) => first);
}

function inLowerCase(address: string): string {
  return String(address).toLowerCase();
}

/** The note for reviewers: `emails the DNS records of "acme.example" (domain-1).` */
export function dnsRecordsNote(domain: string, id: string): string {
  return `emails the DNS records of ${quoted(domain)} (${id}).`;
}

export function domainInNote(said: string): string | undefined {
  const [, domain] =
    /^(?:[^"]|"(?:[^"\\]|\\.)*")*?DNS records of ("(?:[^"\\]|\\.)*") \(/s.exec(said) ?? [];
  return domain === undefined ? undefined : unquote(domain);
}
