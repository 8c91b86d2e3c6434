import type { Client } from "../client/call";
import { path } from "../client/path";
import { extendedClient } from "./extended";

/** GET /client/plan, by which most public clients check their key; only `doctor --contract` asks it. */
export async function getPlan(client: Client): Promise<void> {
  await extendedClient(client).send({ method: "GET", path: path`/client/plan`, policy: "read" });
}
