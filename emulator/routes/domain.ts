import type { Domain } from "../account/account";
import type { Operation } from "../operation/operation";
import { containing, onPage, type PageQuery, sorted } from "../operation/page";
import { ok } from "../operation/reply";

interface Search extends PageQuery {
  readonly search?: string;
  readonly status?: Domain["status"];
  readonly sort_field?: "created_at" | "domain";
  readonly sort_order?: "asc" | "desc";
}

/** POST /domains/search */
export const searchDomains: Operation = {
  reads: true,
  handle({ body, paging }, { account }) {
    const { search = "", status, sort_field = "created_at", ...query } = body as Search;
    const isFound = containing(search);
    const rows = sorted(account.domains, sort_field, query.sort_order ?? "desc").filter(
      (row) => isFound(row.domain) && (status === undefined || row.status === status),
    );
    return ok({ data: onPage(rows, query, paging), count: rows.length });
  },
};
