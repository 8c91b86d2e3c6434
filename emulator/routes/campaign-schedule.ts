import type { Campaign, Mail } from "../account/account";
import type { Store } from "../account/store";
import { fromZone } from "../account/zone";

/** The time that sending a campaign takes, by the emulator's clock. */
const sendingMs = 60_000;

/**
 * Sends the campaigns that are due, each at its date, even if the clock has passed several dates at once. No sending
 * starts before `earliest`, because a request can't schedule a campaign for a time before the request. The service reads
 * `scheduled_at` in the caller's time zone; requests don't contain this zone, so the emulator uses the account's.
 */
export function sendDue(store: Store, earliest?: Date): void {
  const now = store.now().getTime();
  const { account, campaigns } = store.account;
  const mails: Mail[] = [];
  const advanced = campaigns.map((campaign): Campaign => {
    const date = dateOf(campaign, account.timezone);
    if (date === undefined || date > now) return finished(campaign, now);
    const start = new Date(Math.max(date, earliest?.getTime() ?? date));
    const sent: Campaign = { ...campaign, status: "Processing", sent_at: start.toISOString() };
    mails.push(mailOf(sent));
    return finished(sent, now);
  });
  if (advanced.every((campaign, at) => campaign === campaigns[at])) return;
  store.change({ campaigns: advanced });
  store.send(mails.toSorted((a, b) => a.at.localeCompare(b.at)));
}

/** The campaign, as finished if its sending has ended. */
function finished(campaign: Campaign, now: number): Campaign {
  const { status, sent_at = "" } = campaign;
  const isDone = status === "Processing" && Date.parse(sent_at) + sendingMs <= now;
  return isDone ? { ...campaign, status: "Finished" } : campaign;
}

/** The time at which a scheduled campaign is due, in milliseconds. */
function dateOf({ status, scheduled_at }: Campaign, timezone: string): number | undefined {
  const isDated = status === "Scheduled" && scheduled_at !== undefined;
  return isDated ? fromZone(scheduled_at, timezone).getTime() : undefined;
}

function mailOf({ id, list_ids, segment_id, sent_at = "" }: Campaign): Mail {
  const targets = [...(Array.isArray(list_ids) ? list_ids : []), segment_id];
  const recipients = targets.filter((target) => typeof target === "string" && target !== "");
  return { kind: "campaign", of: id, recipients, at: sent_at };
}
