import { lookUp, lookUpOutput } from "../../program/look-up";
import { webhookSource, webhooksSource } from "./functions";

export type {
  GetWebhookArgs,
  GetWebhookResult,
  GetWebhooksArgs,
  GetWebhooksResult,
} from "./functions";

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
