import type { Cache } from "../../account/cache";
import type { ListRow } from "../../api/list";
import { type Finding, finding } from "../../input/finding";
import { containsUnknown } from "../../input/unknown";
import type { Settings } from "../../settings/settings";

/** Whom a campaign goes to, as it is declared. */
export interface Audience {
  readonly listIds?: readonly string[];
  readonly segmentId?: string;
  readonly extraFields?: { readonly create?: object; readonly update?: object };
}

/**
 * The extra fields that may say to whom a campaign goes: their names are all that is known of them, such as `recipients` or
 * `segments`.
 */
export function ownRecipients({ extraFields = {} }: Audience): Readonly<Record<string, unknown>> {
  const { create = {}, update = {} } = extraFields;
  const all = Object.entries({ create, update }).flatMap(([step, fields]) =>
    Object.entries(fields)
      .filter(([name]) => /list|segment|recipient|contact|audience/i.test(name))
      .map(([name, value]) => [`${step}.${name}`, value] as const),
  );
  return Object.fromEntries(all);
}

type Lists = Pick<Cache<ListRow>, "byId">;

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
  if (audience === undefined) {
    return { contacts: { unknown: "no Campaign of this update has this id" }, lists: [] };
  }
  const { listIds, segmentId } = audience;
  // No operation shows which contacts a segment has.
  if (segmentId !== undefined) return { contacts: { unknown: "it goes to a segment" }, lists: [] };
  const [own] = Object.keys(ownRecipients(audience));
  if (own !== undefined) {
    return { contacts: { unknown: `extraFields.${own} may add recipients` }, lists: [] };
  }
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

/**
 * What `maxRecipients` says of a campaign. It is looked for only if the setting is set. What only an apply knows, such as its
 * lists or "later" the campaign itself, is judged by the apply.
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
  const place = settings.origin("maxRecipients")?.place ?? settings.place("maxRecipients");
  const { contacts } = await countContacts(audience, lists);
  if (typeof contacts !== "number") {
    const problem = `the setting maxRecipients allows ${most} contacts (${place}), but the number of contacts of this campaign is not known: ${contacts.unknown}. To continue anyway, add "recipients-unknown" to ignoreChecks.`;
    return [finding("error", "recipients-unknown", problem)];
  }
  if (contacts <= most) return [];
  const problem = `the campaign goes to ${contacts} contacts, but the setting maxRecipients allows ${most} (${place}). Use smaller lists, or raise the setting.`;
  return [{ path: "", problem }];
}
