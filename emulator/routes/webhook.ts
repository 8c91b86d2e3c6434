import type { Account, Webhook } from "../account/account";
import { inZone } from "../account/zone";
import { requireFound } from "../operation/error";
import { reading, writing } from "../operation/operation";
import { search, sortedBy } from "../operation/search";

const maxWebhooks = 50;

/** POST /webhooks/search, an extended operation. Its response has the status as a number. */
export const searchWebhooks = search<Webhook>({
  rows: ({ webhooks }) => webhooks,
  texts: ({ name }) => [name],
  order: sortedBy("name", "asc"),
  shown: (row, account) => ({ ...shown(row, account), status: row.status === "active" ? 1 : 0 }),
  totals: (total) => ({ total, webhook_count: total, max_webhook_limit: maxWebhooks }),
});

/** GET /webhooks/detail/{id}, an extended operation. Its response has the status as a word. */
export const getWebhook = reading(({ id }, { account, find }) => {
  const row = requireFound(find("webhooks", id));
  const status = row.status === "active" ? "Active" : "Inactive";
  return { webhook: { ...shown(row, account), status } };
});

function shown({ id, name, url, event, created_at }: Webhook, { account }: Account) {
  const created_date = inZone(created_at, account.timezone);
  return { id, name, url, event, created_date, modified_date: created_date };
}

/**
 * POST /webhooks/toggle/{id}: sets the given status instead of toggling it, so a repeated request is safe. Errors are
 * plain texts, and every invalid request gets the same one.
 */
export const toggleWebhook = writing(({ id, body }, store) => {
  const active = (body as { readonly status: "0" | "1" }).status === "1";
  requireFound(store.find("webhooks", id));
  store.update("webhooks", id, { status: active ? "active" : "inactive" });
  return { message: `Webhook ${active ? "activated" : "deactivated"} successfully` };
}, "Invalid status");
