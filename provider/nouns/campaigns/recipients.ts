import type { Cache } from "../../account/cache";
import type { ListRow } from "../../api/list";
import { type Finding, finding } from "../../input/finding";
import { containsUnknown } from "../../input/unknown";
import type { ListSize, Reach } from "../../mailing/note";
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

/** Counts the contacts of a campaign's lists; each list is one that an account has read, or is read now. */
export async function countContacts(audience: Audience | undefined, lists: Lists): Promise<Reach> {
  const unknown = (why: string, sized: readonly ListSize[] = []) => ({
    contacts: { unknown: why },
    lists: sized,
  });
  if (audience === undefined) return unknown("no Campaign of this update has this id");
  const { listIds, segmentId } = audience;
  // No operation shows which contacts a segment has.
  if (segmentId !== undefined) return unknown("it goes to a segment");
  const [own] = Object.keys(ownRecipients(audience));
  if (own !== undefined) return unknown(`extraFields.${own} may add recipients`);
  if (listIds === undefined) return unknown("it names no list");
  if (containsUnknown(listIds)) return unknown("its lists are known only after apply");
  const rows = await Promise.all([...new Set(listIds)].map((id) => lists.byId(id)));
  const sized = rows.flatMap((row) =>
    row?.contact_count === undefined
      ? []
      : [{ id: row.id, name: row.name, contacts: row.contact_count }],
  );
  if (sized.length < rows.length)
    return unknown("the service reports no number of contacts for one of its lists", sized);
  return { contacts: sized.reduce((sum, { contacts }) => sum + contacts, 0), lists: sized };
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
