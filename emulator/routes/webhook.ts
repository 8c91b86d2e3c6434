import type { Account, Webhook } from "../account/account";
import { inZone } from "../account/zone";
import type { Operation } from "../operation/operation";
import { containing, onPage, type PageQuery, sorted } from "../operation/page";
import { missing, ok } from "../operation/reply";

interface Search extends PageQuery {
  readonly search?: string;
  readonly sort_order?: string;
}

const mostWebhooks = 50;

/** POST /webhooks/search, an extended operation. The status is a number here. */
export const searchWebhooks: Operation = {
  reads: true,
  handle({ body, paging }, { account }) {
    const { search = "", ...query } = body as Search;
    const isFound = containing(search);
    const rows = sorted(account.webhooks, "name", query.sort_order ?? "asc").filter((row) =>
      isFound(row.name),
    );
    const data = onPage(rows, query, paging).map((row) => ({
      ...shown(row, account),
      status: row.status === "active" ? 1 : 0,
    }));
    const total = rows.length;
    return ok({ data, total, webhook_count: total, max_webhook_limit: mostWebhooks });
  },
};

/** GET /webhooks/detail/{id}, an extended operation. The status is a word here. */
export const getWebhook: Operation = {
  reads: true,
  handle({ id }, store) {
    const row = store.find("webhooks", id);
    if (row === undefined) return missing();
    const status = row.status === "active" ? "Active" : "Inactive";
    return ok({ webhook: { ...shown(row, store.account), status } });
  },
};

function shown({ id, name, url, event, created_at }: Webhook, { account }: Account) {
  const created_date = inZone(created_at, account.timezone);
  return { id, name, url, event, created_date, modified_date: created_date };
}
