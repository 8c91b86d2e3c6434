import { isDeepStrictEqual } from "node:util";
import { EmailMarketingError } from "../errors/error";
import { hasUnconfirmedId } from "../lifecycle/init-failure";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { dynamicProvider } from "../provider-process/dynamic-provider";
import { customPropertyLifecycle } from "../resources/custom-property/lifecycle";
import { listLifecycle } from "../resources/list/lifecycle";
import { senderLifecycle } from "../resources/sender/lifecycle";
import { providerSettings } from "../settings/compose";
import type { Settings } from "../settings/settings";
import type { Properties, StateObject } from "./state";

/** The two sides of one property that differ. */
export interface Difference {
  readonly property: string;
  readonly state: unknown;
  readonly service: unknown;
}

/** What reading one object of the state has shown. */
export type Reading =
  | { readonly is: "same" | "gone" }
  | { readonly is: "changed"; readonly differences: readonly Difference[] }
  | { readonly is: "unread"; readonly why: string }
  | { readonly is: "fault"; readonly error: EmailMarketingError };

/** The kinds that an operation can read; for all others, drift can't be seen. */
const readable: Readonly<Record<string, (settings: Settings) => AnyLifecycle | undefined>> = {
  Sender: () => senderLifecycle,
  List: () => listLifecycle,
  CustomProperty: (settings) =>
    settings.value("operations") === "extended" ? customPropertyLifecycle : undefined,
};

/** Reads one object as a refresh would, with the settings of its own provider. */
export async function readObject(
  object: StateObject,
  config: (key: string) => string | undefined,
): Promise<Reading> {
  const get = object.explicit === undefined ? config : settingsIn(object.explicit);
  const settings = providerSettings(get);
  const unread = whyUnread(object, settings);
  if (unread !== undefined) return { is: "unread", why: unread };
  try {
    const lifecycle = readable[object.kind]?.(settings);
    if (!lifecycle) return { is: "unread", why: "no operation reads it" };
    const { configure, read } = dynamicProvider(lifecycle);
    await configure?.({ config: { get, require: (key) => get(key) ?? "" } });
    const found = await read?.(object.id, object.outputs);
    if (found?.id === undefined) return { is: "gone" };
    return compared(object, found.props as Properties);
  } catch (error) {
    if (error instanceof EmailMarketingError) return { is: "fault", error };
    throw error;
  }
}

function settingsIn(explicit: Properties) {
  return (key: string): string | undefined => {
    const value = explicit[key];
    return typeof value === "string" ? value : undefined;
  };
}

function whyUnread(object: StateObject, settings: Settings): string | undefined {
  if (object.isEncrypted)
    return "the state is encrypted; export it with pulumi stack export --show-secrets";
  if (hasUnconfirmedId(object.id)) return "its creation is unconfirmed; pulumi up shows what to do";
  const { account } = object.outputs;
  const isElsewhere =
    typeof account === "string" && settings.account !== undefined && account !== settings.account;
  return isElsewhere
    ? `it belongs to account "${account}", but the settings are for another account`
    : undefined;
}

function compared({ outputs, secrets }: StateObject, props: Properties): Reading {
  const { __provider, ...state } = outputs;
  const names = new Set([...Object.keys(state), ...Object.keys(props)]);
  names.delete("__provider");
  const differences = [...names]
    .filter((name) => !isDeepStrictEqual(state[name], props[name]))
    .map((property) =>
      secrets.includes(property)
        ? { property, state: "[secret]", service: "[secret]" }
        : { property, state: state[property], service: props[property] },
    );
  return differences.length === 0 ? { is: "same" } : { is: "changed", differences };
}
