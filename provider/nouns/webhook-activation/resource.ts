import type { Account } from "../../account/account";
import { toggleWebhook } from "../../api/webhook-activation";
import { isSameInput } from "../../input/asset";
import { anything, flag, id, listOf, oneOf } from "../../input/check";
import { commonFields } from "../../input/common-props";
import { present } from "../../input/plain";
import { declaredTwice, isSameObject } from "../../lifecycle/declared-twice";
import { extended } from "../../lifecycle/extended";
import type { Lifecycle } from "../../lifecycle/lifecycle";
import type { WebhookActivationDecided, WebhookActivationProps } from "./props";
import {
  decidedOf,
  findActivation,
  isActive,
  listActivations,
  readActivation,
  seenWebhook,
  webhookUnknown,
} from "./reading";

const kind = "WebhookActivation";

/** How webhook activations live in an account. */
export const webhookActivationLifecycle: Lifecycle<
  WebhookActivationProps,
  WebhookActivationDecided
> = {
  kind,
  namedBy: "webhookId",
  fields: {
    webhookId: { required: true, check: id, replaces: true },
    active: { check: flag },
    onDestroy: { check: oneOf("deactivate", "leave") },
    triggers: { check: listOf(anything) },
    ...commonFields,
  },
  // Whoever receives the calls may have put a token into the address.
  outputs: { name: true, events: true, url: "secret" },
  questions: [
    { when: "new or changed", about: ["webhookId"], ask: webhookUnknown },
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
  async create(account, props) {
    // No operation creates a webhook: it exists already, and its id is that of the resource.
    return { id: props.webhookId, outputs: await switchTo(account, props) };
  },
  read: extended(readActivation),
  find: findActivation,
  list: extended(listActivations),
  async update(account, _id, { old, props }) {
    const isSame = isActive(old) === isActive(props) && isSameInput(old.triggers, props.triggers);
    const { name, events, url } = old;
    const known = present({ name, events, url });
    return isSame ? known : { ...known, ...(await switchTo(account, props)) };
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

/** Switches a webhook as declared; gives what the service has of it. */
async function switchTo(
  account: Account,
  props: WebhookActivationProps,
): Promise<WebhookActivationDecided> {
  const { webhookId } = props;
  const row = await seenWebhook(account, webhookId);
  const active = isActive(props);
  // Before the request: also a switch that may have happened must not be undone by the removal of another resource.
  account.claims.claim(kind, webhookId);
  await toggleWebhook(account.main, webhookId, active ? "1" : "0");
  if (row) account.webhooks.put({ ...row, active });
  return row ? decidedOf(row) : {};
}
