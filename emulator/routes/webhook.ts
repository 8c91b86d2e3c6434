import type { Account, Webhook } from "../account/account";
import { inZone } from "../account/zone";
import type { Operation } from "../operation/operation";
import { missing, ok } from "../operation/reply";
import { search, sortedBy } from "../operation/search";

const mostWebhooks = 50;

/** POST /webhooks/search, an extended operation. The status is a number here. */
export const searchWebhooks = search<Webhook>({
  rows: ({ webhooks }) => webhooks,
  texts: ({ name }) => [name],
  order: sortedBy("name", "asc"),
  shown: (row, account) => ({ ...shown(row, account), status: row.status === "active" ? 1 : 0 }),
  totals: (total) => ({ total, webhook_count: total, max_webhook_limit: mostWebhooks }),
});

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
