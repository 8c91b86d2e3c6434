import { getWebhook as getWebhookById, type WebhookRow, webhooks } from "../../api/collections";
import { quotedId } from "../../errors/redact";
import { id, text } from "../../input/validation";
import { type DataSource, exactlyOne, onlyWithKey, readRows } from "../../lifecycle/data-source";
import { withNotFoundSentence } from "../../lifecycle/failure";
import { isSameSpelling } from "../../plain/text";
import { omitUndefined } from "../../plain/value";
import { requireExtended } from "../../settings/settings";

/** The arguments of {@link getWebhooks}. */
export interface GetWebhooksArgs {
  /**
   * Part of the webhook's name, at most 255 characters.
   * @defaultValue every webhook
   */
  search?: string;
}

/** The result of {@link getWebhook}: a webhook of the account. */
export interface GetWebhookResult {
  /** The webhook's id. */
  id: string;
  /** The webhook's name. */
  name: string;
  /** The address that the service calls, which may hold a token. */
  url: string;
  /** What the service calls it for, such as `bounce`. */
  events: string[];
  /** Whether it is on; absent where the service gives a status that is neither. */
  active?: boolean;
}

/** The result of {@link getWebhooks}. */
export interface GetWebhooksResult {
  /** The matches of all pages, by name; empty when nothing matches. */
  webhooks: GetWebhookResult[];
}

/** The arguments of {@link getWebhook}: one of the two. */
export interface GetWebhookArgs {
  /** The webhook's id: read by GET /webhooks/detail/{id}. */
  id?: string;
  /** The webhook's whole name: searched, as in {@link getWebhooks}. */
  name?: string;
}

export const webhooksSource: DataSource<GetWebhooksArgs, GetWebhooksResult> = {
  name: "getWebhooks",
  inputs: { search: { check: text({ max: 255 }) } },
  isSecret: true,
  async look(account, args) {
    requireExtended(account.settings, webhooks.words[1]);
    return { webhooks: (await readRows(account, webhooks, args)).map(fromWire) };
  },
};

/**
 * Reads one webhook by id, or searches for its name. The webhooks that a search returns are cached for other look-ups
 * in the account.
 */
export const webhookSource: DataSource<GetWebhookArgs, GetWebhookResult> = {
  name: "getWebhook",
  inputs: { id: { check: id }, name: { check: text({ min: 1, max: 255 }) } },
  rules: exactlyOne("id", "name"),
  isSecret: true,
  async look(account, wanted) {
    requireExtended(account.settings, webhooks.words[1]);
    if (wanted.id !== undefined) {
      const found = getWebhookById(account.main, wanted.id);
      const sentence = `the account has no webhook with id ${quotedId(wanted.id)}.`;
      return fromWire(await withNotFoundSentence(found, sentence));
    }
    const { name: key = "" } = wanted;
    const fits = ({ name }: WebhookRow) => isSameSpelling(name, key);
    return fromWire(await onlyWithKey(account.webhooks, webhooks, { key, wanted, fits }));
  },
};

function fromWire({ id: webhookId, name, url, events, active }: WebhookRow): GetWebhookResult {
  return { id: webhookId, name, url, events: [...events], ...omitUndefined({ active }) };
}
