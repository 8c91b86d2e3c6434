import type { Output } from "@pulumi/pulumi";
import type { inheritedMarker } from "../settings/explicit-provider";
import type { SettingName } from "../settings/table";

/** The settings of an explicit provider as the program knows them. */
export type ExplicitSettings = { readonly [Name in SettingName]?: Output<string> } & {
  readonly [inheritedMarker]?: string;
};

const key = Symbol.for("pulumi-email-marketing.settings");
const shared = globalThis as { [key]?: WeakMap<object, ExplicitSettings> };

/** One for all copies of this package: a component may bring its own, and get the program's provider. */
const settingsOf = shared[key] ?? new WeakMap<object, ExplicitSettings>();
shared[key] = settingsOf;

/** Remembers the settings of a provider of this package. */
export function rememberSettings(provider: object, settings: ExplicitSettings): void {
  settingsOf.set(provider, settings);
}

/** The settings of a provider of this package; undefined for any other. */
export function explicitSettings(provider: object): ExplicitSettings | undefined {
  return settingsOf.get(provider);
}
