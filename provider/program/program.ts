import { createRequire } from "node:module";
import { join } from "node:path";
import { log, type Output, type Resource, runtime } from "@pulumi/pulumi";
import type { ProgramResource } from "../account/program-record";
import { redactSecretInputs } from "../account/step";
import type { FindingsOfCheck } from "../engine/resource";
import type { EmailMarketingError, ErrorCode } from "../errors/error";
import { sanitizeMessage } from "../errors/redact";
import { createLookUps } from "../lifecycle/data-source";
import { programError } from "../lifecycle/failure";
import { firstTimes, memoize } from "../plain/async";
import { name as packageName } from "../plain/package";
import { containsUnknown, isObject, type Properties } from "../plain/value";
import { keysOfConfig, settingsWarnings, stackProblems, unknownConfig } from "../settings/problem";
import {
  argumentSettings,
  defaultSettings,
  environmentSettings,
  type Settings,
} from "../settings/settings";
import { configKey, inheritedMarker, type SettingName, secretNames } from "../settings/table";
import {
  currentMonitor,
  hasEngineEnded,
  isConfigSecret,
  isMocked,
  isWaitingForEnd,
  knownSoFar,
} from "./sdk";

export const isPreview = runtime.isDryRun;

export const readStackConfig = runtime.getConfig;

export function show(level: "info" | "warn" | "error", sentence: string, on?: Resource): void {
  // Errors are ignored, because if the engine has ended, no one reads the message.
  void log[level](sanitizeMessage(sentence), on).catch(() => undefined);
}

export function progress(sentence: string, { isBrief = false } = {}): void {
  void log.info(redactSecretInputs(sentence), undefined, undefined, isBrief);
}

const signals = ["SIGINT", "SIGTERM"] as const;

/** Calls `interrupt` at the first Ctrl-C. If there is no other listener, the signal then ends the process as usual. */
export function onInterrupt(interrupt: () => void): () => void {
  const stop = (name: NodeJS.Signals) => {
    // Unregister first, so that a second Ctrl-C isn't caught here and can end the process at once.
    ignore();
    interrupt();
    if (process.listenerCount(name) === 0) process.kill(process.pid, name);
  };
  const ignore = () => {
    for (const name of signals) process.off(name, stop);
  };
  for (const name of signals) process.on(name, stop);
  return ignore;
}

/** Fails the program by an unhandled rejection, because only showing an error doesn't fail the program. */
export function fail(sentence: string, code: ErrorCode = "validation"): void {
  void Promise.reject(programError(code, sentence));
}

/** Suppresses the warning of Node.js about a rejection that is handled late, because Pulumi has already reported it. */
export const expectLateHandling = memoize(() => {
  // A program often passes a failed look-up to an export or a resource, which handles the rejection late.
  process.on("rejectionHandled", () => undefined);
});

/** The unfinished tasks of this process. Each has the error message for a program that ends too early. */
const open = new Set<{ readonly sentence: string }>();

/** Waits for work that must finish before the program ends. Otherwise, the program fails with this sentence. */
export function beforeProgramEnds<Value>(sentence: string, work: Promise<Value>): Promise<Value> {
  const one = { sentence };
  // Node.js exits with status 0 if only promises are pending. Pulumi would then delete resources not declared yet.
  if (open.size === 0) process.on("beforeExit", failUnfinished);
  open.add(one);
  return work.finally(() => {
    open.delete(one);
    if (open.size === 0) process.off("beforeExit", failUnfinished);
  });
}

function failUnfinished(): void {
  // Wait if another listener for `beforeExit` may cause more work. The empty task makes Node.js emit the event again.
  if (isWaitingForEnd()) return void setImmediate(() => undefined);
  process.off("beforeExit", failUnfinished);
  // A failed program may leave unfinished tasks. Like Pulumi, report only the failure.
  const isKnown = log.hasErrors() || hasEngineEnded();
  // The engine adds no message of its own for status 32.
  process.exitCode ||= isKnown ? 32 : 1;
  if (isKnown) return;
  for (const sentence of new Set([...open].map((one) => one.sentence))) fail(sentence);
}

/** One run of the program. A process with inline programs may have several runs, which don't share look-up results. */
export type Run = ReturnType<typeof beginRun>;

export type RunAccount = ReturnType<Run["accountOf"]>;

/** A declared resource, as the engine's response shows it. */
export interface Registered extends ProgramResource {
  /** The settings of the resource's provider; undefined if they are invalid or unknown, so that preflight can't run. */
  readonly settings: Settings | undefined;
  /** The outputs of an unchanged resource, from the state. */
  readonly recorded: Properties;
  /** True if `--target` or `--exclude` leaves the resource out. The engine's response is then empty. */
  readonly isLeftOut: boolean;
  readonly problems: FindingsOfCheck;
  readonly secrets: readonly string[];
}

// Keyed by engine connection, because the Automation API runs several programs in one process.
const runs = new WeakMap<object, Run>();
const outsideOfRuns = {};

export function currentRun(): Run {
  const key = currentMonitor() ?? outsideOfRuns;
  const run = runs.get(key) ?? beginRun();
  runs.set(key, run);
  return run;
}

function beginRun() {
  return {
    /** The record of one account. All Providers of the account share it. */
    accountOf: memoize((_identity: string) => ({
      /** The account's declared resources, by kind and number of declarations, so that no outdated list is used. */
      declared: new Map<string, Promise<readonly ProgramResource[]>>(),
      /** The label of the first resource that was found to be in this account. */
      first: undefined as string | undefined,
      /** True the first time for a value of `accountDomain`, which is then checked. */
      isFirstCheckOf: firstTimes<string>(),
      /** True for the first error about an unreadable account, which alone is reported. */
      isFirstReport: firstTimes<void>(),
    })),
    lookUps: createLookUps(progress, onInterrupt),
    failedLookUps: new Set<ErrorCode>(),
    /** The declared resources. One that Pulumi refused resolves to undefined. */
    declarations: [] as Promise<Registered | undefined>[],
    /** The number of declarations when the last wait for the program's end was over. */
    declaredAtEnd: undefined as number | undefined,
    /** True the first time for a Provider's settings, which are then checked. Undefined means the stack's settings. */
    isFirstJudgment: firstTimes<object | undefined>(),
    isFirstWarning: firstTimes<string>(),
    /** The secret names of Lists. The checks of other resources read them from the account, and must not show them. */
    secretListNames: new Set<string>(),
    isFirstFailure: firstTimes<string>(),
  };
}

/** The code by which failures with one cause are reported once. An outage causes both network errors and timeouts. */
export function commonCause({ code }: EmailMarketingError): ErrorCode {
  return code === "timeout" ? "network" : code;
}

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

/** Fails for unknown settings and plain-text keys in the stack config, and misspelt variables of `protectiveNames`. */
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

// Memoized, because every resource asks. A failure is thrown, so it isn't stored.
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
