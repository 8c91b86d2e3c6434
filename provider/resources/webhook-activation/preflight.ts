import { isUnknown } from "../../input/unknown";
import { declaredTwice } from "../../lifecycle/declared-twice";
import type { PreflightCheck } from "../../lifecycle/preflight";
import type { WebhookActivationProps } from "./props";

/** What a preview looks into for a webhook's activation. */
export const webhookActivationPreflight: readonly PreflightCheck<WebhookActivationProps>[] = [
  declaredTwice<WebhookActivationProps>({
    kind: "WebhookActivation",
    name: "webhook-duplicate",
    isSame: (one, other) =>
      one.webhookId !== undefined && !isUnknown(one.webhookId) && one.webhookId === other.webhookId,
    problem: (other) =>
      `WebhookActivation "${other}" of this program switches the same webhook, and either one may win. Declare one.`,
  }),
];
