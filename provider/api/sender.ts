import type { Client } from "../client/call";
import {
  collection,
  comparedAsAddress,
  create,
  type MoreFields,
  statusIn,
  textsIn,
} from "./collection";
import type { components } from "./wire";

type Schemas = components["schemas"];

export type SenderRow = Schemas["Sender"];

export type SenderSearch = Partial<Omit<Schemas["SenderSearch"], "page" | "limit">>;

/** The body of POST /senders. The names of the address fields are guesses that no public source confirms. */
export type NewSender = Schemas["SenderCreate"] & MoreFields;

/** POST /senders/search: active and verified senders. */
export const senders = collection<SenderRow, SenderSearch>({
  words: ["sender", "senders"],
  operation: "searchSenders",
  row(record) {
    const texts = textsIn(record, "id", "sender_email", "sender_name", "createdDate");
    return texts.id && texts.sender_email ? { ...texts, status: statusIn(record) } : undefined;
  },
  keyOf: ({ sender_email }) => sender_email,
  ...comparedAsAddress,
  all: () => ({ sort_field: "created_date", sort_order: "asc" }),
});

export async function addSender(client: Client, sender: NewSender): Promise<SenderRow> {
  const { id, reply } = await create(client, "addSender", sender);
  const { sender_email, sender_name } = sender;
  // The date is empty here, because only searches return it.
  return { id, sender_email, sender_name, createdDate: "", status: statusIn(reply) };
}
