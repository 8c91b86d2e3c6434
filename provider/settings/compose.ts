import { explicitMarker, inheritedMarker } from "./explicit-provider";
import { resolveSettings, type Settings } from "./settings";
import {
  configKey,
  environment,
  firstGiven,
  liveEnvironment,
  providerArguments,
  type ReadConfig,
  stackConfig,
} from "./source";
import { guardNames, type SettingName, settingRow } from "./table";

/** The settings of the default provider: stack config goes before the environment, setting by setting. */
export function defaultSettings(read: ReadConfig): Settings {
  return resolveSettings([stackConfig(read), environment]);
}

/** The settings of the environment alone, where no stack is read. */
export function environmentSettings(): Settings {
  return resolveSettings([environment]);
}

/** The settings of an explicit `Provider` in the program: its arguments hold what it stores of the stack's, too. */
export function argumentSettings(given: Readonly<Record<string, string>>): Settings {
  return resolveSettings([
    providerArguments((name) => given[name], "the explicit Provider", given[inheritedMarker]),
    liveEnvironment,
  ]);
}

/** The settings of a provider process, which sees one config: an explicit provider's inputs, or stack config. */
export function providerSettings(read: ReadConfig): Settings {
  const provider = read(explicitMarker);
  if (provider === undefined) return defaultSettings(read);
  return resolveSettings([
    providerArguments(
      (name) => read(configKey(name)),
      `Provider "${provider}"`,
      read(inheritedMarker),
    ),
    liveEnvironment,
  ]);
}

/** Which guards an explicit `Provider` has of the stack config, since its own arguments leave them out. */
export function inheritedGuards(
  isOwn: (name: SettingName) => boolean,
  read: ReadConfig,
): string | undefined {
  const names = guardNames.filter(
    (name) => !isOwn(name) && inheritedSetting(name, read) !== undefined,
  );
  return names.length === 0 ? undefined : names.join(",");
}

/** What an explicit `Provider` stores of the stack's settings where its arguments leave one out. */
export function inheritedSetting(name: SettingName, read: ReadConfig): string | undefined {
  const sources = {
    never: [],
    stored: [stackConfig(read), environment],
    live: [stackConfig(read)],
  }[settingRow(name).inherited];
  return firstGiven(sources, name)?.text;
}
