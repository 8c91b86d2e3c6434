import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import {
  type DynamicResource,
  type InputsOf,
  registrationOf,
} from "../../program/dynamic-resource";
import { type WebhookActivationProps, webhookActivationLifecycle } from "./resource";

export type { WebhookActivationProps } from "./resource";

/** The arguments of {@link WebhookActivation}. */
export type WebhookActivationArgs = InputsOf<WebhookActivationProps>;

/**
 * Switches an existing webhook on or off (`POST /webhooks/toggle/{id}`). Its id is the webhook's id.
 *
 * ```ts
 * import { WebhookActivation } from "pulumi-email-marketing";
 *
 * new WebhookActivation("deliveries", { webhookId: "webhook-1" });
 * ```
 *
 * ## Import
 * Declare it with the webhook's id: the webhook is switched as declared.
 *
 * ## Refresh and destroy
 * The service has no operation to read a webhook, so a refresh doesn't notice when it was switched elsewhere: the
 * service switches a webhook off after many failed deliveries. To set it again, change `triggers`. A destroy switches
 * the webhook off, unless `onDestroy` is `leave`.
 */
export class WebhookActivation extends CustomResource implements DynamicResource {
  /** The account that the object belongs to. Using the resource with another account replaces it. */
  declare readonly account: Output<string>;
  /** The id of the webhook. */
  declare readonly webhookId: Output<string>;
  /** Whether the webhook is on, if declared; absent means `true`. */
  declare readonly active: Output<boolean | undefined>;
  /** What a destroy does, if declared; absent means `deactivate`. */
  declare readonly onDestroy: Output<"deactivate" | "leave" | undefined>;
  /** The values whose change sets the webhook again, if declared. */
  declare readonly triggers: Output<unknown[] | undefined>;

  constructor(name: string, args: WebhookActivationArgs, opts?: CustomResourceOptions) {
    const { type, inputs, report } = registrationOf(webhookActivationLifecycle, {
      name,
      args,
      opts,
    });
    super(type, name, inputs, opts);
    report(this);
  }
}
