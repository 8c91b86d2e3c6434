import type { Operation } from "../operation/operation";
import { missing, ok } from "../operation/reply";

/**
 * POST /webhooks/toggle/{id}: despite its name it sets a status, so a repeated request is fine. Only
 * here does the service reply with error texts, and with one sentence for any invalid request.
 */
export const toggleWebhook: Operation = {
  reads: false,
  errors: { invalid: "error-text", missing: "error-text", sentence: "Invalid status" },
  handle({ id, body }, store) {
    const active = (body as { readonly status: "0" | "1" }).status === "1";
    if (store.find("webhooks", id) === undefined) return missing();
    store.update("webhooks", id, { status: active ? "active" : "inactive" });
    return ok({ message: `Webhook ${active ? "activated" : "deactivated"} successfully` });
  },
};
