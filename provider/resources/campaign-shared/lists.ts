import type { Account } from "../../account/account";
import type { Cache } from "../../account/cache";
import type { CampaignRow } from "../../api/campaign";
import { findList, type ListRow } from "../../api/collections";
import { splitByComma } from "../../client/response";
import {
  type Audience,
  isSameLists,
  reachOf,
  unknownRecipientsReason,
  withoutLists,
} from "../../email/recipients";
import { requireOwnError } from "../../errors/error";
import { quoted, quotedId } from "../../errors/redact";
import { type Finding, finding, type NamedFinding } from "../../input/finding";
import { requireNone } from "../../lifecycle/failure";
import { count } from "../../plain/text";
import { containsUnknown, stringsIn } from "../../plain/value";

const newListCache = () => new Map<string, Promise<ListRow | undefined>>();

/** Reads lists of an account for diffs. Other diffs, and an update that adds the list, use the same result. */
export function listsInDiff({ perAccount, main }: Pick<Account, "perAccount" | "main">) {
  const answers = perAccount(newListCache);
  return {
    byId(id: string): Promise<ListRow | undefined> {
      const answer = answers.get(id) ?? findList(main, id);
      answers.set(id, answer);
      // A failed read isn't cached. Its callers report the error, and the update reads the list again.
      answer.catch(() => answers.delete(id));
      return answer;
    },
  };
}

/** The lists that the campaign doesn't have yet; all lists if the state has no list ids, or only unconfirmed ones. */
export function addedLists(before: unknown, listIds: readonly string[]): string[] {
  const had: readonly unknown[] = Array.isArray(before) ? before : [];
  return listIds.filter((id) => !had.includes(id));
}

/** Fails if an added list doesn't exist, unless `ignoreChecks` suppresses the finding about an unknown list. */
export async function requireLists(
  { perAccount, main }: Account,
  before: unknown,
  props: Pick<Audience, "listIds"> & Parameters<typeof requireNone>[1],
): Promise<void> {
  const { listIds = [] } = props;
  const answers = perAccount(newListCache);
  for (const id of addedLists(before, listIds)) {
    // If the diff has read this list, use its result, but only once: a later update reads the list again.
    const answer = answers.get(id);
    answers.delete(id);
    const list = await (answer ?? findList(main, id));
    if (list === undefined) requireNone(unknownList(id), props);
  }
}

export function unknownList(id: string, sameNamed?: ListRow): NamedFinding {
  const advice = sameNamed
    ? `The list with the name ${quoted(sameNamed.name)} has the id ${quotedId(sameNamed.id)}: use the id.`
    : "getLists() returns the lists that exist.";
  const problem = `listIds: the account has no list ${quotedId(id)}, so the update will fail. ${advice}`;
  return finding("error", "list-unknown", problem, { input: "listIds" });
}

/** Finds list ids by name, because the service returns only names. Undefined without names, or if an id is unclear. */
export async function listIdsByName(
  { lists, warnOnce }: Pick<Account, "lists" | "warnOnce">,
  names: string,
): Promise<string[] | undefined> {
  if (splitByComma(names).length === 0) return undefined;
  const rows = await lists.complete().catch((error: unknown) => {
    warnOnce(requireOwnError(error).message);
    return undefined;
  });
  // If not all lists were read, one of the others may have the same name.
  if (rows === undefined) return undefined;
  const idsByName = new Map<string, string[]>();
  for (const { id, name } of rows) {
    // The service may put spaces after the commas between names, so drop the spaces around commas within a name, too.
    const plain = splitByComma(name).join();
    idsByName.set(plain, [...(idsByName.get(plain) ?? []), id]);
  }
  const [ids, another] = possibleLists(splitByComma(names), idsByName);
  return another === undefined ? ids : undefined;
}

/** List ids for up to two ways to read the parts as names, which may contain commas. Two ways are already ambiguous. */
function possibleLists(parts: readonly string[], known: ReadonlyMap<string, string[]>): string[][] {
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

/** List ids in the service if they differ from the audience, "same" (equal or not compared), or "open" (unknown). */
export type ListsInService = readonly string[] | "same" | "open";

/**
 * Compares a campaign's lists in the service with an audience. Returns "same" without comparing if the audience isn't
 * just known lists, but for example a segment, because the service returns only lists.
 */
export async function listsInService(
  account: Pick<Account, "lists" | "warnOnce">,
  { lists }: Pick<CampaignRow, "lists">,
  audience: Audience,
): Promise<ListsInService> {
  const { listIds } = audience;
  if (listIds === undefined || unknownRecipientsReason(audience) !== undefined) return "same";
  const now = await listIdsByName(account, lists);
  if (now === undefined) return "open";
  return isSameLists(now, listIds) ? "same" : now;
}

/** The words for lists that a message must not name. */
export function secretListsInWords(total: number): string {
  return total === 1 ? "a secret list" : `${total} secret lists`;
}

/** The names and sizes of lists. An element is undefined if the account doesn't show the size of that list. */
export function listSizes(ids: readonly string[], rows: readonly (ListRow | undefined)[]) {
  return ids.map((id) => {
    const row = rows.find((one) => one?.id === id);
    if (row?.contact_count === undefined) return undefined;
    return { id, name: row.name, contacts: row.contact_count };
  });
}

type Lists = Pick<Cache<ListRow>, "byId">;

/** Counts the contacts of a campaign's lists. Reads each list that wasn't read before. */
export async function countContacts(audience: Audience | undefined, lists: Lists) {
  const known = [...new Set(stringsIn(audience?.listIds))];
  const found = await Promise.all(known.map((id) => lists.byId(id)));
  const gone = known.filter((_, at) => found[at] === undefined);
  const reach = reachOf(listSizes(known, found));
  const why =
    unknownRecipientsReason(audience) ?? (gone.length > 0 ? withoutLists(gone) : undefined);
  return {
    ...reach,
    ...(why !== undefined && { contacts: { unknown: why } }),
    ...(gone.length > 0 && { gone }),
  };
}

/** Findings of the guard `maxRecipients`. If list ids aren't known yet, the update checks them. */
export async function judgeRecipients(
  find: () => Promise<Audience | undefined>,
  { settings, lists }: Pick<Account, "settings"> & { readonly lists: Lists },
): Promise<Finding[]> {
  const most = settings.value("maxRecipients");
  if (most === undefined) return [];
  const audience = await find();
  if (audience?.segmentId === undefined && containsUnknown(audience?.listIds)) return [];
  const beyond = unknownRecipientsReason(audience);
  const place = settings.placeInUse("maxRecipients");
  // If the lists don't tell the number of contacts, for example with a segment, they aren't read.
  const { contacts } =
    beyond === undefined ? await countContacts(audience, lists) : { contacts: { unknown: beyond } };
  if (typeof contacts !== "number") {
    const problem = `the setting maxRecipients allows ${count(most, "contact")} (${place}), but the number of contacts of this campaign is not known: ${contacts.unknown}. To continue anyway, add "recipients-unknown" to ignoreChecks.`;
    return [finding("error", "recipients-unknown", problem)];
  }
  if (contacts <= most) return [];
  const { limit } = audience?.rules ?? {};
  const problem = `the campaign goes to ${contacts} contacts, but the setting maxRecipients allows ${most} (${place}). Use smaller lists, or raise the setting.`;
  if (limit === undefined || limit > most) return [{ path: "", problem }];
  const relied = `${problem} rules.limit is ${limit}, but no documentation says what the service makes of it. To judge by the limit, add "recipients-limit" to ignoreChecks.`;
  return [finding("error", "recipients-limit", relied)];
}
