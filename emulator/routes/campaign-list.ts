import type { Account, Campaign, Profile } from "../account/account";
import type { AccountView } from "../account/store";
import { dayInZone, inZone } from "../account/zone";
import { OperationError } from "../operation/error";
import { type Query, search, sortedBy } from "../operation/search";
import { sizeOf } from "./list";

/** The maximum age of listed campaigns under the quirk `window`. */
const windowMs = 30 * 24 * 3_600_000;

const byName = sortedBy("name", "asc");
const newestFirst = sortedBy("created_at", "desc");

/** POST /campaign/list, an extended operation and the only one that reads campaigns. */
export const listCampaigns = search<Campaign>({
  rows(account, { date_from }) {
    if (quirksOf(account)("no-date-from") && date_from) {
      throw new OperationError("date_from", "date_from is not a valid field");
    }
    return account.campaigns;
  },
  texts: ({ name }) => [name],
  matches,
  order: (rows, query) =>
    query.sort_field === "name" ? byName(rows, query) : newestFirst(rows, query),
  shown: recordOf,
  totals: (count, account) => (quirksOf(account)("no-total") ? {} : { count }),
});

function quirksOf({ account }: Account): (quirk: Profile["campaign_quirks"][number]) => boolean {
  return (quirk) => account.campaign_quirks.includes(quirk);
}

function matches(row: Campaign, query: Query, { account, now }: AccountView): boolean {
  const { date_from, date_to, sender_email = "", status = "" } = query;
  const has = quirksOf(account);
  const day = dayInZone(row.created_at, account.account.timezone);
  const isInWindow = !has("window") || Date.parse(row.created_at) >= now().getTime() - windowMs;
  return (
    isInWindow &&
    !(has("hides-drafts") && row.status === "Draft") &&
    (!date_from || day >= date_from) &&
    (!date_to || day <= date_to) &&
    (sender_email === "" || isSame(senderOf(row).sender_email, sender_email)) &&
    (status === "" || isSame(row.status, status))
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The sender of a campaign. A missing address or name is empty. */
export function senderOf({ sender }: Partial<Campaign>) {
  const { sender_email = "", sender_name = "" } = (sender ?? {}) as Record<string, string>;
  return { sender_email, sender_name };
}

/** Returns `{ [name]: text }`, or an empty object if there is no text. */
export function textPart<Name extends string>(name: Name, text: unknown) {
  const part = typeof text === "string" && text !== "" ? { [name]: text } : {};
  return part as Partial<Readonly<Record<Name, string>>>;
}

function recordOf(row: Campaign, account: Account) {
  const has = quirksOf(account);
  const { timezone } = account.account;
  const isIso = has("iso-dates");
  const shown = (instant: string) => (isIso ? instant : inZone(instant, timezone));
  const { id, name, subject, status, html, scheduled_at: at, reply_email } = row;
  const sender = senderOf(row);
  const replyTo = reply_email || (has("adds-reply-to") ? sender.sender_email : "");
  return {
    id,
    name,
    subject: has("rewrites-subject") ? subject.toUpperCase() : subject,
    // The service may add parameters to links and images, other ones for each status. An HTML comment stands for them.
    html: html && has("rewrites-html") ? `${String(html)}<!-- ${status} -->` : (html ?? ""),
    status,
    type: "regular",
    reply_email: replyTo,
    created_date: shown(row.created_at),
    modified_date: shown(row.created_at),
    scheduled_date: at === undefined ? {} : { date: isIso ? `${at.replace(" ", "T")}.000Z` : at },
    sender,
    recepiant: recipientsOf(row, account),
    report_summary: summaryOf(row, account, has("text-percentages")),
  };
}

function recipientsOf({ list_ids }: Campaign, account: Account) {
  const ids = Array.isArray(list_ids) ? list_ids : [];
  const own = account.lists.filter(({ id }) => ids.includes(id));
  const inLists = own.map((list) => sizeOf(list, account));
  return {
    lists: own.map(({ name }) => name).join(","),
    total_lists: own.length,
    lists_contact_count: inLists.reduce((sum, count) => sum + count, 0),
  };
}

/** The name of a count's percentage, if it differs from the name of the count. */
const percentageOf = new Map([
  ["opens", "open"],
  ["spam_complaints_count", "spam_complaints"],
]);

/** The figures of a campaign's report. Figures in `report_summary` of a seed override counted ones. */
function summaryOf(row: Campaign, account: Account, isText: boolean) {
  const count = (rows: readonly { readonly campaign_id: string }[]) =>
    rows.filter(({ campaign_id }) => campaign_id === row.id).length;
  const sent = row.sent_at === undefined ? 0 : recipientsOf(row, account).lists_contact_count;
  const counts = {
    sent,
    delivered: sent,
    opens: count(account.opens),
    clicks: 0,
    queue: 0,
    hard_bounce: 0,
    soft_bounce: 0,
    abuse: 0,
    unsubscribe: count(account.unsubscribes),
    conversions: 0,
    spam_complaints_count: 0,
    ...(row.report_summary as object | undefined),
  };
  const percentages = Object.entries(counts).map(([name, value]) => {
    const share = sent === 0 ? 0 : Math.round((value / sent) * 1000) / 10;
    return [`${percentageOf.get(name) ?? name}_percentage`, isText ? String(share) : share];
  });
  return { ...counts, queued_total: counts.queue, ...Object.fromEntries(percentages) };
}
