import type { Output } from "@pulumi/pulumi";
import type { SettingName } from "../settings/table";

/** The settings of an explicit provider as the program knows them. */
export type ExplicitSettings = { readonly [Name in SettingName]?: Output<string> };

const settingsOf = new WeakMap<object, ExplicitSettings>();

/** Remembers the settings of a provider of this package. */
export function rememberSettings(provider: object, settings: ExplicitSettings): void {
  settingsOf.set(provider, settings);
}

/** The settings of a provider of this package; undefined for any other. */
export function explicitSettings(provider: object): ExplicitSettings | undefined {
  return settingsOf.get(provider);
}
