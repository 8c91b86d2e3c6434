import type { Account } from "../../account/account";
import { toggleWebhook } from "../../api/webhook-activation";
import { anything, flag, id, listOf, oneOf } from "../../input/check";
import { type CommonProps, commonFields } from "../../input/common-props";
import { isSameInput } from "../../input/same-input";
import { declaredTwice, isSameObject } from "../../lifecycle/declared-twice";
import type { Lifecycle } from "../../lifecycle/lifecycle";

const kind = "WebhookActivation";

/** The inputs of a webhook's activation. */
export interface WebhookActivationProps extends CommonProps {
  /**
   * The id of an existing webhook. Changing this replaces the resource; what happens to the other webhook depends on
   * `onDestroy`.
   */
  webhookId: string;
  /**
   * Whether the webhook is on. A change switches the webhook.
   * @defaultValue `true`
   */
  active?: boolean;
  /**
   * What a destroy does: `deactivate` switches the webhook off; `leave` does nothing. A change updates the state only.
   * @defaultValue `deactivate`
   */
  onDestroy?: "deactivate" | "leave";
  /** Any values. A change sets the webhook again, for example after the service switched it off. */
  triggers?: unknown[];
}

/** How webhook activations live in an account. */
export const webhookActivationLifecycle: Lifecycle<WebhookActivationProps, object> = {
  kind,
  namedBy: "webhookId",
  fields: {
    webhookId: { required: true, check: id, replaces: true },
    active: { check: flag },
    onDestroy: { check: oneOf("deactivate", "leave") },
    triggers: { check: listOf(anything) },
    ...commonFields,
  },
  questions: [
    declaredTwice({
      kind,
      about: ["webhookId"],
      name: "webhook-duplicate",
      isSame: (one, other) => isSameObject(one, other, "webhookId"),
      problem: (other) =>
        `WebhookActivation "${other}" in this program switches the same webhook, and either one may win. Declare only one of them.`,
    }),
  ],
  repeatable: "all",
  find: "Declare it: pulumi up sets the webhook as declared",
  async create(account, props) {
    await switchTo(account, props.webhookId, isActive(props));
    // No operation creates a webhook: it exists already, and its id is that of the resource.
    return { id: props.webhookId, outputs: {} };
  },
  async update(account, _id, { old, props }) {
    const isSame = isActive(old) === isActive(props) && isSameInput(old.triggers, props.triggers);
    if (!isSame) await switchTo(account, props.webhookId, isActive(props));
    return {};
  },
  async delete(account, _id, { webhookId, onDestroy }) {
    if (onDestroy === "leave") return;
    const why = account.claims.whyKept(kind, webhookId);
    if (why) {
      account.notice(
        `WebhookActivation "${webhookId}" was removed from the Pulumi state and the webhook was not changed: ${why}.`,
      );
      return;
    }
    await toggleWebhook(account.main, webhookId, "0");
  },
};

function isActive({ active = true }: Pick<WebhookActivationProps, "active">): boolean {
  return active;
}

async function switchTo(account: Account, webhookId: string, active: boolean): Promise<void> {
  // Before the request: also a switch that may have happened must not be undone by the removal of another resource.
  account.claims.claim(kind, webhookId);
  await toggleWebhook(account.main, webhookId, active ? "1" : "0");
}
