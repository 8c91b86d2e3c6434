import type { Account, Domain } from "../account/account";
import { OperationError, requireFound } from "../operation/error";
import { writing } from "../operation/operation";
import { search, sortedBy } from "../operation/search";

/** POST /domains/search */
export const searchDomains = search<Domain>({
  rows: ({ domains }) => domains,
  texts: ({ domain }) => [domain],
  matches: (row, { status = row.status }) => row.status === status,
  order: sortedBy("created_at", "desc", ["domain"]),
});

/** Refuses a sender's address if its domain isn't a verified domain of the account. */
export function requireVerifiedDomain({ domains }: Account, address = ""): void {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const isOwn = (row: Domain) => row.status === "verified" && row.domain.toLowerCase() === domain;
  if (!domains.some(isOwn)) {
    throw new OperationError("sender_email", "The domain of the sender must be added and verified");
  }
}

/** POST /domains/{id}/share: records an email in the account's `mails`. A repeated request records another email. */
export const shareDomainDns = writing(({ id, body }, store) => {
  const { recipients } = body as { readonly recipients: readonly string[] };
  const { domain } = requireFound(store.find("domains", id));
  const at = store.now().toISOString();
  store.send([{ kind: "domain-share", of: id, recipients, at }]);
  return { message: `The DNS records of ${domain} were sent`, recipients };
});
