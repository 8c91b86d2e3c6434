import { EmailMarketingError } from "../../errors/error";
import {
  misspeltVariables,
  type UnknownSetting,
  unknownConfigProblem,
} from "../../settings/problem";
import { environmentSettings } from "../../settings/settings";
import { plainTextKeyProblem, type Setting } from "../../settings/source";
import { type SettingName, settingNames, settingRow } from "../../settings/table";
import { openStack, type Stack, type StackOptions } from "../stack";
import { fine, type Observation } from "./observation";

/** The settings; those of the environment only where the stack can't be read. */
export interface ExaminedSettings {
  readonly stack: Pick<Stack, "settings"> & Partial<Stack>;
  readonly observations: readonly Observation[];
}

/** Lists every setting with its value and its source. */
export async function examineSettings(options: StackOptions): Promise<ExaminedSettings> {
  try {
    const stack = await openStack(options);
    return {
      stack,
      observations: [
        fine("stack config", "read"),
        ...stack.clearKeys.map(inClear),
        ...stack.unknown.map(unknown),
        ...misspelt(),
        ...each(stack),
        ...keyConflict(stack),
        ...problems(stack),
      ],
    };
  } catch (error) {
    // Without the Provider that is meant, there is nothing to check.
    if (!(error instanceof EmailMarketingError) || options.provider !== undefined) throw error;
    const stack = { settings: environmentSettings() };
    const unread: Observation = {
      level: "fault",
      about: "stack config",
      says: error.message,
      wayOut:
        "Select a stack (pulumi stack select) or set one with --stack, and make sure that its secrets can be decrypted. " +
        "The settings below come from the environment only.",
    };
    return { stack, observations: [unread, ...misspelt(), ...each(stack), ...problems(stack)] };
  }
}

function each({ settings }: Pick<Stack, "settings">): Observation[] {
  const unset = settingNames.filter((name) => settings.origin(name) === undefined);
  const set = settingNames.flatMap((name): Observation[] => {
    const setting = settings.origin(name);
    if (!setting) return [];
    const value = safeText(name, setting);
    return [{ level: "note", about: name, says: `${value}, from ${setting.place}` }];
  });
  return [...set, { level: "note", about: "not set", says: unset.join(", ") }];
}

/** What is invalid may hold a key: in an address, as its password, or where another setting was meant. */
function safeText(name: SettingName, { text }: Setting): string {
  const { isSecret, parse } = settingRow(name);
  return !isSecret && "value" in parse(text) ? text : "(not shown)";
}

function problems({ settings }: Pick<Stack, "settings">): Observation[] {
  return settings.problems().map((says) => ({ level: "fault", about: "settings", says }));
}

function keyConflict({ settings }: Pick<Stack, "settings">): Observation[] {
  if (settings.keyConflict === undefined) return [];
  const wayOut =
    "To use the key of the environment, run: pulumi config rm emailmarketing:apiKey (or verifyKey), then pulumi up. Until then, refresh and destroy use the stored key.";
  return [{ level: "warning", about: "key", says: settings.keyConflict, wayOut }];
}

function unknown(setting: UnknownSetting): Observation {
  return {
    level: "fault",
    about: "settings",
    says: unknownConfigProblem(setting),
    wayOut: `Set the setting that was meant, and run: pulumi config rm ${setting.name}`,
  };
}

function misspelt(): Observation[] {
  return misspeltVariables().map(({ problem, isError }) => ({
    level: isError ? "fault" : "warning",
    about: "settings",
    says: problem,
  }));
}

function inClear(key: string): Observation {
  return {
    level: "fault",
    about: "key",
    says: plainTextKeyProblem(key),
    wayOut: `If the file was shared, treat the key as compromised and rotate it. Run: pulumi config set --secret ${key}`,
  };
}
