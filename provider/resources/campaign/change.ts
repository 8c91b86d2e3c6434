import { isDeepStrictEqual } from "node:util";
import type { Account } from "../../account/account";
import type { CampaignChange } from "../../api/campaign";
import { getList } from "../../api/list";
import { EmailMarketingError } from "../../errors/error";
import { isSameContent, readContent } from "../../input/asset";
import { sought } from "../../lifecycle/explain";
import type { CampaignProps } from "./lifecycle";

/** Inputs that POST and PUT take alike, with their names on the wire. */
export const plainFields = [
  ["name", "name"],
  ["subject", "subject"],
  ["preheader", "email_preheader"],
  ["replyTo", "reply_email"],
  ["listIds", "list_ids"],
  ["segmentId", "segment_id"],
  ["mailingPreference", "mailing_preference"],
  ["viewInBrowser", "viewin_browser"],
  ["permissionReminder", "permission_reminder"],
  ["rules", "rules"],
] as const satisfies readonly (readonly [keyof CampaignProps, string])[];

/** Inputs whose text may lie in an asset, with their names on the wire. */
export const contentFields = [
  ["html", "html"],
  ["plainText", "plain_text"],
] as const;

/** The body of the PUT that makes a campaign from what it was: the fields that changed, and nothing else. */
export async function campaignChange(
  old: Partial<CampaignProps>,
  props: CampaignProps,
): Promise<CampaignChange> {
  const change: Record<string, unknown> = {};
  for (const [field, wireName] of [...plainFields, ["contactsOrder", "contacts_order"] as const]) {
    const isSame = isDeepStrictEqual(ordered(old[field]), ordered(props[field]));
    if (!isSame && props[field] !== undefined) change[wireName] = props[field];
  }
  for (const [field, wireName] of contentFields) {
    if (props[field] === undefined || isSameContent(old[field], props[field])) continue;
    change[wireName] = await readContent(props[field], field);
  }
  // The one field that has a value for "none".
  if (old.replyTo !== undefined && props.replyTo === undefined) change.reply_email = "";
  for (const [name, value] of Object.entries(props.extraFields?.update ?? {})) {
    if (!isDeepStrictEqual(old.extraFields?.update?.[name], value)) change[name] = value;
  }
  return change;
}

/** Lists are a set: their order says nothing. */
function ordered(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set(value)].sort() : value;
}

/** A list must be seen to exist and to hold somebody before a campaign is sent to it. */
export async function requireMailable(
  { main }: Account,
  old: readonly string[] = [],
  listIds: readonly string[] = [],
): Promise<void> {
  for (const id of listIds.filter((one) => !old.includes(one))) {
    const list = await sought(getList(main, id), `listIds: the account has no list "${id}".`);
    if (list.contact_count > 0) continue;
    throw new EmailMarketingError(
      "validation",
      `listIds: the list "${list.name}" (${id}) holds no contacts, so nobody would be mailed. Nothing was sent.`,
    );
  }
}
