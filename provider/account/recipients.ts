import type { ListRow } from "../api/list";
import { type Finding, finding } from "../input/finding";
import { holdsUnknown } from "../input/unknown";
import type { Settings } from "../settings/settings";
import type { Snapshot } from "./snapshot";

/** Whom a campaign goes to, as it is declared. */
export interface Audience {
  readonly listIds?: readonly string[];
  readonly segmentId?: string;
}

type Lists = Pick<Snapshot<ListRow>, "byId">;

const seen = new Map<string, Audience>();

/** Notes whom a campaign goes to, as a step of this process sees it. */
export function noteAudience(settings: Settings, campaignId: string, audience: Audience): void {
  seen.set(`${settings.identity} ${campaignId}`, audience);
}

/** Whom a campaign goes to; undefined for one that no step of this process has seen. */
export function seenAudience(settings: Settings, campaignId: string): Audience | undefined {
  return seen.get(`${settings.identity} ${campaignId}`);
}

/** The lists of a campaign, as far as the account has them; undefined where it can't be known which they are. */
export async function listsOf(
  { listIds, segmentId }: Audience,
  lists: Lists,
): Promise<readonly (ListRow | undefined)[] | undefined> {
  // No operation shows which contacts a segment has.
  if (segmentId !== undefined || listIds === undefined || holdsUnknown(listIds)) return undefined;
  return Promise.all([...new Set(listIds)].map((id) => lists.byId(id)));
}

/** How many contacts the lists of a campaign hold; undefined where that can't be known. */
export async function countContacts(audience: Audience, lists: Lists): Promise<number | undefined> {
  return sumOf(await listsOf(audience, lists));
}

/** How many contacts these lists hold; undefined where that can't be known. */
export function sumOf(rows: readonly (ListRow | undefined)[] | undefined): number | undefined {
  return rows?.reduce<number | undefined>(
    (sum, row) =>
      sum === undefined || row?.contact_count === undefined ? undefined : sum + row.contact_count,
    0,
  );
}

/** What `maxRecipients` says of a campaign before anybody is asked: that its contacts can't be counted. */
export function judgeCountable(settings: Settings, audience: Audience | undefined): Finding[] {
  if (audience === undefined) {
    return uncountable(settings, "no Campaign of this update has this id");
  }
  return audience.segmentId === undefined ? [] : uncountable(settings, "it goes to a segment");
}

/** What `maxRecipients` says of a campaign. Lists that only an apply knows are judged by the apply. */
export async function judgeRecipients(
  audience: Audience | undefined,
  { settings, lists }: { readonly settings: Settings; readonly lists: Lists },
): Promise<Finding[]> {
  const most = settings.value("maxRecipients");
  if (most === undefined) return [];
  const found = judgeCountable(settings, audience);
  if (found.length > 0 || audience === undefined || holdsUnknown(audience.listIds)) return found;
  const contacts = await countContacts(audience, lists);
  if (contacts === undefined) {
    return uncountable(settings, "the account shows no number of contacts for one of its lists");
  }
  if (contacts <= most) return [];
  const problem = `the campaign goes to ${contacts} contacts, but the setting maxRecipients allows ${most} (${placeIn(settings)}). Use smaller lists, or raise the setting.`;
  return [{ path: "", problem }];
}

function uncountable(settings: Settings, why: string): Finding[] {
  const most = settings.value("maxRecipients");
  if (most === undefined) return [];
  const problem = `the setting maxRecipients allows ${most} contacts (${placeIn(settings)}), but how many this campaign goes to can't be known: ${why}. To go on anyway, add "recipients-unknown" to ignoreChecks.`;
  return [finding("error", "recipients-unknown", problem)];
}

function placeIn(settings: Settings): string {
  return settings.origin("maxRecipients")?.place ?? settings.place("maxRecipients");
}
