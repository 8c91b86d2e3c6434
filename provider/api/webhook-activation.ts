import type { Client } from "../client/call";
import { path } from "../client/path";
import { set } from "./write";

/** POST /webhooks/toggle/{id}: `1` activates, `0` deactivates. */
export function toggleWebhook(client: Client, id: string, status: "1" | "0"): Promise<void> {
  return set(client, { method: "POST", path: path`/webhooks/toggle/${{ id }}`, body: { status } });
}
