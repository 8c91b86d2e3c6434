import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import { type DynamicResource, type InputsOf, registration } from "../../program/dynamic-resource";
import { lookUp, lookUpOutput } from "../../program/look-up";
import {
  type WebhookActivationProps,
  webhookActivationLifecycle,
  webhookSource,
  webhooksSource,
} from "./resource";

export type {
  GetWebhookArgs,
  GetWebhookResult,
  GetWebhooksArgs,
  GetWebhooksResult,
  WebhookActivationProps,
} from "./resource";

/** The arguments of {@link WebhookActivation}. */
export type WebhookActivationArgs = InputsOf<WebhookActivationProps>;

/**
 * Switches an existing webhook on or off (`POST /webhooks/toggle/{id}`). Its id is the webhook's id. Under the extended
 * operations it is read, too (`POST /webhooks/search`, `GET /webhooks/detail/{id}`), as one public client of the service does.
 *
 * ```ts
 * import { WebhookActivation } from "pulumi-email-marketing";
 *
 * new WebhookActivation("deliveries", { webhookId: "webhook-1" });
 * ```
 *
 * ## Import
 * Declare it with the webhook's id: the webhook is switched as declared. Under the extended operations, `pulumi import` and
 * the command `import` read it as it is set, with `onDestroy: "leave"`.
 *
 * ## Refresh and destroy
 * Under the extended operations, a refresh notices when the webhook was switched elsewhere: the service switches one off after
 * many failed deliveries. One that the account no longer has leaves the state only if the account holds the domain that the
 * setting `accountDomain` names; otherwise it stays, with a warning. No specified operation reads a webhook: under these, change
 * `triggers` to set it again. A destroy switches the webhook off, unless `onDestroy` is `leave`.
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
  /** The webhook's name, under the extended operations. */
  declare readonly name: Output<string | undefined>;
  /** What the service calls it for, such as `bounce`, under the extended operations. */
  declare readonly events: Output<string[] | undefined>;
  /** The address that the service calls, under the extended operations; a secret, because it may hold a token. */
  declare readonly url: Output<string | undefined>;
  /** The values whose change sets the webhook again, if declared. */
  declare readonly triggers: Output<unknown[] | undefined>;

  constructor(name: string, args: WebhookActivationArgs, opts?: CustomResourceOptions) {
    const { type, inputs, report } = registration(webhookActivationLifecycle, { name, args, opts });
    super(type, name, inputs, opts);
    report(this);
  }
}

/**
 * The webhooks of the account, by name (POST /webhooks/search), with the extended operations only: one public client of the
 * service documents the search. Reads every page.
 *
 * ```ts
 * import { getWebhooks, getWebhooksOutput } from "pulumi-email-marketing";
 *
 * export const off = getWebhooks().then(({ webhooks }) =>
 *   webhooks.filter(({ active }) => active === false).map(({ name }) => name),
 * );
 *
 * export const urls = getWebhooksOutput({ search: "bounce" }).webhooks.apply((webhooks) =>
 *   webhooks.map(({ url }) => url),
 * );
 * ```
 */
export const getWebhooks = lookUp(webhooksSource, {});

/**
 * {@link getWebhooks} for arguments that are outputs; waits for `dependsOn`. The result is a secret, because addresses may
 * hold tokens.
 */
export const getWebhooksOutput = lookUpOutput(webhooksSource, {});

/**
 * One webhook, by id (GET /webhooks/detail/{id}) or by name (POST /webhooks/search), with the extended operations only; an
 * error when none fits.
 *
 * ```ts
 * import { getWebhook, getWebhookOutput, WebhookActivation } from "pulumi-email-marketing";
 *
 * new WebhookActivation("bounces", {
 *   webhookId: getWebhook({ name: "Bounces" }).then(({ id }) => id),
 * });
 *
 * export const url = getWebhookOutput({ name: "Bounces" }).url;
 * ```
 */
export const getWebhook = lookUp(webhookSource);

/**
 * {@link getWebhook} for arguments that are outputs; waits for `dependsOn`. The result is a secret, because an address may
 * hold a token.
 */
export const getWebhookOutput = lookUpOutput(webhookSource);
