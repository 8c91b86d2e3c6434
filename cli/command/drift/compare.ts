import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Account, openAccount } from "../../../provider/account/account";
import { warnOnce } from "../../../provider/account/step";
import { readAll } from "../../../provider/client/pagination";
import { isMailed, unknownRecipientsReason } from "../../../provider/email/recipients";
import { EmailMarketingError } from "../../../provider/errors/error";
import { asName, quoted } from "../../../provider/errors/redact";
import { isAsset, isSameContent } from "../../../provider/input/asset";
import type { AnyLifecycle } from "../../../provider/lifecycle/lifecycle";
import { hasUnconfirmedId } from "../../../provider/lifecycle/object-state";
import { read } from "../../../provider/lifecycle/steps";
import { asSent, count } from "../../../provider/plain/text";
import type { Properties } from "../../../provider/plain/value";
import { lifecycleOf } from "../../../provider/resources";
import { campaignsOf } from "../../../provider/resources/campaign-shared/campaign-cache";
import { expectedChanges, isClosed } from "../../../provider/resources/campaign-shared/status";
import { providerSettings, type Settings, servedBy } from "../../../provider/settings/settings";
import { configFor, type StateObject } from "../stack/exported-state";

export interface DriftedProperty {
  readonly property: string;
  /** True for an input. `pulumi up` can restore most inputs, but no outputs. */
  readonly isInput: boolean;
  readonly state: unknown;
  readonly service: unknown;
}

export interface DriftResult {
  readonly is: "same" | "gone" | "changed" | "unread" | "fault";
  readonly differences?: readonly DriftedProperty[];
  /** The parts of a campaign or schedule that couldn't be compared, each with the reason. */
  readonly open?: readonly string[];
  readonly why?: string;
  readonly error?: EmailMarketingError;
}

export interface StackContext {
  /** The folder in which to look for the files of assets. */
  readonly cwd: string;
  readonly config: (key: string) => string | undefined;
  readonly objects: readonly StateObject[];
}

/** Reads one object as `pulumi refresh` does, with its own provider's settings, and compares it with the state. */
export async function compareObject(
  object: StateObject,
  { cwd, config, objects }: StackContext,
): Promise<DriftResult> {
  const { id, kind, outputs: state } = object;
  const settings = providerSettings(configFor(object, config));
  const lifecycle = lifecycleOf(kind);
  if (lifecycle === undefined) return { is: "unread", why: newerVersionReason };
  const why = unreadReason(object, settings, lifecycle);
  if (why !== undefined) return { is: "unread", why };
  try {
    const conflict = settings.apiKeyConflict();
    if (conflict !== undefined) warnOnce(conflict);
    const account = openAccount(settings);
    const found = await read(lifecycle, account, { id, state });
    if (isMailed(lifecycle) && !campaignsOf(account).isOffered())
      return { is: "unread", why: "the service doesn't list campaigns" };
    if (!found) return { is: "gone" };
    if (found.reason !== undefined) return { is: "unread", why: found.reason };
    const schedule = objects.find(
      (one) =>
        one.kind === "CampaignSchedule" && one.id === id && one.outputs.account === state.account,
    );
    const expected = isMailed(lifecycle)
      ? expectedChanges(state, found.state, schedule?.outputs)
      : [];
    const differences = differencesOf(object, found.state, lifecycle).filter(
      ({ property }) => !expected.some((name) => name === property),
    );
    const open = uncomparedParts(lifecycle, state, found.state);
    if (differences.length === 0) return { is: "same", open };
    const campaign = { account, object, lifecycle, name: found.state.name, cwd };
    const shown = differences.map(async (one) => ({ ...one, ...(await inWords(one, campaign)) }));
    return { is: "changed", differences: await Promise.all(shown), open };
  } catch (error) {
    if (error instanceof EmailMarketingError) return { is: "fault", error };
    throw error;
  }
}

const newerVersionReason =
  "it is of a newer version of pulumi-email-marketing. Install that version, and run drift again";

function unreadReason(
  { isEncrypted, id, outputs: { account } }: StateObject,
  settings: Settings,
  lifecycle: AnyLifecycle,
): string | undefined {
  if (isEncrypted)
    return "the state is encrypted; export it with pulumi stack export --show-secrets";
  if (hasUnconfirmedId(id)) return "its creation is unconfirmed; pulumi up shows what to do";
  if (!settings.isOwnAccount(account)) {
    return `it belongs to account ${quoted(String(account))}, but the settings are for another account`;
  }
  if (lifecycle.read === undefined) return "no operation reads it";
  return servedBy(settings, lifecycle.read)
    ? undefined
    : 'only an extended operation reads it: set emailmarketing:operations to "extended", and run pulumi up';
}

function differencesOf(
  { outputs, secrets }: StateObject,
  props: Properties,
  lifecycle: AnyLifecycle,
): DriftedProperty[] {
  const ownOutputs = Object.keys(lifecycle.outputs);
  const names = new Set([...Object.keys(outputs), ...Object.keys(props)]);
  return (
    [...names]
      .filter((name) => name !== "__provider" && !isDeepStrictEqual(outputs[name], props[name]))
      // An output that the state lacks is no drift. For example, the status appears when extended operations are
      // enabled.
      .filter((name) => outputs[name] !== undefined || !ownOutputs.includes(name))
      .map((property) => ({
        property,
        isInput: !ownOutputs.includes(property),
        ...(secrets.includes(property)
          ? { state: "[secret]", service: "[secret]" }
          : { state: outputs[property], service: props[property] }),
      }))
  );
}

interface ReadCampaign {
  readonly account: Account;
  readonly object: StateObject;
  readonly lifecycle: AnyLifecycle;
  readonly name: unknown;
  readonly cwd: string;
}

type Sides = Pick<DriftedProperty, "state" | "service">;

/**
 * Readable values of a campaign's `listIds` and `html`: lists with their names and sizes, and HTML as the lines that
 * differ, if it can be compared. Empty for a secret and for any other property.
 */
async function inWords(
  { property, state, service }: DriftedProperty,
  campaign: ReadCampaign,
): Promise<Partial<Sides>> {
  const { account, object, lifecycle } = campaign;
  if (lifecycle.emailRole !== "content" || object.secrets.includes(property)) return {};
  if (property === "html") return htmlInWords(campaign);
  if (property !== "listIds") return {};
  return {
    state: await listsInWords(state, account),
    service: await listsInWords(service, account),
  };
}

async function listsInWords(ids: unknown, { lists }: Account): Promise<string | undefined> {
  const each = (Array.isArray(ids) ? ids : []).map(async (id: string) => {
    const row = await lists.byId(id);
    if (row === undefined) return `no list ${quoted(id)}`;
    const { name, contact_count: contacts } = row;
    const size = contacts === undefined ? "" : `, ${count(contacts, "contact")}`;
    return `${asName(name)} (${asName(id)})${size}`;
  });
  return each.length === 0 ? undefined : (await Promise.all(each)).join("\n");
}

async function htmlInWords({ account, object, name, cwd }: ReadCampaign): Promise<Partial<Sides>> {
  const found = await readAll(campaignsOf(account).contents({ search: String(name) }), {
    until: account.main.deadline(),
  });
  const row = found.rows.find(({ id }) => id === object.id);
  return row ? changedLines(await htmlText(object.outputs.html, cwd), row.html) : {};
}

/**
 * The HTML in the state, or in the file that the state refers to. Undefined if there is none, or if the file is missing
 * or has changed.
 */
async function htmlText(content: unknown, cwd: string): Promise<string | undefined> {
  if (typeof content === "string") return content;
  if (!isAsset(content)) return undefined;
  const { text, path = "" } = content;
  const known = text ?? (await readFile(resolve(cwd, path), "utf8").catch(() => ""));
  return isSameContent(known, content) ? asSent(known) : undefined;
}

async function changedLines(before: string | undefined, now: string): Promise<Sides> {
  if (before === undefined) return { state: "(only its hash is in the state)", service: now };
  const { diffLines } = await import("diff");
  const parts = diffLines(before, now, { timeout: comparisonLimitMs });
  if (parts === undefined) return { state: before, service: now };
  const only = (side: "added" | "removed") => {
    const lines = parts.filter((part) => part[side]).map(({ value }) => value.replace(/\n$/, ""));
    return lines.length === 0 ? undefined : lines.join("\n");
  };
  return { state: only("removed"), service: only("added") };
}

/** The time limit for a comparison. Very long texts with little in common exceed it, and are shown whole. */
const comparisonLimitMs = 500;

function uncomparedParts(
  { emailRole }: AnyLifecycle,
  state: Properties,
  now: Properties,
): string[] {
  const { html: readHtml, scheduledDate } = (state.__reading ?? {}) as Properties;
  if (emailRole === "content") {
    const isOpen = state.html !== undefined && readHtml === undefined;
    return [...(isOpen ? [`(HTML): ${noBaselineReason}`] : []), ...uncomparedLists(now)];
  }
  const isOpen = emailRole === "schedule" && state.sent !== false && scheduledDate === undefined;
  return isOpen ? [`(date, within 26 hours): ${noBaselineReason}`] : [];
}

const noBaselineReason =
  "nothing was read since the last update; pulumi refresh takes it as it is now, and later comparisons go by that";

/**
 * The reason why a campaign's lists couldn't be compared. Empty for a campaign that is being sent or has ended, because
 * its recipients can't change, and for a campaign that is missing from the service.
 */
function uncomparedLists({ __reading, ...campaign }: Properties): string[] {
  if (isClosed(campaign) || campaign.status === "missing") return [];
  const beyond = unknownRecipientsReason(campaign);
  if (beyond !== undefined) {
    return [`(lists): ${beyond}, and the service returns the names of lists only`];
  }
  return (__reading as Properties | undefined)?.openLists === true
    ? [`(lists): ${unclearListNames}`]
    : [];
}

const unclearListNames =
  "the service names none, or one that the account doesn't have or has several of with that name";
