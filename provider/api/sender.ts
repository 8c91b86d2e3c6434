import type { Client } from "../client/call";
import { path } from "../client/path";
import { comparedAsAddress } from "./address";
import { collection } from "./collection";
import { createdId, textOf } from "./decode";
import type { MoreFields } from "./more-fields";
import type { components } from "./wire";

type Schemas = components["schemas"];

/** A sender as the searches give it; the status is `verified` on add, `Verified` there. */
export type SenderRow = Schemas["Sender"];

/** What a search of the senders takes beside the page. */
export type SenderSearch = Partial<Omit<Schemas["SenderSearch"], "page" | "limit">>;

/** What POST /senders takes. The names of the address fields are a guess that no public source confirms. */
export type NewSender = Schemas["SenderCreate"] & MoreFields;

/** POST /senders/search: active and verified senders. */
export const senders = collection<SenderRow, SenderSearch>({
  words: ["sender", "senders"],
  path: path`/senders/search`,
  row: senderRow,
  keyOf: ({ sender_email }) => sender_email,
  ...comparedAsAddress,
  all: () => ({ sort_field: "created_date", sort_order: "asc" }),
  operations: "any",
});

/** POST /senders. */
export async function addSender(client: Client, sender: NewSender): Promise<SenderRow> {
  const reply = await client.send({
    method: "POST",
    path: path`/senders`,
    body: sender,
    // What a second request does is not specified, and a sender can't be deleted.
    policy: "once",
  });
  const id = createdId("POST /senders", reply);
  const { sender_email, sender_name } = sender;
  // The reply has no date, which only the searches give.
  return { sender_email, sender_name, createdDate: "", status: textOf(reply.status), id };
}

function senderRow(row: Record<string, unknown>): SenderRow | undefined {
  const id = textOf(row.id);
  const sender_email = textOf(row.sender_email);
  if (id === "" || sender_email === "") return undefined;
  return {
    id,
    sender_email,
    sender_name: textOf(row.sender_name),
    createdDate: textOf(row.createdDate),
    status: textOf(row.status),
  };
}
