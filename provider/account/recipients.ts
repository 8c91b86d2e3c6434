import type { ListRow } from "../api/list";
import { type Finding, finding } from "../input/finding";
import { containsUnknown } from "../input/unknown";
import type { Settings } from "../settings/settings";
import type { Snapshot } from "./snapshot";

/** Whom a campaign goes to, as it is declared. */
export interface Audience {
  readonly listIds?: readonly string[];
  readonly segmentId?: string;
}

type Lists = Pick<Snapshot<ListRow>, "byId">;

/** How many contacts a campaign goes to. */
export interface Count {
  /** In all of its lists, or why that can't be known. */
  readonly contacts: number | { readonly unknown: string };
  /** The lists whose size the account shows. */
  readonly lists: readonly SizedList[];
}

interface SizedList extends ListRow {
  readonly contact_count: number;
}

/** Counts the contacts of a campaign's lists; each list is one that an account has read, or is read now. */
export async function countContacts(audience: Audience | undefined, lists: Lists): Promise<Count> {
  const { listIds } = audience ?? {};
  const unknown = whyUncountable(audience);
  if (unknown !== undefined) return { contacts: { unknown }, lists: [] };
  if (listIds === undefined) return { contacts: { unknown: "it names no list" }, lists: [] };
  if (containsUnknown(listIds)) {
    return { contacts: { unknown: "its lists are known only after apply" }, lists: [] };
  }
  const rows = await Promise.all([...new Set(listIds)].map((id) => lists.byId(id)));
  const sized = rows.filter(isSized);
  if (sized.length < rows.length) return { contacts: { unknown: unsized }, lists: sized };
  return { contacts: sized.reduce((sum, row) => sum + row.contact_count, 0), lists: sized };
}

const unsized = "the service reports no number of contacts for one of its lists";

function isSized(row: ListRow | undefined): row is SizedList {
  return row?.contact_count !== undefined;
}

/** Why the contacts of a campaign can't be counted, whatever the account shows. */
function whyUncountable(audience: Audience | undefined): string | undefined {
  if (audience === undefined) return "no Campaign of this update has this id";
  // No operation shows which contacts a segment has.
  return audience.segmentId === undefined ? undefined : "it goes to a segment";
}

/** What `maxRecipients` says of a campaign before anybody is asked: that its contacts can't be counted. */
function judgeCountable(settings: Settings, audience: Audience | undefined): Finding[] {
  const why = whyUncountable(audience);
  return why === undefined ? [] : uncountable(settings, why);
}

/** What `maxRecipients` says of a campaign. Lists that only an apply knows are judged by the apply. */
export async function judgeRecipients(
  audience: Audience | undefined,
  { settings, lists }: { readonly settings: Settings; readonly lists: Lists },
): Promise<Finding[]> {
  const most = settings.value("maxRecipients");
  if (most === undefined) return [];
  const found = judgeCountable(settings, audience);
  if (found.length > 0 || containsUnknown(audience?.listIds)) return found;
  const { contacts } = await countContacts(audience, lists);
  if (typeof contacts !== "number") return uncountable(settings, contacts.unknown);
  if (contacts <= most) return [];
  const problem = `the campaign goes to ${contacts} contacts, but the setting maxRecipients allows ${most} (${placeIn(settings)}). Use smaller lists, or raise the setting.`;
  return [{ path: "", problem }];
}

function uncountable(settings: Settings, why: string): Finding[] {
  const most = settings.value("maxRecipients");
  if (most === undefined) return [];
  const problem = `the setting maxRecipients allows ${most} contacts (${placeIn(settings)}), but the number of contacts of this campaign is not known: ${why}. To continue anyway, add "recipients-unknown" to ignoreChecks.`;
  return [finding("error", "recipients-unknown", problem)];
}

function placeIn(settings: Settings): string {
  return settings.origin("maxRecipients")?.place ?? settings.place("maxRecipients");
}
