import { requireFound } from "../operation/error";
import { writing } from "../operation/operation";

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
