import { isDeepStrictEqual } from "node:util";
import { EmailMarketingError } from "../../errors/error";
import { hasUnconfirmedId } from "../../lifecycle/init-failure";
import type { AnyLifecycle } from "../../lifecycle/lifecycle";
import { canRead } from "../../lifecycle/steps";
import { lifecycles } from "../../nouns";
import { dynamicProvider } from "../../provider-process/dynamic-provider";
import { providerSettings } from "../../settings/compose";
import type { Settings } from "../../settings/settings";
import { origin, type Place } from "../stack/secret";
import { configOf, type Properties, type StateObject } from "../stack/state";

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

/** The lifecycle of a kind that an operation can read; for all others, drift can't be seen. */
function readerOf(kind: string, settings: Settings): AnyLifecycle | undefined {
  const lifecycle = (lifecycles as Readonly<Record<string, AnyLifecycle>>)[kind];
  return lifecycle && canRead(lifecycle, settings) ? lifecycle : undefined;
}

/** What the rest of the state says of an object. */
export interface StackContext {
  readonly config: (key: string) => string | undefined;
  /** The ids of campaigns that the state has a schedule for. */
  readonly scheduled: ReadonlySet<string>;
}

/** Reads one object as a refresh would, with the settings of its own provider. */
export async function readObject(
  object: StateObject,
  { config, scheduled }: StackContext,
): Promise<Reading> {
  const get = object.explicit === undefined ? config : configOf(object.explicit);
  const settings = providerSettings(get);
  const unread = whyUnread(object, settings);
  if (unread !== undefined) return { is: "unread", why: unread };
  try {
    const lifecycle = readerOf(object.kind, settings);
    if (!lifecycle) return { is: "unread", why: "no operation reads it" };
    const { configure, read } = dynamicProvider(lifecycle);
    await configure?.({ config: { get, require: (key) => get(key) ?? "" } });
    const found = await read?.(object.id, object.outputs);
    if (found?.id === undefined) return { is: "gone" };
    return compared(object, found.props as Properties, (name, change) =>
      isExpected(name, { ...change, isScheduled: scheduled.has(object.id) }),
    );
  } catch (error) {
    if (error instanceof EmailMarketingError) return { is: "fault", error };
    return { is: "fault", error: unusable(object.place, error) };
  }
}

/** A state that somebody has edited may have anything in place of what the provider has written. */
function unusable({ source, path }: Place, cause: unknown): EmailMarketingError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const sentence = `${source} can't be used: ${path} is not as this version writes it (${why}). ${origin}`;
  return new EmailMarketingError("config", sentence, { cause });
}

function whyUnread(object: StateObject, settings: Settings): string | undefined {
  if (object.isEncrypted)
    return "the state is encrypted; export it with pulumi stack export --show-secrets";
  if (hasUnconfirmedId(object.id)) return "its creation is unconfirmed; pulumi up shows what to do";
  const { account } = object.outputs;
  return settings.holds(account)
    ? undefined
    : `it belongs to account "${String(account)}", but the settings are for another account`;
}

interface Change {
  readonly state: unknown;
  readonly service: unknown;
}

/** What a campaign's reading brings although nobody has changed anything. */
function isExpected(
  name: string,
  { state, service, isScheduled }: Change & { readonly isScheduled: boolean },
): boolean {
  if (name === "reading") return true;
  if (name !== "status" && name !== "scheduledDate") return false;
  // A state of an earlier version lacks it; a draft gets its status and its date from the declared schedule.
  const isFirst = state === undefined;
  return name === "status"
    ? isFirst || (isScheduled && state === "draft" && service === "scheduled")
    : isFirst;
}

function compared(
  { kind, outputs, secrets }: StateObject,
  props: Properties,
  isExpectedOfCampaign: (name: string, change: Change) => boolean,
): Reading {
  const { __provider, ...state } = outputs;
  const names = new Set([...Object.keys(state), ...Object.keys(props)]);
  names.delete("__provider");
  const differences = [...names]
    .filter((name) => !isDeepStrictEqual(state[name], props[name]))
    // A state of an earlier version lacks what a refresh adds of itself.
    .filter((name) => name !== "domainId" || state[name] !== undefined)
    .filter(
      (name) =>
        !kind.startsWith("Campaign") ||
        !isExpectedOfCampaign(name, { state: state[name], service: props[name] }),
    )
    .map((property) =>
      secrets.includes(property)
        ? { property, state: "[secret]", service: "[secret]" }
        : { property, state: state[property], service: props[property] },
    );
  return differences.length === 0 ? { is: "same" } : { is: "changed", differences };
}
