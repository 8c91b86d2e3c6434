import { EmailMarketingError } from "../errors/error";
import {
  environment,
  resolveSettings,
  type SettingName,
  settingNames,
  stackConfig,
} from "../settings/settings";
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
        ...stack.oddKeys.map(odd),
        ...each(stack),
        ...faults(stack),
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
    return { stack, observations: [unread, ...each(stack), ...faults(stack)] };
  }
}

const keys: ReadonlySet<SettingName> = new Set(["apiKey", "verifyKey"]);

function each({ config }: Pick<Stack, "config">): Observation[] {
  const unset: string[] = [];
  const set = settingNames.flatMap((name) => {
    const source = [stackConfig(config), environment].find(
      (one) => (one.get(name)?.trim() ?? "") !== "",
    );
    if (source === undefined) {
      unset.push(name);
      return [];
    }
    const value = keys.has(name) ? "(not shown)" : (source.get(name)?.trim() ?? "");
    return [{ level: "note", about: name, says: `${value}, from ${source.place(name)}` } as const];
  });
  return [...set, { level: "note", about: "not set", says: unset.join(", ") }];
}

function faults({ settings }: Pick<Stack, "settings">): Observation[] {
  return settings.faults().map((says) => ({ level: "fault", about: "settings", says }));
}

function odd(key: string): Observation {
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
