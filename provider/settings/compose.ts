import { explicitMarker } from "./explicit-provider";
import { resolveSettings, type Settings } from "./settings";
import {
  configKey,
  environment,
  firstGiven,
  providerArguments,
  type ReadConfig,
  stackConfig,
} from "./source";
import { type SettingName, settingRow } from "./table";

/** The settings of the default provider: stack config goes before the environment, setting by setting. */
export function defaultSettings(read: ReadConfig): Settings {
  return resolveSettings([stackConfig(read), environment]);
}

/** The settings of an explicit `Provider` in the program: its arguments hold what it inherits, too. */
export function argumentSettings(given: Readonly<Record<string, string>>): Settings {
  return resolveSettings([providerArguments((name) => given[name], "the explicit Provider")]);
}

/** The settings of a provider process, which sees one config: an explicit provider's inputs, or stack config. */
export function providerSettings(read: ReadConfig): Settings {
  const provider = read(explicitMarker);
  if (provider === undefined) return defaultSettings(read);
  return resolveSettings([
    providerArguments((name) => read(configKey(name)), `Provider "${provider}"`),
  ]);
}

/** What an explicit `Provider` has for a setting that its arguments leave out. */
export function inheritedSetting(name: SettingName, read: ReadConfig): string | undefined {
  const { inheritedFrom } = settingRow(name);
  const sources = [stackConfig(read), environment].filter(({ kind }) =>
    inheritedFrom.some((inherited) => inherited === kind),
  );
  return firstGiven(sources, name)?.text;
}
