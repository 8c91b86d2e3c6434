import type { Client } from "../client/call";
import { rows } from "../client/reply";
import { incompleteReply } from "../errors/request-error";
import { isRecord } from "../plain/value";
import { call, routeOf } from "./call";
import { percentagesOf, type ReplyRecord, textsIn } from "./collection";
import type { components } from "./wire";

type Schemas = components["schemas"];

type Sent = Schemas["InboxPlacement"];

export type PlacementRates = Partial<Schemas["Placement"]>;

type Rated<Row> = Omit<Row, keyof Schemas["Placement"]> & PlacementRates;

export interface InboxPlacementReply {
  readonly campaigns: readonly Rated<Sent["campaigns"][number]>[];
  readonly providers: readonly Rated<Sent["providers"][number]>[];
  readonly summary: PlacementRates;
}

/** The days, campaign and mailbox provider to read. The API's field for the mailbox provider is `domain`. */
export type InboxPlacementSearch = Schemas["InboxPlacementSearch"];

export async function trackInbox(
  client: Client,
  search: InboxPlacementSearch,
): Promise<InboxPlacementReply> {
  const reply = await call(client, "getInboxPlacement", { body: search });
  const campaigns = rows(reply.campaigns);
  const providers = rows(reply.providers);
  if (!campaigns || !providers || !isRecord(reply.summary)) {
    throw incompleteReply(routeOf("getInboxPlacement"));
  }
  return {
    campaigns: campaigns.map((row) => ({
      ...textsIn(row, "campaign_id", "campaign_name", "campaign_subject"),
      ...placement(row),
    })),
    providers: providers.map((row) => ({ ...textsIn(row, "name"), ...placement(row) })),
    summary: placement(reply.summary),
  };
}

function placement(row: ReplyRecord): PlacementRates {
  return percentagesOf(row, "inbox_percentage", "missed_percentage", "spam_percentage");
}
