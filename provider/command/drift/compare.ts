import { isDeepStrictEqual } from "node:util";
import { openAccount } from "../../account/account";
import { expectedChanges } from "../../account/campaign-status";
import { notice } from "../../account/notice";
import { EmailMarketingError } from "../../errors/error";
import type { Properties } from "../../input/plain";
import { readerOf } from "../../lifecycle/extended";
import { hasUnconfirmedId } from "../../lifecycle/init-failure";
import type { AnyLifecycle } from "../../lifecycle/lifecycle";
import { isMailed } from "../../lifecycle/mailing";
import { outputNames } from "../../lifecycle/properties";
import { read } from "../../lifecycle/steps";
import { lifecycleOf } from "../../nouns";
import { providerSettings } from "../../settings/compose";
import type { Settings } from "../../settings/settings";
import { configOf, type StateObject } from "../stack/state";

/** The two sides of one property that differ. */
export interface Difference {
  readonly property: string;
  readonly state: unknown;
  readonly service: unknown;
}

/** What comparing one object of the state with the service has shown. */
export type DriftResult =
  | { readonly is: "same" | "gone" }
  | { readonly is: "changed"; readonly differences: readonly Difference[] }
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
      return { is: "unread", why: "no operation reads it" };
    }
    if (settings.twoKeys !== undefined) notice(settings.twoKeys);
    const { id, outputs: state } = object;
    const found = await read(lifecycle, openAccount(settings), { id, state });
    if (!found) return { is: "gone" };
    if (found.unread !== undefined) return { is: "unread", why: found.unread };
    const isInStack = (kind: string) => objects.some((one) => one.kind === kind && one.id === id);
    return resultOf(object, found.state, {
      lifecycle,
      expected: isMailed(lifecycle) ? expectedChanges(state, found.state, isInStack) : [],
    });
  } catch (error) {
    if (error instanceof EmailMarketingError) return { is: "fault", error };
    throw error;
  }
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
): DriftResult {
  const { __provider, ...state } = outputs;
  const names = new Set([...Object.keys(state), ...Object.keys(props)]);
  names.delete("__provider");
  const differences = [...names]
    .filter((name) => !isDeepStrictEqual(state[name], props[name]))
    // A state of an earlier version lacks what a refresh adds of itself.
    .filter((name) => state[name] !== undefined || !outputNames(lifecycle).includes(name))
    .filter((name) => !expected.includes(name))
    .map((property) =>
      secrets.includes(property)
        ? { property, state: "[secret]", service: "[secret]" }
        : { property, state: state[property], service: props[property] },
    );
  return differences.length === 0 ? { is: "same" } : { is: "changed", differences };
}
