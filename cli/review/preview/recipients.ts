import { isDeepStrictEqual } from "node:util";
import {
  type Audience,
  type CampaignFacts,
  hasOtherAudience,
  type RecipientReach,
  unknownRecipientsReason,
} from "../../../provider/email/recipients";
import { count, formatNumber } from "../../../provider/plain/text";
import { isUnknown, objectIn, omitUndefined, type Properties } from "../../../provider/plain/value";
import { containsHidden, isHidden } from "./input";
import type { Mailing } from "./mailing-change";
import type { KnownList, PreviewModel } from "./model";

/** A list or a segment to which an email is sent. `words` isn't redacted. */
export interface Target {
  readonly words: string;
  readonly id?: string;
  readonly contacts?: number;
  readonly isNew?: true;
  /** True if the account no longer has this list. */
  readonly isGone?: true;
  /**
   * True if another known list of the account has a name that looks the same, so that only the id distinguishes the
   * two.
   */
  readonly hasSameName?: true;
}

export interface Recipients {
  readonly targets: readonly Target[];
  readonly contacts: RecipientReach["contacts"];
  /** True if the number is a sum over lists, which may count a contact twice. */
  readonly isSum: boolean;
  /** The inputs `rules.limit` and `contactsOrder` of the campaign, as texts. */
  readonly limit?: string;
  readonly order?: string;
}

interface ListContext {
  readonly listOf: (id: string) => KnownList | undefined;
  /** The names of lists that the update creates for the campaign. */
  readonly created?: readonly string[];
  /** The reason to show if the contacts of lists weren't counted. */
  readonly uncounted: string;
}

export function recipientsOf(inputs: Properties, listContext: ListContext): Recipients {
  const ids = idsOf(inputs);
  const names =
    ids.filter(isUnknown).length === listContext.created?.length ? listContext.created : [];
  const next = names[Symbol.iterator]();
  const lists = ids.map((id): Target => {
    if (isUnknown(id)) {
      const { value, done } = next.next();
      return done ? { words: knownAfterApply } : { words: value, isNew: true };
    }
    if (typeof id !== "string" || isHidden(id)) return { words: "(secret)" };
    const { name: words = id, contacts, isGone, hasSameName } = listContext.listOf(id) ?? {};
    return omitUndefined({ words, id, contacts, isGone, hasSameName });
  });
  const { segmentId } = inputs;
  const segment = segmentId === undefined ? [] : [{ words: segmentWords(segmentId) }];
  const { rules, contactsOrder } = inputs;
  const limit = isHidden(rules) ? rules : objectIn(rules)?.limit;
  return omitUndefined({
    targets: [...lists, ...segment],
    contacts: contactsOf(
      { ...inputs, listIds: withoutNewLists(inputs, names) },
      lists,
      listContext.uncounted,
    ),
    isSum: lists.length > 1,
    limit: limit === undefined ? undefined : limitWords(limit),
    order: contactsOrder === undefined ? undefined : words(contactsOrder),
  });
}

/** The ids of a campaign's lists. Removes duplicates of known ids only, because unknown ids all look the same. */
function idsOf({ listIds }: Properties): unknown[] {
  const ids: readonly unknown[] = Array.isArray(listIds) ? listIds : [listIds ?? []].flat();
  return ids.filter((id, at) => isUnknown(id) || ids.indexOf(id) === at);
}

/**
 * The list ids to count. If `created` has the names of new lists, omits the unknown ids, because new lists are empty.
 */
function withoutNewLists({ listIds }: Properties, created: readonly string[]): unknown {
  return created.length > 0 && Array.isArray(listIds)
    ? listIds.filter((id) => !isUnknown(id))
    : listIds;
}

function contactsOf(
  inputs: Properties,
  lists: readonly Target[],
  uncounted: string,
): Recipients["contacts"] {
  const { listIds, segmentId, extraFields } = inputs;
  if (containsHidden([listIds, extraFields])) return { unknown: "its lists are secret" };
  const beyond = unknownRecipientsReason({ listIds, segmentId, extraFields } as Audience);
  if (beyond !== undefined) return { unknown: beyond };
  const sizes = lists.map(({ contacts, isNew }) => (isNew ? 0 : contacts));
  const gone = lists.find(({ isGone }) => isGone);
  if (gone) return { unknown: `the account has no list ${gone.words}` };
  if (sizes.includes(undefined)) return { unknown: uncounted };
  return sizes.reduce<number>((sum, size = 0) => sum + size, 0);
}

const knownAfterApply = "(known after apply)";

function words(value: unknown): string {
  if (isUnknown(value)) return knownAfterApply;
  return typeof value === "string" && !isHidden(value) ? value : "(secret)";
}

function segmentWords(segment: unknown): string {
  const shown = words(segment);
  return shown === "(secret)" ? "a segment" : `segment ${shown}`;
}

function limitWords(limit: unknown): string {
  return typeof limit === "number" ? formatNumber(limit) : words(limit);
}

/** The recipients before and after the update. If they don't change, both are equal. */
export interface RecipientChange {
  readonly now: Recipients;
  readonly before: Recipients;
  /** The recipients in the state, if the preview read others from the service. */
  readonly inState?: Recipients;
}

export function mailRecipients(
  mailing: Mailing,
  shown: Pick<PreviewModel, "listOf">,
): RecipientChange {
  const { inputs, inputsBefore, provider, created, note, change, campaignFacts } = mailing;
  const { listOf: listIn } = shown;
  const why =
    change === "new" || change === "moved"
      ? "preflight did not report them"
      : "preflight counts them when the date or the recipients change";
  const uncounted = typeof note?.contacts === "object" ? note.contacts.unknown : why;
  const listOf = (id: string) => listIn(id, provider);
  const names = note?.created ?? created;
  const listContext = { listOf, uncounted, ...(names && { created: names }) };
  if (inputs === undefined) {
    const now = notedRecipients(note, listContext);
    return { now, before: now };
  }
  const of = (side: Properties) => recipientsOf(side, listContext);
  if (campaignFacts?.isGivenOthers)
    return { now: of(inputs), before: readRecipients(of(inputs), campaignFacts) };
  const isSent = sendsRecipients(mailing);
  const last = inputsBefore ?? inputs;
  if (campaignFacts?.listIds === undefined) {
    const before = of(last);
    if (isSent || campaignFacts === undefined) return { now: of(inputs), before };
    const isKnown = isCounted(before) || unknownRecipientsReason(last) !== undefined;
    const now = isKnown ? before : readRecipients(before, campaignFacts);
    return { now, before: now };
  }
  const before = of({ ...last, listIds: campaignFacts.listIds });
  return { now: isSent ? of(inputs) : before, before, inState: of(last) };
}

/** True if the update changes or may change the recipients, or if the service has other lists than the state. */
export function hasOtherRecipients(mailing: Mailing): boolean {
  const { campaignFacts } = mailing;
  return (
    sendsRecipients(mailing) ||
    campaignFacts?.listIds !== undefined ||
    campaignFacts?.isGivenOthers === true
  );
}

/** True if the inputs for the recipients change. */
function sendsRecipients({ inputs, inputsBefore }: Mailing): boolean {
  if (inputs === undefined || inputsBefore === undefined) return false;
  return hasOtherAudience(inputsBefore, inputs);
}

function isCounted({ contacts }: Recipients): boolean {
  return typeof contacts === "number";
}

/**
 * The recipients with the list names and the number of contacts that the preview read from the service. If it read no
 * number, returns `known` unchanged.
 */
function readRecipients(known: Recipients, { names = [], contacts }: CampaignFacts): Recipients {
  if (contacts === undefined) return known;
  const [only, ...others] = names;
  const isOne = only !== undefined && others.length === 0;
  const targets = isOne ? [{ words: only, contacts }] : names.map((words) => ({ words }));
  return { ...known, targets, contacts, isSum: !isOne };
}

/**
 * The recipients of a campaign that the preview doesn't contain, from preflight's note about the campaign's schedule.
 */
function notedRecipients(note: Mailing["note"], { listOf, uncounted }: ListContext): Recipients {
  const { lists = [], contacts = { unknown: uncounted } } = note ?? {};
  const targets = lists.map(({ name, ...list }) =>
    omitUndefined({ ...list, words: name, hasSameName: listOf(list.id)?.hasSameName }),
  );
  return { targets, contacts, isSum: lists.length > 1 };
}

/** Functions that format the parts of a text for its output, such as Markdown or HTML. */
export interface Formatter {
  readonly number: (number: string) => string;
  readonly input: (name: string) => string;
  /**
   * Prepares a text from the account or the program for the output. Sanitizes and shortens it, and escapes it if the
   * output format needs that.
   */
  readonly clean: (text: string) => string;
}

/**
 * The number of contacts in words, for example `up to 48,215 contacts, at most 100 of them by rules.limit`. Shows the
 * old and the new value of a limit or an order that changes.
 */
export function contactsInWords(now: Recipients, before: Recipients, format: Formatter): string {
  const { contacts } = now;
  const known =
    typeof contacts === "number"
      ? `${now.isSum ? "up to " : ""}${count(contacts, "contact").replace(/^\S+/, format.number)}`
      : `contacts not known (${format.clean(contacts.unknown)})`;
  const changed = (name: string, of: "limit" | "order") =>
    `${format.input(name)} ${[before, now].map((one) => format.clean(one[of] ?? "none")).join(arrow)}`;
  const limit =
    now.limit === undefined
      ? []
      : [`at most ${format.clean(now.limit)} of them by ${format.input("rules.limit")}`];
  return [
    known,
    ...(now.limit === before.limit ? limit : [changed("rules.limit", "limit")]),
    ...(now.order === before.order ? [] : [changed("contactsOrder", "order")]),
  ].join(", ");
}

/**
 * The arrow between an old and a new value. Invisible left-to-right marks keep its direction between right-to-left
 * texts.
 */
export const arrow = " \u200e→\u200e ";

/** True if the lists or the segment differ. Ignores the order of the lists. */
export function hasOtherTargets(now: Recipients, before: Recipients): boolean {
  const [one, other] = [now, before].map(({ targets }) =>
    targets.map(({ id, words: own }) => id ?? own).toSorted(),
  );
  return !isDeepStrictEqual(one, other);
}

/** The maximum number of lists to name. If there are more, the lists with the most contacts are named. */
const maxNames = 5;

/** The targets in words, for example `Team (5), All customers (48,210)`. */
export function targetsInWords(
  { targets }: Recipients,
  { clean }: Pick<Formatter, "clean">,
): string {
  const isCut = targets.length > maxNames;
  const shown = isCut
    ? targets.toSorted((one, other) => (other.contacts ?? -1) - (one.contacts ?? -1))
    : targets;
  const named = shown.slice(0, maxNames).map(({ words: own, id, contacts, ...list }) => {
    const facts = [
      list.hasSameName && id !== undefined ? clean(id) : [],
      contacts === undefined ? [] : formatNumber(contacts),
      list.isNew ? "new" : [],
    ].flat();
    const name = `${list.isGone ? "deleted list " : ""}${clean(own)}`;
    return facts.length > 0 ? `${name} (${facts.join(", ")})` : name;
  });
  const more = targets.length - named.length;
  return [...named, ...(more > 0 ? [count(more, "more", "more")] : [])].join(", ");
}
