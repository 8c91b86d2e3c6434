import type { Client } from "../client/call";
import { unlessNotFound } from "../errors/error";
import { incompleteReply } from "../errors/request-error";
import { call, routeOf } from "./call";
import {
  collection,
  type ReplyRecord,
  requireSameId,
  single,
  type TextSearch,
  textOf,
  textsIn,
} from "./collection";

export interface WebhookRow {
  readonly id: string;
  readonly name: string;
  /** The URL to call, which may contain a secret token of the receiver. */
  readonly url: string;
  readonly events: readonly string[];
  /** The status as the service sends it: a number in search responses, a word in any case in detail responses. */
  readonly status: string;
  /** True if the webhook is active; undefined if the status isn't a known word. */
  readonly active: boolean | undefined;
}

/** POST /webhooks/search, ordered by name. An extended operation, documented only by one public client. */
export const webhooks = collection<WebhookRow, TextSearch>({
  words: ["webhook", "webhooks"],
  operation: "searchWebhooks",
  row: webhookRow,
  keyOf: ({ name }) => name,
  all: () => ({}),
  // The fields that the public client sends.
  body: ({ search = "" }) => ({ search, sort_field: "name", sort_order: "asc" }),
  byId: (client, id) => unlessNotFound(getWebhook(client, id)),
  // An account has few webhooks, and two may have the same name.
  isSmall: true,
});

export async function getWebhook(client: Client, id: string): Promise<WebhookRow> {
  const reply = await call(client, "getWebhook", { id });
  const held = single(reply.webhook ?? reply.data);
  const row = held && webhookRow(held);
  if (!row) throw incompleteReply(routeOf("getWebhook"));
  requireSameId("getWebhook", row.id, id);
  return row;
}

const switched: Readonly<Record<string, boolean>> = {
  "1": true,
  active: true,
  "0": false,
  inactive: false,
};

function webhookRow(record: ReplyRecord): WebhookRow | undefined {
  const texts = textsIn(record, "id", "name", "url", "status");
  if (texts.id === "") return undefined;
  // The response field is `event`, but requests use the name `events`, so both are accepted.
  const sent = record.event ?? record.events;
  const events = Array.isArray(sent) ? sent.map(textOf) : [];
  return { ...texts, events, active: switched[texts.status.toLowerCase()] };
}
