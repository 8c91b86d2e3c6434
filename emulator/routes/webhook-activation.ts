import { found } from "../operation/error";
import { writing } from "../operation/operation";

/**
 * POST /webhooks/toggle/{id}: sets a status in spite of the name, so a repeated request is safe. Only this operation
 * has error texts as responses, and the same sentence for every invalid request.
 */
export const toggleWebhook = writing(({ id, body }, store) => {
  const active = (body as { readonly status: "0" | "1" }).status === "1";
  found(store.find("webhooks", id));
  store.update("webhooks", id, { status: active ? "active" : "inactive" });
  return { message: `Webhook ${active ? "activated" : "deactivated"} successfully` };
}, "Invalid status");
