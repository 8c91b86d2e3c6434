import { unknownValue } from "../../input/unknown";
import { declaredTwice } from "../../lifecycle/declared-twice";
import type { Foresight } from "../../lifecycle/preflight";

/** What of a webhook's activation can be foreseen. */
export interface WebhookActivationInputs {
  readonly webhookId: string;
}

/** What a preview looks into for a webhook's activation. */
export const webhookActivationForesight: readonly Foresight<WebhookActivationInputs>[] = [
  declaredTwice<WebhookActivationInputs>({
    kind: "WebhookActivation",
    name: "webhook-duplicate",
    isSame: (one, other) =>
      one.webhookId !== undefined &&
      one.webhookId !== unknownValue &&
      one.webhookId === other.webhookId,
    problem: (other) =>
      `WebhookActivation "${other}" of this program switches the same webhook, and either one may win. Declare one.`,
  }),
];
