import type { Domain } from "../account";
import type { Operation } from "../operation";
import { containing, onPage, type PageQuery, sorted } from "../page";
import { missing, ok } from "../reply";

interface Search extends PageQuery {
  readonly search?: string;
  readonly status?: Domain["status"];
  readonly sort_field?: "created_at" | "domain";
  readonly sort_order?: "asc" | "desc";
}

/** POST /domains/search */
export const searchDomains: Operation = {
  reads: true,
  errors: { invalid: "A", missing: "A" },
  handle({ body, paging }, { account }) {
    const { search = "", status, sort_field = "created_at", ...query } = body as Search;
    const isFound = containing(search);
    const rows = sorted(account.domains, sort_field, query.sort_order ?? "desc").filter(
      (row) => isFound(row.domain) && (status === undefined || row.status === status),
    );
    return ok({ data: onPage(rows, query, paging), count: rows.length });
  },
};

/** POST /domains/{id}/share: the mail is recorded in the account's `mails`. */
export const shareDomainDns: Operation = {
  reads: false,
  errors: { invalid: "A", missing: "A" },
  handle({ id, body }, store) {
    const { recipients } = body as { readonly recipients: readonly string[] };
    const domain = store.find("domains", id);
    if (domain === undefined) return missing();
    store.change((account) => ({
      ...account,
      mails: [
        ...account.mails,
        { kind: "domain-share", of: id, recipients, at: store.now().toISOString() },
      ],
    }));
    return ok({ message: `The DNS records of ${domain.domain} were sent`, recipients });
  },
};
