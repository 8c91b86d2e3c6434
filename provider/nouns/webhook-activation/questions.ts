import { declaredTwice, isSameObject } from "../../lifecycle/declared-twice";
import type { Question } from "../../lifecycle/question";
import type { WebhookActivationProps } from "./props";

/** What a preview looks into for a webhook's activation. */
export const webhookActivationQuestions: readonly Question<WebhookActivationProps>[] = [
  declaredTwice({
    kind: "WebhookActivation",
    about: ["webhookId"],
    name: "webhook-duplicate",
    isSame: (one, other) => isSameObject(one, other, "webhookId"),
    problem: (other) =>
      `WebhookActivation "${other}" in this program switches the same webhook, and either one may win. Declare only one of them.`,
  }),
];
