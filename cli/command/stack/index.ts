import { resolve } from "node:path";
import { findProject, type Project } from "../../../provider/engine/project";
import { EmailMarketingError } from "../../../provider/errors/error";
import { quoted } from "../../../provider/errors/redact";
import { type Properties, stringIn } from "../../../provider/plain/value";
import {
  keysOfConfig,
  settingsWarnings,
  stackProblems,
  type UnknownSetting,
  unknownConfig,
} from "../../../provider/settings/problem";
import {
  defaultSettings,
  providerSettings,
  type Settings,
} from "../../../provider/settings/settings";
import {
  configKey,
  inheritedMarker,
  type SettingName,
  secretNames,
  settingNames,
  settingRows,
} from "../../../provider/settings/table";
import type { Resource } from "../../engine/resource";
import { readText } from "../../engine/text-file";
import type { StateOptions } from "../../review/preview/model";
import type { Terminal } from "../../terminal";
import {
  configOf,
  decryptedResourcesIn,
  type Exported,
  exportAdvice,
  objectsIn,
  providersIn,
  resourcesIn,
  type StateObject,
  type StateProvider,
} from "./exported-state";
import { exportState, readConfig } from "./pulumi-cli";

export interface StackOptions extends StateOptions {
  /** The logical name of the explicit `Provider` whose settings to use. Default: the default provider. */
  readonly provider?: string;
}

/** The settings and the state of a stack, read-only. */
export interface Stack {
  /**
   * Reads a value of the stack config by its full key, such as `emailmarketing:apiKey`. Secret settings of this package
   * are decrypted.
   */
  readonly config: (key: string) => string | undefined;
  /** The language of the project's program; undefined outside a project. */
  readonly runtime: string | undefined;
  /** The settings of the explicit provider that the options name, otherwise of the default provider. */
  readonly settings: Settings;
  readonly provider: StateProvider | undefined;
  readonly clearKeys: readonly string[];
  /**
   * Config keys that have no effect: unknown names in the namespace `emailmarketing`, and guards (settings that limit
   * sending) in a namespace with a similar name.
   */
  readonly unknown: readonly UnknownSetting[];
  /** Warnings about the settings. `pulumi up` would print them, too. */
  readonly warnings: readonly string[];
  /** The stack's objects. With `opened`, encrypted values are decrypted, except in an exported file. */
  objects(opened?: "opened"): Promise<StateObject[]>;
  providers(): Promise<StateProvider[]>;
}

/** Reads the settings of a stack. Reads the state on demand, or at once for a named Provider, whose settings it has. */
export async function openStack(options: StackOptions): Promise<Stack> {
  const { cwd, stack, state } = options;
  const reads = state === undefined || stack !== undefined;
  const project = reads ? projectOf(cwd) : findProject(cwd);
  const config = reads && project ? await readConfig({ folder: project.folder, stack }) : {};
  const read = (key: string) => config[key]?.value;
  const keys = keysOfConfig(
    Object.fromEntries(Object.entries(config).map(([key, { value }]) => [key, value])),
  );
  const exported = (withSecrets: boolean) => readExport(options, withSecrets);
  const named = options.provider;
  const provider =
    named === undefined ? undefined : providerNamed(named, providersIn(await exported(true)));
  const settings = provider ? providerSettings(configOf(provider.inputs)) : defaultSettings(read);
  const ofStack = stringIn(provider?.inputs[inheritedMarker])?.split(",");
  const isOwn = (name: SettingName) =>
    settings.origin(name) !== undefined && !ofStack?.includes(name);
  const warned = { keys, project: project?.name, read, ...(provider && { isOwn }) };
  return {
    config: read,
    runtime: project?.runtime,
    settings,
    provider,
    providers: async () => providersIn(await exported(false)),
    clearKeys: secretNames
      .map(configKey)
      .filter((key) => config[key]?.value && !config[key].secret),
    unknown: unknownConfig(keys, project?.name),
    warnings: settingsWarnings(warned),
    async objects(opened) {
      const sealed = objectsIn(await exported(false));
      // If an exported file has encrypted values, reading the file again decrypts none of them.
      const isEnough =
        opened === undefined ||
        state !== undefined ||
        !sealed.some(({ isEncrypted }) => isEncrypted);
      return isEnough ? sealed : objectsIn(await exported(true));
    },
  };
}

function providerNamed(name: string, providers: readonly StateProvider[]): StateProvider {
  const [provider, another] = providers.filter((one) => one.name === name);
  if (provider && !another && !provider.isEncrypted) return provider;
  throw new EmailMarketingError("config", providerProblem(name, providers));
}

function providerProblem(name: string, providers: readonly StateProvider[]): string {
  const named = providers.filter((one) => one.name === name).length;
  if (named > 1)
    return `the state has several Providers with the name ${quoted(name)}. Rename one.`;
  if (named === 1) {
    return `the settings of Provider ${quoted(name)} are encrypted. Write the file with: pulumi stack export --show-secrets`;
  }
  const known = providers.map((one) => quoted(one.name)).join(", ") || "none";
  return `the state has no explicit Provider ${quoted(name)} of this package; it has ${known}. A Provider is in the state after the first: pulumi up`;
}

/**
 * The resources in a stack's state, without reading the settings. With `opened`, secret inputs are in plain text if
 * they can be decrypted.
 */
export async function readResources(
  options: StackOptions,
  opened?: "opened",
): Promise<readonly Resource[]> {
  const exported = await readExport(options, opened !== undefined);
  return opened === undefined ? resourcesIn(exported) : decryptedResourcesIn(exported);
}

/**
 * Like `openStack`, but throws if an API key is in plain text or a setting's name is wrong. Redacts the stack's keys in
 * all later output.
 */
export async function openValidStack(options: StackOptions, terminal: Terminal): Promise<Stack> {
  terminal.progress("Reading the settings and the state ...");
  const stack = await openStack(options);
  terminal.redact(stack.settings.keys);
  const { clearKeys, unknown } = stack;
  const sentences = stackProblems(clearKeys, unknown);
  if (sentences.length > 0) throw new EmailMarketingError("config", sentences.join("\n"));
  return stack;
}

/**
 * Prints the names of settings in the stack config that an explicit Provider gets only with the next update. Until
 * then, the Provider uses the settings in the state.
 */
export function printPendingSettings(
  { config }: Pick<Stack, "config">,
  explicit: readonly (Properties | undefined)[],
  terminal: Terminal,
): void {
  const names = settingNames.filter(
    (name) =>
      settingRows[name].inherited !== "never" &&
      config(configKey(name)) !== undefined &&
      explicit.some((one) => one && one[configKey(name)] === undefined),
  );
  if (names.length === 0) return;
  terminal.printToStderr(
    `note: the stack config has ${names.map(configKey).join(", ")}, which an explicit Provider gets with the next update. Run pulumi up first.`,
  );
}

function projectOf(cwd: string): Project {
  const project = findProject(cwd);
  if (project) return project;
  throw new EmailMarketingError(
    "config",
    `no Pulumi project in ${resolve(cwd)} or a folder above it. Run this command in a Pulumi project, or set the folder with --cwd.`,
  );
}

async function readExport(
  { cwd, stack, state }: StackOptions,
  withSecrets: boolean,
): Promise<Exported> {
  if (state === undefined) return exportState({ folder: resolve(cwd), stack }, withSecrets);
  const file = resolve(cwd, state);
  const source = `the state file ${file}`;
  return { text: await readText(file, { source, advice: exportAdvice }), source };
}
