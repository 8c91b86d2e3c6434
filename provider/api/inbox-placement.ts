import type { Client } from "../client/call";
import { isRecord, rows } from "../client/decode";
import { path } from "../client/path";
import { incompleteReply } from "../errors/request-error";
import { numberOf, textOf } from "./decode";
import type { components } from "./wire";

type Schemas = components["schemas"];

/** An inbox placement report as the service sends it. */
export type InboxPlacementReply = Schemas["InboxPlacement"];

/** Of which days, campaign and mailbox provider, which the wire calls `domain`. */
export type InboxPlacementSearch = Schemas["InboxPlacementSearch"];

/** POST /inbox-tracking. */
export async function trackInbox(
  client: Client,
  search: InboxPlacementSearch,
): Promise<InboxPlacementReply> {
  const reply = await client.send({
    method: "POST",
    path: path`/inbox-tracking`,
    body: search,
    policy: "read",
  });
  const campaigns = rows(reply.campaigns);
  const providers = rows(reply.providers);
  if (!campaigns || !providers || !isRecord(reply.summary)) {
    throw incompleteReply("POST /inbox-tracking");
  }
  return {
    campaigns: campaigns.map((row) => ({
      campaign_id: textOf(row.campaign_id),
      campaign_name: textOf(row.campaign_name),
      campaign_subject: textOf(row.campaign_subject),
      ...placement(row),
    })),
    providers: providers.map((row) => ({ name: textOf(row.name), ...placement(row) })),
    summary: placement(reply.summary),
  };
}

function placement(row: Record<string, unknown>): Schemas["Placement"] {
  return {
    inbox_percentage: numberOf(row.inbox_percentage),
    missed_percentage: numberOf(row.missed_percentage),
    spam_percentage: numberOf(row.spam_percentage),
  };
}
