import { isDeepStrictEqual } from "node:util";
import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import type { Account } from "../../account/account";
import { toggleWebhook } from "../../api/webhook-activation";
import { anything, flag, id, listOf, oneOf } from "../../input/check";
import { type CommonProps, common } from "../../input/common-props";
import type { Lifecycle } from "../../lifecycle/lifecycle";
import { type DynamicResource, declare, type InputsOf } from "../../program/dynamic-resource";
import { webhookActivationForesight } from "./preflight";

const kind = "WebhookActivation";

/** What the user decides about a webhook's activation. */
export interface WebhookActivationProps extends CommonProps {
  /**
   * The id of a webhook that exists in the account. Changing this replaces the activation: the webhook that it
   * named is treated as `onDestroy` says.
   */
  webhookId: string;
  /** Whether the webhook is active; default true. Changing this switches it. */
  active?: boolean;
  /**
   * What a destroy does: `deactivate` (the default) switches the webhook off, `leave` leaves it as it is.
   * Changing this changes the state only.
   */
  onDestroy?: "deactivate" | "leave";
  /** Any values; a change switches the webhook again, for instance after the service has switched it off. */
  triggers?: unknown[];
}

/** The arguments of {@link WebhookActivation}. */
export type WebhookActivationArgs = InputsOf<WebhookActivationProps>;

/**
 * Switches a webhook on or off (POST /webhooks/toggle/{id}); its id is the webhook's.
 *
 * ```ts
 * import { WebhookActivation } from "pulumi-email-marketing";
 *
 * new WebhookActivation("deliveries", { webhookId: "webhook-1" });
 * ```
 *
 * The service has no operation to read a webhook: `refresh` believes the state, and what was switched elsewhere
 * (the service switches a webhook off after many failed deliveries) shows only when `triggers` changes.
 *
 * Inputs: {@link WebhookActivationProps}.
 */
export class WebhookActivation extends CustomResource implements DynamicResource {
  /** The account that the object lives in; moving to another account replaces the object. */
  declare readonly account: Output<string>;
  /** The webhook's id. */
  declare readonly webhookId: Output<string>;
  /** Whether the webhook was declared active; absent means active. */
  declare readonly active: Output<boolean | undefined>;
  /** What a destroy does; absent means `deactivate`. */
  declare readonly onDestroy: Output<"deactivate" | "leave" | undefined>;
  /** The values whose change switches the webhook again. */
  declare readonly triggers: Output<unknown[] | undefined>;

  constructor(name: string, args: WebhookActivationArgs, opts?: CustomResourceOptions) {
    const declared = declare(webhookActivationLifecycle, name, args);
    super(declared.type, name, declared.inputs, opts);
    declared.lookAhead(this);
  }
}

/** How webhook activations live in an account. */
export const webhookActivationLifecycle: Lifecycle<WebhookActivationProps, object> = {
  kind,
  namedBy: "webhookId",
  inputs: {
    required: { webhookId: id },
    optional: {
      ...common,
      active: flag,
      onDestroy: oneOf("deactivate", "leave"),
      triggers: listOf(anything),
    },
  },
  outputs: [],
  foresight: webhookActivationForesight,
  replaceOn: ["webhookId"],
  repeatable: true,
  idFrom: "webhookId",
  async create(account, props) {
    await switchTo(account, props.webhookId, isActive(props));
    return { id: props.webhookId, outputs: {} };
  },
  async update(account, _id, { old, props }) {
    const isSame =
      isActive(old) === isActive(props) && isDeepStrictEqual(old.triggers, props.triggers);
    if (!isSame) await switchTo(account, props.webhookId, isActive(props));
    return {};
  },
  async delete(account, _id, { webhookId, onDestroy }) {
    if (onDestroy === "leave") return;
    if (account.held.has(held(webhookId))) {
      account.notice(
        `WebhookActivation "${webhookId}" was set by another resource in this run, so its removal sends nothing and the webhook stays as that one has it.`,
      );
      return;
    }
    await toggleWebhook(account.main, webhookId, "0");
  },
};

function isActive({ active = true }: Pick<WebhookActivationProps, "active">): boolean {
  return active;
}

function held(webhookId: string): string {
  return `webhook:${webhookId}`;
}

async function switchTo(account: Account, webhookId: string, active: boolean): Promise<void> {
  // Before the request: also a switch that may have happened must not be undone by the removal of another resource.
  account.held.add(held(webhookId));
  await toggleWebhook(account.main, webhookId, active ? "1" : "0");
}
