import { isDeepStrictEqual } from "node:util";
import { openAccount } from "../../account/account";
import { notice } from "../../account/notice";
import { EmailMarketingError } from "../../errors/error";
import type { Properties } from "../../input/plain";
import { readerOf } from "../../lifecycle/extended";
import type { AnyLifecycle } from "../../lifecycle/lifecycle";
import { outputNames } from "../../lifecycle/state";
import { read } from "../../lifecycle/steps";
import { hasUnconfirmedId } from "../../lifecycle/unconfirmed";
import { isMailed } from "../../mailing/part";
import { lifecycleOf } from "../../nouns";
import { campaignsOf } from "../../nouns/campaigns/campaigns";
import { expectedChanges } from "../../nouns/campaigns/status";
import { providerSettings } from "../../settings/compose";
import type { Settings } from "../../settings/settings";
import { configOf, type StateObject } from "../stack/state";

/** The two sides of one property that differ. */
export interface Difference {
  readonly property: string;
  /** Whether the program declares it: only that is sent back. */
  readonly isInput: boolean;
  readonly state: unknown;
  readonly service: unknown;
}

/** What comparing one object of the state with the service has shown. */
export type DriftResult =
  | { readonly is: "same" | "gone"; readonly open?: string | undefined }
  | {
      readonly is: "changed";
      readonly differences: readonly Difference[];
      readonly open?: string | undefined;
    }
  | { readonly is: "unread"; readonly why: string }
  | { readonly is: "fault"; readonly error: EmailMarketingError };

/** What is around an object of the state. */
export interface StackContext {
  readonly config: (key: string) => string | undefined;
  readonly objects: readonly StateObject[];
}

/** Reads one object as a refresh would, with the settings of its own provider. */
export async function compareObject(
  object: StateObject,
  { config, objects }: StackContext,
): Promise<DriftResult> {
  const get = object.explicit === undefined ? config : configOf(object.explicit);
  const settings = providerSettings(get);
  const unread = whyUnread(object, settings);
  if (unread !== undefined) return { is: "unread", why: unread };
  try {
    const lifecycle = lifecycleOf(object.kind);
    if (!lifecycle || !readerOf(lifecycle, settings)) {
      return { is: "unread", why: lifecycle?.read === undefined ? unreadable : onlyExtended };
    }
    if (settings.twoKeys !== undefined) notice(settings.twoKeys);
    const { id, outputs: state } = object;
    const account = openAccount(settings);
    const found = await read(lifecycle, account, { id, state });
    if (isMailed(lifecycle) && !campaignsOf(account).isOffered())
      return { is: "unread", why: "the service doesn't list campaigns" };
    if (!found) return { is: "gone" };
    if (found.unread !== undefined) return { is: "unread", why: found.unread };
    const isInStack = (kind: string) => objects.some((one) => one.kind === kind && one.id === id);
    const result = resultOf(object, found.state, {
      lifecycle,
      expected: isMailed(lifecycle) ? expectedChanges(state, found.state, isInStack) : [],
    });
    return { ...result, open: openPart(lifecycle, state) };
  } catch (error) {
    if (error instanceof EmailMarketingError) return { is: "fault", error };
    throw error;
  }
}

const unreadable = "no operation reads it";
const onlyExtended =
  'only an extended operation reads it: set emailmarketing:operations to "extended", and run pulumi up';

/** What of a mail can't be compared, because nothing was read since its last update. */
function openPart({ mailPart }: AnyLifecycle, state: Properties): string | undefined {
  const { html, sent, reading = {} } = state as { readonly [name: string]: unknown };
  const { html: readHtml, scheduledDate } = reading as Properties;
  if (mailPart === "content")
    return html === undefined || readHtml !== undefined ? undefined : "HTML";
  const isOpen = mailPart === "date" && sent !== false && scheduledDate === undefined;
  return isOpen ? "date, within 26 hours" : undefined;
}

function whyUnread(object: StateObject, settings: Settings): string | undefined {
  if (object.isEncrypted)
    return "the state is encrypted; export it with pulumi stack export --show-secrets";
  if (hasUnconfirmedId(object.id)) return "its creation is unconfirmed; pulumi up shows what to do";
  const { account } = object.outputs;
  return settings.isOwnAccount(account)
    ? undefined
    : `it belongs to account "${String(account)}", but the settings are for another account`;
}

interface NoDrift {
  readonly lifecycle: AnyLifecycle;
  /** The names of outputs that have changed although nobody has changed anything. */
  readonly expected: readonly string[];
}

function resultOf(
  { outputs, secrets }: StateObject,
  props: Properties,
  { lifecycle, expected }: NoDrift,
): Extract<DriftResult, { is: "same" | "gone" | "changed" }> {
  const { __provider, ...state } = outputs;
  const names = new Set([...Object.keys(state), ...Object.keys(props)]);
  names.delete("__provider");
  const differences = [...names]
    .filter((name) => !isDeepStrictEqual(state[name], props[name]))
    // A state of an earlier version lacks what a refresh adds of itself.
    .filter((name) => state[name] !== undefined || !outputNames(lifecycle).includes(name))
    .filter((name) => !expected.includes(name))
    .map((property) => ({
      property,
      isInput: !outputNames(lifecycle).includes(property),
      ...(secrets.includes(property)
        ? { state: "[secret]", service: "[secret]" }
        : { state: state[property], service: props[property] }),
    }));
  return differences.length === 0 ? { is: "same" } : { is: "changed", differences };
}
