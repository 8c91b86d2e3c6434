import { EmailMarketingError } from "../errors/error";
import { resolveSettings } from "../settings/settings";
import { environment } from "../settings/source";
import { settingNames, settingRow } from "../settings/table";
import { fine, type Observation } from "./observation";
import { openStack, type Stack, type StackOptions } from "./stack";

/** What is known of the settings: where the stack can't be asked, those of the environment. */
export interface ExaminedSettings {
  readonly stack: Pick<Stack, "config" | "settings">;
  readonly observations: readonly Observation[];
}

/** Looks at every setting: what it is and where it comes from. */
export async function examineSettings(options: StackOptions): Promise<ExaminedSettings> {
  try {
    const stack = await openStack(options);
    return {
      stack,
      observations: [
        fine("stack config", "read"),
        ...stack.clearKeys.map(inClear),
        ...stack.unknownKeys.map(unknown),
        ...each(stack),
        ...problems(stack),
      ],
    };
  } catch (error) {
    if (!(error instanceof EmailMarketingError)) throw error;
    const stack = { config: () => undefined, settings: resolveSettings([environment]) };
    const unread: Observation = {
      level: "fault",
      about: "stack config",
      says: error.message,
      wayOut:
        "Select a stack (pulumi stack select) or name one (--stack), and see that its secrets can be decrypted. " +
        "What follows is what the environment says.",
    };
    return { stack, observations: [unread, ...each(stack), ...problems(stack)] };
  }
}

function each({ settings }: Pick<Stack, "settings">): Observation[] {
  const unset = settingNames.filter((name) => settings.origin(name) === undefined);
  const set = settingNames.flatMap((name): Observation[] => {
    const setting = settings.origin(name);
    if (!setting) return [];
    const value = settingRow(name).isSecret ? "(not shown)" : setting.text;
    return [{ level: "note", about: name, says: `${value}, from ${setting.place}` }];
  });
  return [...set, { level: "note", about: "not set", says: unset.join(", ") }];
}

function problems({ settings }: Pick<Stack, "settings">): Observation[] {
  return settings.problems().map((says) => ({ level: "fault", about: "settings", says }));
}

function unknown(key: string): Observation {
  return {
    level: "warning",
    about: "stack config",
    says: `${key} is no setting, and has no effect`,
    wayOut: `known are ${settingNames.join(", ")}. pulumi config rm ${key}`,
  };
}

function inClear(key: string): Observation {
  return {
    level: "fault",
    about: "key",
    says: `${key} stands in clear in the stack config`,
    wayOut: `pulumi config set --secret ${key}, and have the service make a new key where the old one was shared.`,
  };
}
