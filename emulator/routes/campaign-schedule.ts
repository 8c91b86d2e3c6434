import type { Campaign, Mail } from "../account/account";
import type { Store } from "../account/store";
import { fromZone } from "../account/zone";

/** The time that sending a campaign takes, by the emulator's clock. */
const sendingMs = 60_000;

/**
 * Sends the campaigns that are due, each at its date, even if the clock has passed several dates at once. A scheduled
 * campaign starts sending on its date and is recorded in `mails`; a minute later it is finished. Sending starts at
 * `earliest` at the earliest, because a request can't schedule a campaign for a time before the request. The service
 * reads `scheduled_at` in the caller's time zone. Because a request doesn't contain this zone, the emulator uses the
 * account's.
 */
export function sendDue(store: Store, earliest?: Date): void {
  const now = store.now().getTime();
  const { account, campaigns } = store.account;
  const starts = new Map(
    campaigns.flatMap((campaign) => {
      const date = dateOf(campaign, account.timezone);
      if (date === undefined || date > now) return [];
      return [[campaign.id, Math.max(date, earliest?.getTime() ?? date)]];
    }),
  );
  const isDone = ({ status, sent_at }: Campaign) =>
    status === "Processing" && sent_at !== undefined && Date.parse(sent_at) + sendingMs <= now;
  if (starts.size === 0 && !campaigns.some(isDone)) return;
  const advanced = campaigns.map((campaign): Campaign => {
    const start = starts.get(campaign.id);
    if (start === undefined) return campaign;
    return { ...campaign, status: "Processing", sent_at: new Date(start).toISOString() };
  });
  const mails = advanced.filter(({ id }) => starts.has(id)).map(mailOf);
  store.change((before) => ({
    ...before,
    campaigns: advanced.map((campaign) =>
      isDone(campaign) ? { ...campaign, status: "Finished" } : campaign,
    ),
  }));
  store.send(mails.toSorted((a, b) => a.at.localeCompare(b.at)));
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
