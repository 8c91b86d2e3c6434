import type { Campaign, Mail } from "../account";
import type { Store } from "../store";
import { inZone } from "../zone";

/** How long a campaign is being sent, by the emulator's clock. */
const sendingMs = 60_000;

/**
 * Sends the campaigns that are due by the clock: a scheduled one whose time has come starts sending
 * and is recorded in `mails`; one that was sending for a minute is finished. The service reads
 * `scheduled_at` in the caller's own time zone, which a request doesn't contain, so the emulator
 * takes the account's.
 */
export function sendDue(store: Store): void {
  const now = store.now();
  const { campaigns, account } = store.account;
  const local = inZone(now, account.timezone);
  const isDue = ({ status, scheduled_at }: Campaign) =>
    status === "Scheduled" && typeof scheduled_at === "string" && scheduled_at <= local;
  const isDone = ({ status, sent_at }: Campaign) =>
    status === "Processing" &&
    sent_at !== undefined &&
    Date.parse(sent_at) + sendingMs <= now.getTime();
  if (!campaigns.some((campaign) => isDue(campaign) || isDone(campaign))) return;
  const at = now.toISOString();
  store.change((before) => ({
    ...before,
    campaigns: before.campaigns.map((campaign) => {
      if (isDue(campaign)) return { ...campaign, status: "Processing", sent_at: at };
      return isDone(campaign) ? { ...campaign, status: "Finished" } : campaign;
    }),
    mails: [...before.mails, ...before.campaigns.filter(isDue).map((row) => mailOf(row, at))],
  }));
}

function mailOf({ id, list_ids, segment_id }: Campaign, at: string): Mail {
  const targets = [...(Array.isArray(list_ids) ? list_ids : []), segment_id];
  const recipients = targets.filter((target) => typeof target === "string" && target !== "");
  return { kind: "campaign", of: id, recipients, at };
}
