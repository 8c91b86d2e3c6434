import type { Client } from "../client/call";
import { comparedDomain } from "../plain/domain";
import { call } from "./call";
import { collection, statusIn, textOf, textsIn } from "./collection";
import type { components } from "./wire";

type Schemas = components["schemas"];

/** A sending domain. The status may be one that the contract doesn't list. */
export type DomainRow = Omit<Schemas["Domain"], "status"> & { readonly status: string };

export type DomainSearch = Partial<Omit<Schemas["DomainSearch"], "page" | "limit">>;

export const domains = collection<DomainRow, DomainSearch>({
  words: ["domain", "domains"],
  operation: "searchDomains",
  row(record) {
    const texts = textsIn(record, "id", "domain", "created_at");
    const open_tracking = String(record.open_tracking) === "true";
    return texts.id && texts.domain
      ? { ...texts, status: statusIn(record), open_tracking }
      : undefined;
  },
  keyOf: ({ domain }) => domain,
  compared: comparedDomain,
  // An account has few domains, and a search for one spelling of a name misses the others.
  isSmall: true,
  all: () => ({ sort_field: "created_at", sort_order: "asc" }),
});

export type DnsShareReply = Schemas["DnsShareReply"];

export async function shareDomainDns(
  client: Client,
  id: string,
  recipients: readonly string[],
): Promise<DnsShareReply> {
  const reply = await call(client, "shareDomainDns", {
    id,
    body: { recipients },
    mayBeEmpty: true,
    mayActBehindPage: true,
  });
  // If the response names no recipients, assume that the service used the requested ones.
  const used = Array.isArray(reply.recipients) ? reply.recipients.map(textOf) : [...recipients];
  return { message: textOf(reply.message), recipients: used };
}
