import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign-list";
import type { ListRow } from "../../api/list";
import { type Audience, beyondLists, hasOtherAudience, reachOf } from "../../input/audience";
import { type ListSize, reachInWords } from "../../input/schedule-note";
import { listIdsByName } from "./recipient-lists";
import { hashOf } from "./text-hash";

/** The lists of a campaign in the state, with the hash of the names that the service last returned for them. */
export interface KnownLists extends Audience {
  readonly __reading?: { readonly lists?: string };
}

interface Sides {
  readonly old: KnownLists;
  /** The inputs after the update. */
  readonly props: Pick<Audience, "listIds">;
}

/**
 * The sentence about a change that somebody made to a campaign's lists; undefined if there is none, or if the program
 * declares the same lists.
 */
export async function listsSince(
  row: CampaignRow,
  { old, props: { listIds: declared = [] } }: Sides,
  account: Account,
): Promise<string | undefined> {
  const now = await otherLists(row, old, account);
  if (now === undefined || !hasOtherAudience({ listIds: now }, { listIds: declared }))
    return undefined;
  const { listIds: before = [] } = old;
  const rows = await account.lists.complete();
  const words = (ids: readonly string[]) => reachInWords(reachOf(sizesOf(ids, rows)));
  const effect = hasOtherAudience({ listIds: before }, { listIds: declared })
    ? "This update sends the declared lists."
    : "This update sends no lists, so what it changes goes to these. To send the declared lists, run pulumi refresh before pulumi up.";
  return `listIds: somebody has changed the lists in the service's web app: the campaign goes to ${words(now)}, and when it was last read, it went to ${words(before)}. ${effect}`;
}

/**
 * The ids of the campaign's lists in the service, if they differ from the state and can be determined. Reads all
 * lists of the account, but only if the names have changed since the last reading.
 */
export async function otherLists(
  row: CampaignRow,
  { __reading: reading, ...old }: KnownLists,
  account: Account,
): Promise<readonly string[] | undefined> {
  const { listIds } = old;
  if (listIds === undefined || beyondLists(old) !== undefined) return undefined;
  if (reading?.lists === hashOf(row.lists)) return undefined;
  const now = await listIdsByName(account, row.lists);
  return now && hasOtherAudience({ listIds: now }, { listIds }) ? now : undefined;
}

/** The names and sizes of lists. An element is undefined if the account doesn't show that list's size. */
export function sizesOf(
  ids: readonly string[],
  rows: readonly ListRow[],
): (ListSize | undefined)[] {
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    if (row?.contact_count === undefined) return undefined;
    return { id, name: row.name, contacts: row.contact_count };
  });
}
