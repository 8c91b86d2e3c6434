import type { Account } from "../../account/account";
import { findList, type ListRow } from "../../api/list";
import { listed } from "../../client/reply";
import { ownError } from "../../errors/error";

const looked = new WeakMap<Account, Map<string, Promise<ListRow | undefined>>>();

/** A list as a diff sees it, asked for once; the update that follows goes by the same answer. */
export function lookAtList(account: Account, id: string): Promise<ListRow | undefined> {
  const answers = looked.get(account) ?? new Map<string, Promise<ListRow | undefined>>();
  looked.set(account, answers);
  const answer = answers.get(id) ?? findList(account.main, id);
  answers.set(id, answer);
  // A look that failed is reported to those who waited for it; the update looks anew.
  answer.catch(() => answers.delete(id));
  return answer;
}

/** The lists of an account, each as a diff sees it. */
export function listsInDiff(account: Account) {
  return { byId: (id: string) => lookAtList(account, id) };
}

/** What a diff has seen of a list, for the one update that follows; else what the account says now. */
export function readList(account: Account, id: string): Promise<ListRow | undefined> {
  const answer = looked.get(account)?.get(id);
  looked.get(account)?.delete(id);
  return answer ?? findList(account.main, id);
}

/** The ids of lists by their names, in the form of a name that has commas itself. */
type IdsByName = ReadonlyMap<string, readonly string[]>;

/**
 * The ids of the lists of a campaign, which the service names and gives no ids of; undefined where it names none, where the names
 * can be read in several ways, and where not all lists of the account are known: one that is missing may have such a name.
 */
export async function namedLists(
  { lists, notice }: Pick<Account, "lists" | "notice">,
  names: string,
): Promise<string[] | undefined> {
  if (listed(names).length === 0) return undefined;
  const rows = await lists.complete().catch((error: unknown) => {
    notice(ownError(error).message);
    return undefined;
  });
  if (rows === undefined) return undefined;
  const [ids, another] = readings(listed(names), idsByName(rows));
  return another === undefined ? ids : undefined;
}

function idsByName(rows: readonly ListRow[]): IdsByName {
  const byName = new Map<string, string[]>();
  for (const { id, name } of rows) {
    const plain = listed(name).join();
    byName.set(plain, [...(byName.get(plain) ?? []), id]);
  }
  return byName;
}

/** The ways to read the parts between commas as names; of many, the first two. */
function readings(parts: readonly string[], known: IdsByName): string[][] {
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
