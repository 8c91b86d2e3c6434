import { allRows } from "../client/pages";
import { path } from "../client/path";
import type { Client } from "../client/request";
import { pageOf, textOf } from "./decode";

/** A sending domain as the service sends it. */
export interface DomainRow {
  readonly id: string;
  readonly domain: string;
  /** `verified`, `not_verified` or `failed`. */
  readonly status: string;
  readonly open_tracking: boolean;
  readonly created_at: string;
}

/** What a search of the domains takes beside the page. */
export interface DomainSearch {
  /** Part of the domain's name, at most 255 characters. */
  readonly search?: string;
  readonly status?: string;
  readonly sort_field?: "created_at" | "domain";
  readonly sort_order?: "asc" | "desc";
}

/** POST /domains/search, all pages. */
export function searchDomains(client: Client, search: DomainSearch): Promise<DomainRow[]> {
  return allRows(async (page, limit) => {
    const body = { page, limit, ...search };
    const reply = await client.send({
      method: "POST",
      path: path`/domains/search`,
      body,
      policy: "read",
    });
    return pageOf("POST /domains/search", reply, domainRow);
  });
}

/** What the service says of a mail with a domain's DNS records. */
export interface DnsShareReply {
  readonly message: string;
  /** The addresses used. */
  readonly recipients: readonly string[];
}

/** POST /domains/{id}/share: mails the domain's DNS records. */
export async function shareDomainDns(
  client: Client,
  id: string,
  recipients: readonly string[],
): Promise<DnsShareReply> {
  const reply = await client.send({
    method: "POST",
    path: path`/domains/${{ id }}/share`,
    body: { recipients },
    policy: "once",
    acknowledged: true,
  });
  const used = Array.isArray(reply.recipients) ? reply.recipients.map(textOf) : recipients;
  return { message: textOf(reply.message), recipients: used };
}

function domainRow(row: Record<string, unknown>): DomainRow | undefined {
  const id = textOf(row.id);
  const domain = textOf(row.domain);
  if (id === "" || domain === "") return undefined;
  return {
    id,
    domain,
    status: textOf(row.status),
    open_tracking: row.open_tracking === true || row.open_tracking === "true",
    created_at: textOf(row.created_at),
  };
}
