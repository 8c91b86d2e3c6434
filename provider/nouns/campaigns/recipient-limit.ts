import type { Cache } from "../../account/cache";
import type { ListRow } from "../../api/list";
import { type Audience, beyondLists, reachOf } from "../../input/audience";
import { type Finding, finding } from "../../input/finding";
import { containsUnknown, isUnknown } from "../../input/plain";
import { type RecipientReach, withoutLists } from "../../input/schedule-note";
import type { Settings } from "../../settings/settings";

type Lists = Pick<Cache<ListRow>, "byId">;

/** Counts the contacts of a campaign's lists; each list is one that an account has read, or is read now. */
export async function countContacts(
  audience: Audience | undefined,
  lists: Lists,
): Promise<RecipientReach> {
  const { listIds = [] } = audience ?? {};
  const known = isUnknown(listIds) ? [] : [...new Set(listIds)].filter((id) => !isUnknown(id));
  const rows = await Promise.all(known.map(async (id) => ({ id, row: await lists.byId(id) })));
  const reach = reachOf(
    rows.map(({ id, row }) =>
      row?.contact_count === undefined
        ? undefined
        : { id, name: row.name, contacts: row.contact_count },
    ),
  );
  const gone = rows.flatMap(({ id, row }) => (row === undefined ? [id] : []));
  const why = beyondLists(audience) ?? (gone.length > 0 ? withoutLists(gone) : undefined);
  return {
    ...reach,
    ...(why !== undefined && { contacts: { unknown: why } }),
    ...(gone.length > 0 && { gone }),
  };
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
  const beyond = beyondLists(audience);
  const place = settings.origin("maxRecipients")?.place ?? settings.place("maxRecipients");
  // Where that can't be known, nothing is asked.
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
