import type { Campaign, Mail } from "../account/account";
import type { Store } from "../account/store";
import { fromZone } from "../account/zone";

/** The time that sending a campaign takes, by the emulator's clock. */
const sendingMs = 60_000;

/**
 * Sends due campaigns, each at its own date, even if the clock passed several dates at once. `earliest` is the time of
 * a request that may have set a date in the past. Sending then starts at the time of the request.
 */
export function sendDue(store: Store, earliest?: Date): void {
  const now = store.now().getTime();
  const { account, campaigns } = store.account;
  const mails: Mail[] = [];
  const advanced = campaigns.map((campaign): Campaign => {
    const date = dateOf(campaign, account.timezone);
    if (date === undefined || date > now) return finishIfDue(campaign, now);
    const start = new Date(Math.max(date, earliest?.getTime() ?? date));
    const sent: Campaign = { ...campaign, status: "Processing", sent_at: start.toISOString() };
    mails.push(mailOf(sent));
    return finishIfDue(sent, now);
  });
  if (advanced.every((campaign, at) => campaign === campaigns[at])) return;
  store.change({ campaigns: advanced });
  store.send(mails.toSorted((a, b) => a.at.localeCompare(b.at)));
}

/** Sets the status to finished if sending has ended. */
function finishIfDue(campaign: Campaign, now: number): Campaign {
  const { status, sent_at = "" } = campaign;
  const isDone = status === "Processing" && Date.parse(sent_at) + sendingMs <= now;
  return isDone ? { ...campaign, status: "Finished" } : campaign;
}

/**
 * The time at which a scheduled campaign is due, in milliseconds. Uses the account's time zone, because requests don't
 * contain the caller's.
 */
function dateOf({ status, scheduled_at }: Campaign, timezone: string): number | undefined {
  const isDated = status === "Scheduled" && scheduled_at !== undefined;
  return isDated ? fromZone(scheduled_at, timezone).getTime() : undefined;
}

function mailOf({ id, list_ids, segment_id, sent_at = "" }: Campaign): Mail {
  const targets = [...(Array.isArray(list_ids) ? list_ids : []), segment_id];
  const recipients = targets.filter((target) => typeof target === "string" && target !== "");
  return { kind: "campaign", of: id, recipients, at: sent_at };
}
