import { allRows, type FetchPage } from "../client/pages";
import { path } from "../client/path";
import type { Client } from "../client/request";
import { createdId, pageOf, textOf } from "./decode";

/** A sender as the service sends it. */
export interface SenderRow {
  readonly id: string;
  readonly sender_email: string;
  readonly sender_name: string;
  readonly createdDate: string;
  /** `verified` on add, `Verified` in searches. */
  readonly status: string;
}

/** What a search of the senders takes beside the page. */
export interface SenderSearch {
  /** Part of the address or name, at most 255 characters. */
  readonly search?: string;
  readonly sort_field?: "sender_email" | "sender_name" | "created_date";
  readonly sort_order?: "asc" | "desc";
}

/** What POST /senders takes. The names of the address fields are a guess that no public source confirms. */
export interface NewSender {
  readonly sender_email: string;
  readonly sender_name: string;
  readonly company_address?: string;
  readonly city?: string;
  readonly state?: string;
  readonly postal_code?: string;
  readonly country?: string;
}

/** POST /senders/search, all pages: active and verified senders. */
export function searchSenders(client: Client, search: SenderSearch): Promise<SenderRow[]> {
  return allRows(senderPages(client, search));
}

/** POST /senders/search, page by page. */
export function senderPages(client: Client, search: SenderSearch): FetchPage<SenderRow> {
  return async (page, limit) => {
    const body = { page, limit, ...search };
    const reply = await client.send({
      method: "POST",
      path: path`/senders/search`,
      body,
      policy: "read",
    });
    return pageOf("POST /senders/search", reply, senderRow);
  };
}

/** POST /senders. */
export async function addSender(client: Client, sender: NewSender): Promise<SenderRow> {
  const reply = await client.send({
    method: "POST",
    path: path`/senders`,
    body: sender,
    policy: "once",
  });
  const id = createdId("POST /senders", reply);
  return { ...sender, createdDate: "", status: textOf(reply.status), id };
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
