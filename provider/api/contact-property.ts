import { path } from "../client/path";
import type { Client } from "../client/request";
import { createdId } from "./decode";

/** What POST /contact/property takes. */
export interface NewContactProperty {
  readonly name: string;
  readonly type: string;
  readonly description?: string;
}

/** POST /contact/property; gives the id. */
export async function createContactProperty(
  client: Client,
  property: NewContactProperty,
): Promise<string> {
  const reply = await client.send({
    method: "POST",
    path: path`/contact/property`,
    body: property,
    policy: "once",
  });
  return createdId("POST /contact/property", reply);
}
