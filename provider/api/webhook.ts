import { type Client, path } from "../client/call";
import { unlessNotFound } from "../errors/error";
import { incompleteReply } from "../errors/request-error";
import {
  collection,
  extendedClient,
  type ReplyRecord,
  requireSameId,
  set,
  single,
  type TextSearch,
  textOf,
  textsIn,
} from "./collection";

export interface WebhookRow {
  readonly id: string;
  readonly name: string;
  /** May contain a secret token of the receiver. */
  readonly url: string;
  readonly events: readonly string[];
  /** As the service sends it: a number in a search, a word in any case in a detail. */
  readonly status: string;
  /** Undefined if the status isn't a known word. */
  readonly active: boolean | undefined;
}

/** POST /webhooks/search, ordered by name. An extended operation, documented only by one public client. */
export const webhooks = collection<WebhookRow, TextSearch>({
  words: ["webhook", "webhooks"],
  path: path`/webhooks/search`,
  row: webhookRow,
  keyOf: ({ name }) => name,
  all: () => ({}),
  // The fields that the public client sends.
  body: ({ search = "" }) => ({ search, sort_field: "name", sort_order: "asc" }),
  operations: "extended",
  byId: (client, id) => unlessNotFound(getWebhook(client, id)),
  // An account has few webhooks, and two may have the same name.
  isSmall: true,
});

export async function getWebhook(client: Client, id: string): Promise<WebhookRow> {
  const call = { method: "GET", path: path`/webhooks/detail/${{ id }}`, policy: "read" } as const;
  const reply = await extendedClient(client).send(call);
  const held = single(reply.webhook ?? reply.data);
  const row = held && webhookRow(held);
  if (!row) throw incompleteReply("GET /webhooks/detail/{id}");
  requireSameId("GET /webhooks/detail/{id}", row.id, id);
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
  // Requests use the name `events`.
  const sent = record.event ?? record.events;
  const events = Array.isArray(sent) ? sent.map(textOf) : [];
  return { ...texts, events, active: switched[texts.status.toLowerCase()] };
}

export function toggleWebhook(client: Client, id: string, status: "1" | "0"): Promise<void> {
  return set(client, { method: "POST", path: path`/webhooks/toggle/${{ id }}`, body: { status } });
}
