import type { Account } from "../../account/account";
import { isOperationMissing, set, specifiedAdvice } from "../../api/call";
import { getWebhook as getWebhookById, type WebhookRow, webhooks } from "../../api/collections";
import { EmailMarketingError, requireOwnError, withAdviceOnFailure } from "../../errors/error";
import { asName, quoted, quotedId } from "../../errors/redact";
import { isSameInput } from "../../input/asset";
import { finding } from "../../input/finding";
import {
  anyValue,
  type CommonProps,
  commonFields,
  flag,
  id,
  listOf,
  oneOf,
  text,
} from "../../input/validation";
import { type DataSource, exactlyOne } from "../../lifecycle/data-source";
import { withNotFoundSentence } from "../../lifecycle/failure";
import { declaredTwice, isSameObject, onlyWithKey, readRows } from "../../lifecycle/found-object";
import type { CheckedStep, Lifecycle } from "../../lifecycle/lifecycle";
import { isMissing } from "../../lifecycle/missing-object";
import { enumerate, isSameSpelling } from "../../plain/text";
import { isUnknown, omitUndefined } from "../../plain/value";
import { requireExtended } from "../../settings/settings";

/** The inputs of a webhook's activation. */
export interface WebhookActivationProps extends CommonProps {
  /**
   * The id of an existing webhook. Changing this replaces the resource; what happens to the other webhook depends on the
   * `onDestroy` of the last update, not on one that changes with the id.
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

/** The outputs of a webhook's activation. Only the extended operations read them. */
export interface WebhookActivationOutputs {
  name?: string;
  events?: string[];
  url?: string;
}

const kind = "WebhookActivation";

export const webhookActivationLifecycle: Lifecycle<
  WebhookActivationProps,
  WebhookActivationOutputs
> = {
  kind,
  labelInput: "webhookId",
  fields: {
    webhookId: { required: true, check: id, replaces: true },
    active: { check: flag },
    onDestroy: { check: oneOf("deactivate", "leave") },
    triggers: { check: listOf(anyValue) },
    ...commonFields,
  },
  // The webhook's URL may contain a secret token of its receiver.
  outputs: { name: true, events: true, url: "secret" },
  preflightChecks: [
    { inputs: ["webhookId", "active", "triggers"], ask: checkWebhook },
    declaredTwice<WebhookActivationProps>({
      input: "webhookId",
      name: "webhook-duplicate",
      isSame: (one, other) => isSameObject(one, other, "webhookId"),
      problem: (other) =>
        `WebhookActivation ${quoted(other)} in this program switches the same webhook, and either one may win. Declare only one of them.`,
    }),
  ],
  resendUnconfirmed: "all",
  async create(account, props) {
    // No operation creates a webhook, so the resource has the id of the existing webhook.
    return { id: props.webhookId, outputs: (await setActive(account, props)) ?? {} };
  },
  read: { extended: readActivation },
  async find(account, webhookId) {
    requireExtended(account.settings, webhooks.words[1]);
    const row = await account.webhooks.byId(webhookId);
    if (row && row.active === undefined) {
      const sentence = `${unknownStatus(row)}. Declare it: pulumi up sets the webhook as declared.`;
      throw new EmailMarketingError("unexpected-reply", sentence);
    }
    return row && foundActivation(row);
  },
  list: { extended: listActivations },
  update: async (account, _id, { old, props }) =>
    isSwitched(old, props) ? setActive(account, props) : undefined,
  retainMessage({ webhookId, onDestroy }, of) {
    const why =
      onDestroy === "leave"
        ? 'onDestroy is "leave"'
        : of?.account.claims.keepReason(kind, webhookId, [webhookId]);
    return why === undefined ? undefined : { result: `and the webhook was not changed: ${why}.` };
  },
  keysOf: ({ webhookId }) => [webhookId],
  delete: (account, _id, { webhookId }) => toggle(account, webhookId, false),
};

type Switch = Pick<WebhookActivationProps, "active" | "triggers">;

/** True if the update switches the webhook: `active` has changed, or the triggers, which switch it once more. */
function isSwitched(old: Switch, props: Switch): boolean {
  return isActive(old) !== isActive(props) || !isSameInput(old.triggers, props.triggers);
}

function toggle({ main }: Account, id: string, active: boolean): Promise<void> {
  const sent = set(main, "toggleWebhook", { id, body: { status: active ? "1" : "0" } });
  return withAdviceOnFailure(sent, ({ code }) =>
    code === "not-found" ? unknownWebhookAdvice : undefined,
  );
}

const unknownWebhookAdvice =
  "Use the id of a webhook that the account has. If the webhook was deleted, remove the resource from the program.";

async function setActive(account: Account, props: WebhookActivationProps) {
  const { webhookId } = props;
  const row = account.settings.isExtended
    ? await readIfSupported(account, () => account.webhooks.byId(webhookId))
    : undefined;
  const active = isActive(props);
  // Claims the webhook first, so that deleting another of its resources can't undo the switch, even if unconfirmed.
  account.claims.claim(kind, webhookId);
  await toggle(account, webhookId, active);
  if (row) account.webhooks.put({ ...row, active });
  return row && outputsOf(row);
}

function isActive({ active = true }: Pick<WebhookActivationProps, "active">): boolean {
  return active;
}

function outputsOf({ name, events, url }: WebhookRow): WebhookActivationOutputs {
  return { name, events: [...events], url };
}

const unsupportedReason = "the service has no operation that reads webhooks";

/** Reads webhooks. If the service lacks the operations for this, warns once and returns undefined. */
function readIfSupported<Value>({ warnOnce }: Account, read: () => Promise<Value>) {
  return read().catch((error: unknown) => {
    const own = requireOwnError(error);
    if (!isOperationMissing(own)) throw own;
    warnOnce(
      `${unsupportedReason} (it replied with HTTP status ${own.status ?? ""}), so no refresh notices when one was switched elsewhere. ${specifiedAdvice}`,
    );
    return undefined;
  });
}

/** Reads a webhook. Keeps the state of one that can't be read, has an unknown status, or may be in another account. */
async function readActivation(
  account: Account,
  id: string,
  state: WebhookActivationProps & WebhookActivationOutputs,
) {
  const read = async () => ({ row: await account.webhooks.byId(id) });
  const found = await readIfSupported(account, read);
  if (!found) return unsupportedReason;
  const { row } = found;
  if (!row) {
    const reason =
      "the account does not have it, and it is not certain that it is the right account";
    return (await isMissing(account, {})) ? undefined : reason;
  }
  const { active } = row;
  if (active === undefined) {
    account.warnOnce(
      `WebhookActivation ${quotedId(id)}: ${unknownStatus(row)}, so it stays as it is in the Pulumi state.`,
    );
    return unknownStatus(row);
  }
  return { ...state, ...(active !== isActive(state) && { active }), ...outputsOf(row) };
}

function unknownStatus({ status }: WebhookRow): string {
  return `its status ${quoted(status)} is neither active nor inactive`;
}

async function listActivations(account: Account) {
  const read = () => webhooks.read(account.main);
  const found = (await readIfSupported(account, read)) ?? { rows: [] };
  const rows = found.rows.map((row) => ({
    ...foundActivation(row),
    // Leaves `url` out of the import file, because it may hold a secret token. The next refresh adds it to the state.
    outputs: { name: row.name, events: [...row.events] },
    nameParts: [row.name, row.id],
    ...(row.active === undefined && { problems: [unknownStatus(row)] }),
  }));
  return { ...found, rows };
}

function foundActivation(row: WebhookRow) {
  const { id, active } = row;
  // If an imported resource is deleted, its webhook isn't switched off, because something else may use it.
  const props = omitUndefined({ webhookId: id, active, onDestroy: "leave" });
  return { id, props, outputs: outputsOf(row) };
}

/** The finding if the account doesn't have the webhook. Names some of the webhooks that the account has. */
async function checkWebhook({ account, old, props }: CheckedStep<WebhookActivationProps>) {
  const { webhookId } = props;
  if (webhookId === undefined || isUnknown(webhookId) || !account.settings.isExtended) return [];
  if (old.webhookId !== undefined && !isSwitched(old, props)) return [];
  const all = await readIfSupported(account, async () =>
    (await account.webhooks.byId(webhookId)) ? undefined : account.webhooks.all(),
  );
  if (!all) return [];
  const named = all.map(({ id, name }) => `${quotedId(id)} (${asName(name)})`);
  const which = all.length === 0 ? "It has none." : `It has ${enumerate(named, 10)}.`;
  const problem = `webhookId: the account has no webhook with the id ${quotedId(webhookId)}, so the update will fail. ${which}`;
  return [finding("error", "webhook-unknown", problem, { input: "webhookId" })];
}

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

/** Reads one webhook by id, or searches for its name. The webhooks of the search are cached for other look-ups. */
export const webhookSource: DataSource<GetWebhookArgs, GetWebhookResult> = {
  name: "getWebhook",
  inputs: { id: { check: id }, name: { check: text({ min: 1, max: 255 }) } },
  rules: (args) => exactlyOne(args, "id", "name"),
  isSecret: true,
  async look(account, wanted) {
    requireExtended(account.settings, webhooks.words[1]);
    if (wanted.id !== undefined) {
      const found = getWebhookById(account.main, wanted.id);
      const sentence = `the account has no webhook with id ${quotedId(wanted.id)}. Use one that getWebhooks() returns.`;
      return fromWire(await withNotFoundSentence(found, sentence));
    }
    const { name: key = "" } = wanted;
    const fits = ({ name }: WebhookRow) => isSameSpelling(name, key);
    const asked = { wanted, all: "getWebhooks", choose: "id instead of name" };
    return fromWire(await onlyWithKey(account.webhooks, webhooks, { key, fits, ...asked }));
  },
};

function fromWire({ id: webhookId, name, url, events, active }: WebhookRow): GetWebhookResult {
  return { id: webhookId, name, url, events: [...events], ...omitUndefined({ active }) };
}
