import { writing } from "../operation/operation";
import { found } from "../operation/refusal";

/**
 * POST /webhooks/toggle/{id}: despite its name it sets a status, so a repeated request is fine. Only
 * here does the service reply with error texts, and with one sentence for any invalid request.
 */
export const toggleWebhook = writing(
  ({ id, body }, store) => {
    const active = (body as { readonly status: "0" | "1" }).status === "1";
    found(store.find("webhooks", id));
    store.update("webhooks", id, { status: active ? "active" : "inactive" });
    return { message: `Webhook ${active ? "activated" : "deactivated"} successfully` };
  },
  { invalidMessage: "Invalid status" },
);
