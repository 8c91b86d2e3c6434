import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign-list";
import type { ListRow } from "../../api/list";
import { type Audience, beyondLists, hasOtherAudience, reachOf } from "../../input/audience";
import { type ListSize, reachInWords } from "../../input/schedule-note";
import { namedLists } from "./recipient-lists";
import { hashOf } from "./text-hash";

/** What the state of a campaign has of its lists, and the hash of the names by which the service has shown them. */
export interface KnownLists extends Audience {
  readonly __reading?: { readonly lists?: string };
}

interface Sides {
  readonly old: KnownLists;
  /** What the update leaves. */
  readonly props: Pick<Audience, "listIds">;
}

/** What somebody has done to the lists of a campaign, in words; undefined if nothing, or what the program declares. */
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
 * The ids of the lists that a campaign has in the service, if the state has others; undefined also if that can't be known. The lists of
 * the account are read only if the campaign has not the names that it had when it was last read.
 */
export async function otherLists(
  row: CampaignRow,
  { __reading: reading, ...old }: KnownLists,
  account: Account,
): Promise<readonly string[] | undefined> {
  const { listIds } = old;
  if (listIds === undefined || beyondLists(old) !== undefined) return undefined;
  if (reading?.lists === hashOf(row.lists)) return undefined;
  const now = await namedLists(account, row.lists);
  return now && hasOtherAudience({ listIds: now }, { listIds }) ? now : undefined;
}

/** The names and sizes of lists; undefined for one of which the account shows none. */
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
