import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Account, openAccount } from "../../account/account";
import { notice } from "../../account/notice";
import { readAll } from "../../client/pages";
import { EmailMarketingError } from "../../errors/error";
import { asName, quoted } from "../../errors/redact";
import { isAsset, isSameContent } from "../../input/asset";
import { isMailed } from "../../input/audience";
import type { Properties } from "../../input/plain";
import { asMailed } from "../../input/text-bytes";
import type { AnyLifecycle } from "../../lifecycle/lifecycle";
import { outputNames } from "../../lifecycle/object-state";
import { read } from "../../lifecycle/steps";
import { hasUnconfirmedId } from "../../lifecycle/unconfirmed-state";
import { lifecycleOf } from "../../nouns";
import { campaignsOf } from "../../nouns/campaigns/campaign-cache";
import { expectedChanges } from "../../nouns/campaigns/status";
import { providerSettings, type Settings, servedBy } from "../../settings/settings";
import { count } from "../../terminal";
import { configOf, type StateObject } from "../stack/exported-state";
import { openParts } from "./open";

/** The two sides of one property that differ. */
export interface DriftedProperty {
  readonly property: string;
  /** Whether the program declares it: only that is sent back. */
  readonly isInput: boolean;
  readonly state: unknown;
  readonly service: unknown;
}

/** What comparing one object of the state with the service has shown. */
export interface DriftResult {
  readonly is: "same" | "gone" | "changed" | "unread" | "fault";
  /** Of one that has changed. */
  readonly differences?: readonly DriftedProperty[];
  /** What of a mail could not be compared, each with the reason. */
  readonly open?: readonly string[];
  /** Why it was not read. */
  readonly why?: string;
  readonly error?: EmailMarketingError;
}

/** What is around an object of the state. */
export interface StackContext {
  /** The project's folder, where the files of its assets lie. */
  readonly cwd: string;
  readonly config: (key: string) => string | undefined;
  readonly objects: readonly StateObject[];
}

/** Reads one object as a refresh would, with the settings of its own provider. */
export async function compareObject(
  object: StateObject,
  { cwd, config, objects }: StackContext,
): Promise<DriftResult> {
  const get = object.explicit === undefined ? config : configOf(object.explicit);
  const settings = providerSettings(get);
  const unread = whyUnread(object, settings);
  if (unread !== undefined) return { is: "unread", why: unread };
  try {
    const lifecycle = lifecycleOf(object.kind);
    if (!lifecycle) return { is: "unread", why: ofNewerVersion };
    if (!servedBy(settings, lifecycle.read)) {
      return { is: "unread", why: lifecycle.read === undefined ? unreadable : onlyExtended };
    }
    if (settings.keyConflict !== undefined) notice(settings.keyConflict);
    const { id, outputs: state } = object;
    const account = openAccount(settings);
    const found = await read(lifecycle, account, { id, state });
    if (isMailed(lifecycle) && !campaignsOf(account).isOffered())
      return { is: "unread", why: "the service doesn't list campaigns" };
    if (!found) return { is: "gone" };
    if (found.unread !== undefined) return { is: "unread", why: found.unread };
    const isInStack = (kind: string) => objects.some((one) => one.kind === kind && one.id === id);
    const open = openParts(lifecycle, { state, now: found.state });
    const differences = differencesOf(object, found.state, {
      lifecycle,
      expected: isMailed(lifecycle) ? expectedChanges(state, found.state, isInStack) : [],
    });
    if (differences.length === 0) return { is: "same", open };
    if (lifecycle.mailPart !== "content") return { is: "changed", differences, open };
    const readNow = { account, object, name: found.state.name, cwd };
    const shown = await withHtml(await withLists(differences, readNow), readNow);
    return { is: "changed", differences: shown, open };
  } catch (error) {
    if (error instanceof EmailMarketingError) return { is: "fault", error };
    throw error;
  }
}

interface ReadCampaign {
  readonly account: Account;
  readonly object: StateObject;
  /** As the service has it now. */
  readonly name: unknown;
  readonly cwd: string;
}

/** The differences of a campaign with the names and sizes of its lists, in place of ids alone. */
async function withLists(
  differences: readonly DriftedProperty[],
  { account, object: { secrets } }: ReadCampaign,
): Promise<readonly DriftedProperty[]> {
  if (secrets.includes("listIds")) return differences;
  const inWords = async (id: string) => {
    const row = await account.lists.byId(id);
    if (row === undefined) return `no list ${quoted(id)}`;
    const { name, contact_count: contacts } = row;
    const size = contacts === undefined ? "" : `, ${count(contacts, "contact", "contacts")}`;
    return `${asName(name)} (${asName(id)})${size}`;
  };
  const lines = async (ids: unknown) => {
    const each = Array.isArray(ids) ? await Promise.all(ids.map(inWords)) : [];
    return each.length === 0 ? undefined : each.join("\n");
  };
  return Promise.all(
    differences.map(async (one) => {
      if (one.property !== "listIds") return one;
      return { ...one, state: await lines(one.state), service: await lines(one.service) };
    }),
  );
}

/** The differences of a campaign with the lines of its HTML that differ, in place of hashes. */
async function withHtml(
  differences: readonly DriftedProperty[],
  { account, object: { id, outputs, secrets }, name, cwd }: ReadCampaign,
): Promise<readonly DriftedProperty[]> {
  const html = differences.find(({ property }) => property === "html");
  if (html === undefined || secrets.includes("html")) return differences;
  const found = await readAll(campaignsOf(account).contents({ search: String(name) }), {
    until: account.main.deadline(),
  });
  const row = found.rows.find((one) => one.id === id);
  if (row === undefined) return differences;
  const lines = await changedLines(await textIn(outputs.html, cwd), row.html);
  return differences.map((one) => (one === html ? { ...one, ...lines } : one));
}

/** The text that the state has of a content, or the file of the project that it is of. */
async function textIn(content: unknown, cwd: string): Promise<string | undefined> {
  if (typeof content === "string") return content;
  if (!isAsset(content)) return undefined;
  const { text, path = "" } = content;
  const known = text ?? (await readFile(resolve(cwd, path), "utf8").catch(() => ""));
  return isSameContent(known, content) ? asMailed(known) : undefined;
}

/** The lines of each side that the other one has not. */
async function changedLines(
  before: string | undefined,
  now: string,
): Promise<Pick<DriftedProperty, "state" | "service">> {
  if (before === undefined) return { state: "(only its hash is in the state)", service: now };
  const { diffLines } = await import("diff");
  const parts = diffLines(before, now, { timeout: longestComparisonMs });
  if (parts === undefined) return { state: before, service: now };
  const only = (side: "added" | "removed") => {
    const lines = parts.filter((part) => part[side]).map(({ value }) => value.replace(/\n$/, ""));
    return lines.length === 0 ? undefined : lines.join("\n");
  };
  return { state: only("removed"), service: only("added") };
}

/** Texts with nothing in common take long to compare, and are shown whole. */
const longestComparisonMs = 500;

const ofNewerVersion =
  "it is of a newer version of pulumi-email-marketing. Install that version, and run drift again";
const unreadable = "no operation reads it";
const onlyExtended =
  'only an extended operation reads it: set emailmarketing:operations to "extended", and run pulumi up';

function whyUnread(object: StateObject, settings: Settings): string | undefined {
  if (object.isEncrypted)
    return "the state is encrypted; export it with pulumi stack export --show-secrets";
  if (hasUnconfirmedId(object.id)) return "its creation is unconfirmed; pulumi up shows what to do";
  const { account } = object.outputs;
  return settings.isOwnAccount(account)
    ? undefined
    : `it belongs to account ${quoted(String(account))}, but the settings are for another account`;
}

interface NoDrift {
  readonly lifecycle: AnyLifecycle;
  /** The names of outputs that have changed although nobody has changed anything. */
  readonly expected: readonly string[];
}

function differencesOf(
  { outputs, secrets }: StateObject,
  props: Properties,
  { lifecycle, expected }: NoDrift,
): DriftedProperty[] {
  const decided = outputNames(lifecycle);
  const names = new Set([...Object.keys(outputs), ...Object.keys(props)]);
  return (
    [...names]
      .filter((name) => name !== "__provider" && !isDeepStrictEqual(outputs[name], props[name]))
      // What a refresh adds of itself, such as a status once campaigns can be read, is no drift.
      .filter((name) => outputs[name] !== undefined || !decided.includes(name))
      .filter((name) => !expected.includes(name))
      .map((property) => ({
        property,
        isInput: !decided.includes(property),
        ...(secrets.includes(property)
          ? { state: "[secret]", service: "[secret]" }
          : { state: outputs[property], service: props[property] }),
      }))
  );
}
