import type { Account, Campaign, Contact, Open, Unsubscribe } from "../account/account";
import { dayInZone, inZone } from "../account/zone";
import { OperationError, requireFound } from "../operation/error";
import { createAccountCache, search } from "../operation/search";
import { separated } from "../operation/separated";

/** A row of the report: a contact and the contact's latest event. */
interface Entry {
  readonly contact: Contact;
  readonly event: Open | Unsubscribe;
  readonly atMs: number;
}

/** POST /campaign/{id}/opens. Omits contacts who denied tracking, or everyone if the campaign doesn't track opens. */
export const listCampaignOpens = reportOf(
  (account, campaign) => (campaign.track_opens ? account.opens : []),
  (contact) => contact.tracking_consent.toLowerCase() !== "denied",
);

/** POST /campaign/{id}/unsubs */
export const listCampaignUnsubscribes = reportOf(
  (account) => account.unsubscribes,
  () => true,
);

function reportOf(
  eventsOf: (account: Account, campaign: Campaign) => readonly Entry["event"][],
  isShown: (contact: Contact) => boolean,
) {
  const reports = createAccountCache<readonly Entry[]>();
  return search<Entry>({
    rows(account, { date_from, date_to }, id) {
      if (date_from !== undefined && date_to !== undefined && date_to < date_from) {
        throw new OperationError("date_to", "date_to must be on or after date_from");
      }
      const campaign = campaignIn(account, id);
      return reports(account, JSON.stringify([id, date_from, date_to]), () => {
        const own = eventsOf(account, campaign).filter(({ campaign_id }) => campaign_id === id);
        const events = own.filter(({ at }) => {
          const day = dayInZone(at, account.account.timezone);
          return day >= (date_from ?? day) && day <= (date_to ?? day);
        });
        return latestOf(events, account.contacts.filter(isShown));
      });
    },
    shown: ({ contact, event }, account) => ({
      ...rowOf(contact, account),
      created_date: inZone(event.at, account.account.timezone),
      ...("reason" in event && { reason: event.reason }),
    }),
    totals: (total, account, id) => ({ campaign: headOf(campaignIn(account, id), account), total }),
  });
}

/** Each contact's latest event, newest first. */
function latestOf(events: readonly Entry["event"][], shown: readonly Contact[]): Entry[] {
  const contacts = new Map(shown.map((contact) => [contact.id, contact]));
  const latest = new Map<string, Entry>();
  for (const event of events) {
    const contact = contacts.get(event.contact_id);
    const atMs = Date.parse(event.at);
    if (contact === undefined || (latest.get(contact.id)?.atMs ?? atMs) > atMs) continue;
    latest.set(contact.id, { contact, event, atMs });
  }
  return [...latest.values()].sort((a, b) => b.atMs - a.atMs);
}

function campaignIn({ campaigns }: Account, id: string): Campaign {
  return requireFound(campaigns.find((one) => one.id === id));
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
