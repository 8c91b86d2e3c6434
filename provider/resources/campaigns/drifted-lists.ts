import { seenObject } from "../../account/step";
import type { CampaignRow } from "../../api/campaign-list";
import type { ListRow } from "../../api/list";
import { listed } from "../../client/reply";
import { count, enumerated } from "../../errors/count";
import { quoted } from "../../errors/redact";
import { type Audience, beyondLists, hasOtherAudience } from "../../input/recipients";
import type { ListSize } from "../../input/schedule-note";
import type { Settings } from "../../settings/settings";
import { hashOf } from "./text-hash";

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
export function listsSince(
  row: CampaignRow,
  { old, props: { listIds: declared = [] } }: Sides,
  settings: Settings,
): string | undefined {
  if (!hasOtherLists(row, old, settings)) return undefined;
  const { listIds: before = [] } = old;
  const names = enumerated(listed(row.lists).map(quoted), mostNamed);
  const contacts = row.contacts === undefined ? "" : `${count(row.contacts, "contact")} in `;
  const effect = hasOtherAudience({ listIds: before }, { listIds: declared })
    ? "This update sends the declared lists."
    : "This update sends no lists, so what it changes goes to these. To send the declared lists, run pulumi refresh before pulumi up.";
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
  if (!isOtherNames(lists, reading)) return false;
  const own = listIds.map((id) => seenObject(settings, "List", id));
  const sides = [own.map((list) => list?.old?.name), own.map((list) => list?.props.name)];
  return !sides.some((names) => hashOfNames(names.join()) === hashOfNames(lists));
}

/** True if the names are known, and differ from those that were last read, in any order. */
export function isOtherNames(names: string, { lists: hash }: KnownNames = {}): boolean {
  if (hash === undefined || listed(names).length === 0) return false;
  // Earlier versions stored the hash of the names in the order of the service.
  return hash !== hashOfNames(names) && hash !== hashOf(names);
}

/** The hash of the names of lists, as the state stores it. */
export function hashOfNames(names: string): string {
  return hashOf(listed(names).toSorted().join());
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
