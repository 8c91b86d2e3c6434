import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { EmailMarketingError } from "../errors/error";
import { plainTextKey } from "../errors/setting-error";
import { defaultSettings } from "../settings/compose";
import type { Settings } from "../settings/settings";
import { configKey } from "../settings/source";
import { secretNames, settingNames } from "../settings/table";
import { type UnknownSetting, unknownConfig } from "../settings/unknown-name";
import { findProject, type Project } from "./project";
import { type ConfigValue, exportState, readConfig } from "./pulumi-cli";
import { objectsIn, type StateObject } from "./state";

/** Options of every command that works on a stack. */
export interface StackOptions {
  /** The project's folder, or one below it. */
  readonly cwd: string;
  readonly stack?: string;
  /** A file with the state, in place of the Pulumi CLI. */
  readonly state?: string;
}

/** A stack as the commands see it: its settings and its state, nothing of which is changed. */
export interface Stack {
  /** Stack config by the whole key, secrets in clear. */
  readonly config: (key: string) => string | undefined;
  /** What the default provider has. */
  readonly settings: Settings;
  /** Keys that are stored in plain text in the stack config. */
  readonly clearKeys: readonly string[];
  /** Keys in the namespace of the settings that are not settings. */
  readonly unknown: readonly UnknownSetting[];
  /** The stack's objects; `opened` decrypts them where some are encrypted. */
  objects(opened?: "opened"): Promise<StateObject[]>;
}

/** Reads the settings of a stack; the state is read when it is asked for. */
export async function openStack(options: StackOptions): Promise<Stack> {
  const { cwd, stack, state } = options;
  const place = { folder: resolve(cwd), stack };
  const reads = state === undefined || stack !== undefined;
  const config = reads ? await configOf(projectOf(cwd), place) : {};
  const read = (key: string) => config[key]?.value;
  return {
    config: read,
    settings: defaultSettings(read),
    clearKeys: secretNames
      .map(configKey)
      .filter((key) => config[key]?.value && !config[key].secret),
    unknown: unknownConfig(Object.keys(config)),
    async objects(opened) {
      if (state !== undefined) return objectsIn(await readState(resolve(cwd, state)));
      const sealed = objectsIn(await exportState(place, false));
      const isEnough = opened === undefined || !sealed.some(({ isEncrypted }) => isEncrypted);
      return isEnough ? sealed : objectsIn(await exportState(place, true));
    },
  };
}

/** Rejects keys in plain text, as a program of the project does. */
export function requireSecretKeys({ clearKeys: [key] }: Stack): void {
  if (key === undefined) return;
  throw plainTextKey(key);
}

function projectOf(cwd: string): Project {
  const project = findProject(cwd);
  if (project) return project;
  throw new EmailMarketingError(
    "config",
    `no Pulumi project in ${resolve(cwd)} or a folder above it. Run this command in a Pulumi project, or set the folder with --cwd.`,
  );
}

function configOf(
  { folder }: Project,
  place: { readonly folder: string; readonly stack: string | undefined },
): Promise<Record<string, ConfigValue>> {
  const ours = new Set<string>(settingNames.map(configKey));
  return readConfig({ ...place, folder }, (key) => ours.has(key));
}

async function readState(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const { code = "unreadable" } = cause as { code?: string };
    throw new EmailMarketingError("config", `can't read the file ${file} (${code}).`, { cause });
  }
}
