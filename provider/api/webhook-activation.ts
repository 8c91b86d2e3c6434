import type { Client } from "../client/call";
import { path } from "../client/path";

/** POST /webhooks/toggle/{id}: `1` activates, `0` deactivates; repeatable. */
export async function toggleWebhook(client: Client, id: string, status: "1" | "0"): Promise<void> {
  await client.send({
    method: "POST",
    path: path`/webhooks/toggle/${{ id }}`,
    body: { status },
    policy: "repeatable",
    mayBeEmpty: true,
  });
}
