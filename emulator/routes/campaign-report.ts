import type { Account, Campaign, Contact, Open, Unsubscribe } from "../account/account";
import { dayInZone, inZone } from "../account/zone";
import type { Operation } from "../operation/operation";
import { invalid, missing, ok } from "../operation/reply";
import { onPage, type Query, remembered } from "../operation/search";
import { separated } from "../operation/separated";

/** A contact with the event that the report shows for it. */
interface Entry<E extends Open> {
  readonly contact: Contact;
  readonly event: E;
  /** The time of the event. */
  readonly atMs: number;
}

/** POST /campaign/{id}/opens: without opens that may not be attributed to a contact. */
export const listCampaignOpens = reportOf({
  eventsOf: (account, campaign) => (campaign.track_opens ? account.opens : []),
  isShown: (contact) => contact.tracking_consent.toLowerCase() !== "denied",
  extra: (_: Open) => ({}),
});

/** POST /campaign/{id}/unsubs */
export const listCampaignUnsubscribes = reportOf({
  eventsOf: (account) => account.unsubscribes,
  isShown: () => true,
  extra: ({ reason }: Unsubscribe) => ({ reason }),
});

interface Report<E extends Open> {
  readonly eventsOf: (account: Account, campaign: Campaign) => readonly E[];
  readonly isShown: (contact: Contact) => boolean;
  readonly extra: (event: E) => object;
}

function reportOf<E extends Open>(report: Report<E>): Operation {
  const reports = remembered<readonly Entry<E>[]>();
  return {
    reads: true,
    handle({ id, body, paging }, store) {
      const { account } = store;
      const { date_from, date_to, ...query } = body as Query;
      if (date_from !== undefined && date_to !== undefined && date_to < date_from) {
        return invalid("date_to", "date_to must be on or after date_from");
      }
      const campaign = store.find("campaigns", id);
      if (campaign === undefined) return missing();
      const entries = reports(account, JSON.stringify([id, date_from, date_to]), () =>
        entriesOf(report, account, { campaign, date_from, date_to }),
      );
      const data = onPage(entries, query, paging).map(({ contact, event }) => ({
        ...rowOf(contact, account),
        created_date: inZone(event.at, account.account.timezone),
        ...report.extra(event),
      }));
      return ok({ campaign: headOf(campaign, account), data, total: entries.length });
    },
  };
}

interface Asked {
  readonly campaign: Campaign;
  readonly date_from: string | undefined;
  readonly date_to: string | undefined;
}

/** Each contact once, with its latest event within the days, the latest first. */
function entriesOf<E extends Open>(
  { eventsOf, isShown }: Report<E>,
  account: Account,
  { campaign, date_from, date_to }: Asked,
): readonly Entry<E>[] {
  const { timezone } = account.account;
  const contacts = new Map(account.contacts.map((contact) => [contact.id, contact]));
  const latest = new Map<string, Entry<E>>();
  for (const event of eventsOf(account, campaign)) {
    if (event.campaign_id !== campaign.id) continue;
    const contact = contacts.get(event.contact_id);
    if (contact === undefined || !isShown(contact)) continue;
    if (date_from !== undefined && dayInZone(event.at, timezone) < date_from) continue;
    if (date_to !== undefined && dayInZone(event.at, timezone) > date_to) continue;
    const known = latest.get(contact.id);
    const atMs = Date.parse(event.at);
    if (known === undefined || known.atMs <= atMs) latest.set(contact.id, { contact, event, atMs });
  }
  return [...latest.values()].sort((a, b) => b.atMs - a.atMs);
}

function headOf({ name, subject, created_at }: Campaign, { account }: Account) {
  return { name, subject_line: subject, created_date: inZone(created_at, account.timezone) };
}

function rowOf(contact: Contact, { lists }: Account) {
  const ids = separated(contact.list_id);
  const current = ids.flatMap((id) => lists.find((list) => list.id === id) ?? []);
  return {
    contact_id: contact.id,
    email: contact.email,
    first_name: String(contact.first_name ?? contact.firstname ?? ""),
    last_name: String(contact.last_name ?? ""),
    tags: separated(contact.tags),
    lists: current.map(({ id }) => id).join(",") || "no lists",
    list_name: current.map(({ name }) => name).join(",") || "no lists",
  };
}
