import type { Account } from "../../account/account";
import type { Cache } from "../../account/cache";
import { seenObject } from "../../account/program-record";
import type { CampaignRow } from "../../api/campaign-list";
import { findList, type ListRow } from "../../api/list";
import { listed } from "../../client/reply";
import { count, enumerated } from "../../errors/count";
import { ownError } from "../../errors/error";
import { quoted, quotedId } from "../../errors/redact";
import { sha256 } from "../../input/asset";
import { type Finding, finding, type NamedFinding } from "../../input/finding";
import { containsUnknown, isUnknown } from "../../input/plain";
import {
  type Audience,
  beyondLists,
  isSameLists,
  type ListSize,
  type RecipientReach,
  reachOf,
  withoutLists,
} from "../../input/recipients";
import { requireNone } from "../../lifecycle/failure";
import type { Settings } from "../../settings/settings";

const newAnswers = () => new Map<string, Promise<ListRow | undefined>>();

/** The lists of an account for a diff. Each is read once, and the update that follows uses the same result. */
export function listsInDiff({ perAccount, main }: Pick<Account, "perAccount" | "main">) {
  const answers = perAccount(newAnswers);
  return {
    byId(id: string): Promise<ListRow | undefined> {
      const answer = answers.get(id) ?? findList(main, id);
      answers.set(id, answer);
      // A failed read is reported to its callers, and the update reads again.
      answer.catch(() => answers.delete(id));
      return answer;
    },
  };
}

/** The lists that the campaign doesn't have yet. If its lists are unconfirmed, all of them. */
export function newLists(before: unknown, listIds: readonly string[]): string[] {
  const had: readonly unknown[] = Array.isArray(before) ? before : [];
  return listIds.filter((id) => !had.includes(id));
}

/** Fails if a new list doesn't exist, unless `ignoreChecks` suppressed that finding in the preview. */
export async function requireLists(
  { perAccount, main }: Account,
  before: unknown,
  props: Pick<Audience, "listIds"> & Parameters<typeof requireNone>[1],
): Promise<void> {
  const { listIds = [] } = props;
  const answers = perAccount(newAnswers);
  for (const id of newLists(before, listIds)) {
    // Uses the diff's result once, in the update that follows; otherwise reads the list now.
    const answer = answers.get(id);
    answers.delete(id);
    requireNone([listFinding(id, await (answer ?? findList(main, id)))], props);
  }
}

export function listFinding(
  id: string,
  list: ListRow | undefined,
  sameNamed?: ListRow,
): NamedFinding | undefined {
  if (list) return undefined;
  const advice = sameNamed
    ? `The list with the name ${quoted(sameNamed.name)} has the id ${quotedId(sameNamed.id)}: use the id.`
    : "getLists() returns the lists that exist.";
  const problem = `listIds: the account has no list ${quotedId(id)}, so the update will fail. ${advice}`;
  return finding("error", "list-unknown", problem, { input: "listIds" });
}

/**
 * The ids of a campaign's lists, of which the service only returns the names. Undefined if there are no names, if
 * they are ambiguous, or if the lists of the account are incomplete, because a missing list may have such a name.
 */
export async function listIdsByName(
  { lists, warnOnce }: Pick<Account, "lists" | "warnOnce">,
  names: string,
): Promise<string[] | undefined> {
  if (listed(names).length === 0) return undefined;
  const rows = await lists.complete().catch((error: unknown) => {
    warnOnce(ownError(error).message);
    return undefined;
  });
  if (rows === undefined) return undefined;
  const idsByName = new Map<string, string[]>();
  for (const { id, name } of rows) {
    // The form that a name with commas has in the service's text.
    const plain = listed(name).join();
    idsByName.set(plain, [...(idsByName.get(plain) ?? []), id]);
  }
  const [ids, another] = readings(listed(names), idsByName);
  return another === undefined ? ids : undefined;
}

/**
 * All ways to combine the comma-separated parts into known names; at most two, which is enough to see that there is
 * more than one.
 */
function readings(parts: readonly string[], known: ReadonlyMap<string, string[]>): string[][] {
  const mostParts = Math.max(...[...known.keys()].map((name) => name.split(",").length));
  const ways: string[][][] = Array.from({ length: parts.length + 1 }, () => []);
  ways[parts.length] = [[]];
  for (let from = parts.length - 1; from >= 0; from -= 1) {
    const found = ways.slice(from + 1, from + 1 + mostParts).flatMap((rests, more) => {
      const ids = known.get(parts.slice(from, from + 1 + more).join()) ?? [];
      return ids.flatMap((id) => rests.map((rest) => [id, ...rest]));
    });
    ways[from] = found.slice(0, 2);
  }
  return ways[0] ?? [];
}

/** The lists of a campaign in the state, with the hash of the names that the service last returned for them. */
export interface KnownLists extends Audience {
  readonly __reading?: KnownNames;
}

interface KnownNames {
  readonly lists?: string;
}

interface Sides {
  readonly old: KnownLists;
  /** The inputs after the update. */
  readonly props: Pick<Audience, "listIds">;
}

const mostNamed = 5;

/**
 * The sentence about a change that somebody made to a campaign's lists, or undefined if there is none. It sends no
 * request, so it has the names and the number that the service returned with the campaign.
 */
export function changedListsSentence(
  row: CampaignRow,
  { old, props: { listIds: declared = [] } }: Sides,
  settings: Settings,
): string | undefined {
  if (!hasOtherLists(row, old, settings)) return undefined;
  const { listIds: before = [] } = old;
  const names = enumerated(listed(row.lists).map(quoted), mostNamed);
  const contacts = row.contacts === undefined ? "" : `${count(row.contacts, "contact")} in `;
  const effect = isSameLists(before, declared)
    ? "This update sends no lists, so what it changes goes to these. To send the declared lists, run pulumi refresh before pulumi up."
    : "This update sends the declared lists.";
  return `listIds: somebody has changed the lists in the service's web app, or renamed one: the campaign goes to ${contacts}${names}. ${effect}`;
}

/**
 * True if the service returns other names for the campaign's lists than when it was last read, and the program hasn't
 * renamed the lists itself. The order of names doesn't matter.
 */
export function hasOtherLists(
  { lists }: CampaignRow,
  { __reading: reading, ...old }: KnownLists,
  settings: Settings,
): boolean {
  const { listIds } = old;
  if (listIds === undefined || beyondLists(old) !== undefined) return false;
  const own = listIds.map((id) => seenObject(settings, "List", id));
  // After an update that sent lists, there is no baseline until a refresh. Then only the program knows their names.
  const isOther =
    reading?.lists === undefined
      ? listed(lists).length > 0 && own.every((list) => list !== undefined)
      : isOtherNames(lists, reading);
  if (!isOther) return false;
  const sides = [own.map((list) => list?.old?.name), own.map((list) => list?.props.name)];
  return !sides.some((names) => hashOfNames(names.join()) === hashOfNames(lists));
}

/** True if the names are known, and differ from those that were last read, in any order. */
export function isOtherNames(names: string, { lists: hash }: KnownNames = {}): boolean {
  if (hash === undefined || listed(names).length === 0) return false;
  // Earlier versions stored the hash of the names in the order of the service.
  return hash !== hashOfNames(names) && hash !== sha256(names);
}

/** The hash of the names of lists, as the state stores it. */
export function hashOfNames(names: string): string {
  return sha256(listed(names).toSorted().join());
}

/** The names and sizes of lists. An element is undefined if the account doesn't show that list's size. */
export function listSizes(
  ids: readonly string[],
  rows: readonly (ListRow | undefined)[],
): (ListSize | undefined)[] {
  return ids.map((id) => {
    const row = rows.find((one) => one?.id === id);
    if (row?.contact_count === undefined) return undefined;
    return { id, name: row.name, contacts: row.contact_count };
  });
}

type Lists = Pick<Cache<ListRow>, "byId">;

/** Counts the contacts of a campaign's lists. Lists that weren't read before are read now. */
export async function countContacts(
  audience: Audience | undefined,
  lists: Lists,
): Promise<RecipientReach> {
  const { listIds = [] } = audience ?? {};
  const known = isUnknown(listIds) ? [] : [...new Set(listIds)].filter((id) => !isUnknown(id));
  const found = await Promise.all(known.map((id) => lists.byId(id)));
  const gone = known.filter((_, at) => found[at] === undefined);
  const reach = reachOf(listSizes(known, found));
  const why = beyondLists(audience) ?? (gone.length > 0 ? withoutLists(gone) : undefined);
  return {
    ...reach,
    ...(why !== undefined && { contacts: { unknown: why } }),
    ...(gone.length > 0 && { gone }),
  };
}

/**
 * Findings of the guard `maxRecipients`. `find` is only called if the setting is set. Anything that is unknown until
 * apply, such as the lists or the campaign itself ("later"), is left to the apply.
 */
export async function judgeRecipients(
  find: () => Promise<Audience | "later" | undefined>,
  { settings, lists }: { readonly settings: Settings; readonly lists: Lists },
): Promise<Finding[]> {
  const most = settings.value("maxRecipients");
  if (most === undefined) return [];
  const audience = await find();
  if (audience === "later") return [];
  if (audience?.segmentId === undefined && containsUnknown(audience?.listIds)) return [];
  const beyond = beyondLists(audience);
  const place = settings.origin("maxRecipients")?.place ?? settings.place("maxRecipients");
  // If the number can't be known, no list is read.
  const { contacts } =
    beyond === undefined ? await countContacts(audience, lists) : { contacts: { unknown: beyond } };
  if (typeof contacts !== "number") {
    const problem = `the setting maxRecipients allows ${most} contacts (${place}), but the number of contacts of this campaign is not known: ${contacts.unknown}. To continue anyway, add "recipients-unknown" to ignoreChecks.`;
    return [finding("error", "recipients-unknown", problem)];
  }
  if (contacts <= most) return [];
  const { limit } = audience?.rules ?? {};
  const problem = `the campaign goes to ${contacts} contacts, but the setting maxRecipients allows ${most} (${place}). Use smaller lists, or raise the setting.`;
  if (limit === undefined || limit > most) return [{ path: "", problem }];
  const relied = `${problem} rules.limit is ${limit}, but no documentation says what the service makes of it. To judge by the limit, add "recipients-limit" to ignoreChecks.`;
  return [finding("error", "recipients-limit", relied)];
}
