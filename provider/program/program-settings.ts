import { createRequire } from "node:module";
import { join } from "node:path";
import { type Output, type Resource, runtime } from "@pulumi/pulumi";
import { programError } from "../lifecycle/failure";
import { memoize } from "../plain/async";
import { name as packageName } from "../plain/package";
import { containsUnknown, isObject } from "../plain/value";
import { keysOfConfig, settingsWarnings, stackProblems, unknownConfig } from "../settings/problem";
import {
  argumentSettings,
  defaultSettings,
  environmentSettings,
  type Settings,
} from "../settings/settings";
import { configKey, inheritedMarker, type SettingName, secretNames } from "../settings/table";
import { currentRun, readStackConfig, show } from "./program";
import { currentMonitor, isConfigSecret, isMocked, knownSoFar } from "./sdk";

export type ExplicitSettings = { readonly [Name in SettingName]?: Output<string> } & {
  readonly [inheritedMarker]?: string;
};

const key = Symbol.for("pulumi-email-marketing.settings");
const shared = globalThis as { [key]?: WeakMap<object, ExplicitSettings> };

/** The settings of each Provider, shared by all copies of this package, because a component may load its own copy. */
const settingsOf = shared[key] ?? new WeakMap<object, ExplicitSettings>();
shared[key] = settingsOf;

export function rememberSettings(provider: object, settings: ExplicitSettings): void {
  settingsOf.set(provider, settings);
}

// Returns the same error object each time, so that Pulumi reports the error once.
const errorOf = memoize((sentence: string) => programError("config", sentence));

/** Fails for unknown settings or plain-text keys in the stack config, and misnamed protective environment variables. */
export function requireStackConfig(): void {
  const unknown = unknownConfig(Object.keys(runtime.allConfig()), runtime.getProject());
  const clear = secretNames
    .map(configKey)
    .filter((key) => readStackConfig(key) && !isConfigSecret(key));
  const sentences = stackProblems(clear, unknown);
  if (sentences.length > 0) throw errorOf(sentences.join("\n"));
}

/** The options by which a resource or a function selects its account. */
export interface Selection {
  readonly provider?: unknown;
  readonly parent?: Resource | undefined;
}

/** The settings of the explicit Provider that the options select; undefined if there is none. */
export function selectedSettings({
  provider,
  parent,
}: Selection): Readonly<Record<string, Output<string> | string>> | undefined {
  // In plain JavaScript, a parent may be any object.
  const owner = parent as Partial<Resource> | undefined;
  // The SDK's constructors ask the parent in the same way.
  const selected = provider ?? owner?.getProvider?.("pulumi-nodejs:dynamic:Resource");
  return isObject(selected) ? settingsOf.get(selected) : undefined;
}

/** Fails if the option `provider` isn't a Provider, because a function would then use the stack's account. */
export function requireProvider(provider: unknown, label: string): void {
  if (provider === undefined || provider === null) return;
  // Without this method, Pulumi's constructors would throw a TypeError that takes minutes to print.
  if (typeof (provider as { readonly getPackage?: unknown }).getPackage === "function") return;
  const problem = `the option "provider" must be a Provider. Use new Provider("name", { ... }), with the settings as its arguments`;
  throw programError("validation", `${label}: ${problem}`);
}

/** The settings of the explicit provider if there is one, otherwise of the stack or, in a script, the environment. */
export function programSettings(explicit: Readonly<Record<string, string>> | undefined): Settings {
  // An explicit provider needs this check, too, because it inherits settings from the stack config.
  requireStackConfig();
  if (explicit !== undefined) return argumentSettings(explicit);
  // A script without an engine has no stack config.
  const isScript = currentMonitor() === undefined && Object.keys(runtime.allConfig()).length === 0;
  return isScript ? environmentSettings() : defaultSettings(readStackConfig);
}

/** The settings that the options select; undefined if a setting is known only after apply. */
export async function settingsSoFar(selection: Selection): Promise<Settings | undefined> {
  const explicit = await knownSoFar(selectedSettings(selection));
  if (containsUnknown(explicit)) return undefined;
  return programSettings(explicit as Record<string, string> | undefined);
}

/** Warns once per run about doubtful settings of the selected provider. */
export function warnOfSettings(selection: Selection): void {
  const { isFirstJudgment, isFirstWarning } = currentRun();
  const explicit = selectedSettings(selection);
  if (!isFirstJudgment(explicit)) return;
  const ofStack = String(explicit?.[inheritedMarker] ?? "").split(",");
  const warnings = settingsWarnings({
    keys: keysOfConfig(runtime.allConfig()),
    project: runtime.getProject(),
    read: readStackConfig,
    ...(explicit && { isOwn: (name) => name in explicit && !ofStack.includes(name) }),
  });
  const { apiKeyConflict } = explicit === undefined ? defaultSettings(readStackConfig) : {};
  for (const sentence of [...warnings, apiKeyConflict?.()]) {
    if (sentence !== undefined && isFirstWarning(sentence)) show("warn", sentence);
  }
}

/** Fails if the provider process can't load this package from the project folder. The engine's error is less clear. */
export function requireResolvable(): void {
  // Under mocks, no provider process loads the package.
  if (!isMocked()) resolveFrom(process.cwd());
}

// Memoized, because every resource asks. A failure isn't.
const resolveFrom = memoize((folder: string) => {
  try {
    // Resolves from the project's folder, because a package can always resolve its own name from its own folder.
    return createRequire(join(folder, "index.js")).resolve(`${packageName}/dynamic`);
  } catch {
    // A strict package manager may hide a package that isn't in the project's own package.json.
    throw programError(
      "config",
      `can't resolve the package ${packageName} from the project folder ${folder}, where Pulumi loads it. ` +
        `Add it to the dependencies of the project's own package.json. Run: npm install ${packageName}`,
    );
  }
});
