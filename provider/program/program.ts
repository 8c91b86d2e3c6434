import { createRequire } from "node:module";
import { join } from "node:path";
import {
  isSecret,
  isUnknown,
  log,
  type Output,
  output,
  type Resource,
  runtime,
} from "@pulumi/pulumi";
import { EmailMarketingError } from "../errors/error";
import { unknownValue } from "../input/unknown";
import { oddConfig, settingNames } from "../settings/settings";
import { name as packageName } from "../version";

/** Whether the program runs under Pulumi's mocks, in a unit test: then nothing is resolved and nothing sent. */
export function isMocked(): boolean {
  const monitor: object | undefined = runtime.getMonitor();
  return monitor !== undefined && "mocks" in monitor;
}

/** The run of the program that is going on: inline programs have several in one process. */
export function currentRun(): object {
  return runtime.getMonitor() ?? noRun;
}

const noRun = {};

/** Whether the program runs in a preview, which waits for nothing. */
export function isPreview(): boolean {
  return runtime.isDryRun();
}

/** Stack config of the program. */
export function readStackConfig(key: string): string | undefined {
  return runtime.getConfig(key);
}

/** What a program's value is so far: what is not known before apply is the unknown value, at any depth. */
export async function knownSoFar(value: unknown): Promise<unknown> {
  // Not in the SDK's types: gives what is unknown as a marker instead of hiding the whole value.
  const settled = output(value) as unknown as { promise(withUnknowns: true): Promise<unknown> };
  return markUnknown(await settled.promise(true));
}

/** Whether there is nothing to wait for in a value: no promise, no output, nothing of a class, at any depth. */
export function isSettled(value: unknown, around: readonly unknown[] = []): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (around.includes(value) || !(Array.isArray(value) || isPlainObject(value))) return false;
  const inside = [...around, value];
  return Object.values(value).every((member) => isSettled(member, inside));
}

function markUnknown(value: unknown): unknown {
  if (isUnknown(value)) return unknownValue;
  if (Array.isArray(value)) return value.map(markUnknown);
  if (!isPlainObject(value)) return value;
  const marked = Object.entries(value).map(([name, member]) => [name, markUnknown(member)]);
  return Object.fromEntries(marked) as Record<string, unknown>;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Keeps the connection to the engine open until what this gives is called. */
export function keepAlive(): () => void {
  return runtime.rpcKeepAlive();
}

/** Settled once the program has run to its end, so that it has declared what it declares; failures are Pulumi's. */
export async function programHasRun(): Promise<void> {
  const { outputs } = runtime.getStackResource() ?? {};
  // Not in the SDK's types.
  const settled = outputs as unknown as { promise(): Promise<unknown> } | undefined;
  await settled?.promise().catch(() => undefined);
}

/** Shows something beside a resource, or beside the stack. */
export function show(level: "info" | "warn" | "error", sentence: string, on?: Resource): void {
  // The engine may go away while this is under way; then there is nobody to tell.
  void log[level](forEngine(sentence), on).catch(() => undefined);
}

/** Fails the program: what is shown does not, but a rejection that nobody handles. */
export function fail(sentence: string): void {
  const error = new EmailMarketingError("validation", sentence);
  // What is shown of an error that comes after the program has run.
  error.stack = sentence;
  void Promise.reject(error);
}

/** The engine takes what it shows for a format. */
function forEngine(sentence: string): string {
  return sentence.replaceAll("%", "%%");
}

/** What the secrets among some values hold in clear, as far as it is known. */
export async function clearSecrets(values: readonly unknown[]): Promise<string[]> {
  const secrets = await Promise.all(
    values.map(async (value) => ((await isSecretOutput(value)) ? knownSoFar(value) : undefined)),
  );
  return secrets.flatMap(stringsIn);
}

async function isSecretOutput(value: unknown): Promise<boolean> {
  return isOutput(value) && isSecret(value);
}

function isOutput(value: unknown): value is Output<unknown> {
  return typeof value === "object" && value !== null && "__pulumiOutput" in value;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return value === unknownValue ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

let resolvedFrom: string | undefined;

/**
 * The provider process loads this package by name from the project's folder, where a strict package manager
 * may not have it: better said here than by the engine's failure to load the text in the state.
 */
export function requireResolvable(): void {
  const folder = process.cwd();
  if (resolvedFrom === folder || isMocked()) return;
  try {
    createRequire(join(folder, "index.js")).resolve(`${packageName}/dynamic`);
  } catch {
    throw new EmailMarketingError(
      "config",
      `the project in ${folder} can't resolve the package ${packageName}, which Pulumi loads from there. ` +
        `Add it to the dependencies of the project's own package.json (npm install ${packageName}).`,
    );
  }
  resolvedFrom = folder;
}

let clearKeyError: EmailMarketingError | undefined;
let configJudgedIn: object | undefined;

/**
 * Warns of what looks like a setting in the stack config and is none, once in each run; fails the program when a key
 * stands there in clear: always with one error, so it is told once.
 */
export function judgeStackConfig(): void {
  if (configJudgedIn !== currentRun()) {
    configJudgedIn = currentRun();
    tellOddConfig();
  }
  requireSecretKeys();
}

function tellOddConfig(): void {
  // What a project of this name keeps there is its own.
  if (runtime.getProject() === "emailmarketing") return;
  const odd = oddConfig(Object.keys(runtime.allConfig()));
  if (odd.length === 0) return;
  const known = `known are ${settingNames.join(", ")}`;
  show("warn", `stack config ${odd.join(", ")}: no such setting, so it has no effect; ${known}`);
}

function requireSecretKeys(): void {
  // Not in the SDK's types; an SDK without it can't tell.
  const { isConfigSecret } = runtime as { isConfigSecret?: (key: string) => boolean };
  const clear = ["emailmarketing:apiKey", "emailmarketing:verifyKey"].find(
    (key) => runtime.getConfig(key) && isConfigSecret?.(key) === false,
  );
  if (clear === undefined) return;
  clearKeyError ??= new EmailMarketingError(
    "config",
    `${clear} stands in clear in the stack config. Run: pulumi config set --secret ${clear}`,
  );
  throw clearKeyError;
}

/** The provider of dynamic resources that a parent hands down, if any. */
export function providerOf(parent: Resource | undefined): unknown {
  // Not in the SDK's types: the same call by which resources find their parent's provider.
  const owner = parent as { getProvider?: (token: string) => unknown } | undefined;
  return owner?.getProvider?.("pulumi-nodejs:dynamic:Resource");
}

/** The resources that a value waits for. */
export async function resourcesOf(value: Output<unknown>): Promise<ReadonlySet<Resource>> {
  const { allResources } = value as unknown as { allResources?: () => Promise<Set<Resource>> };
  return (await allResources?.call(value)) ?? new Set();
}

let expectsLateHandling = false;

/**
 * A program often hands a failed look-up on (to an export, to a resource) after it has failed. Pulumi has reported
 * the error by then; without a listener Node would add a warning about the promise to it.
 */
export function expectLateHandling(): void {
  if (expectsLateHandling) return;
  expectsLateHandling = true;
  process.on("rejectionHandled", () => undefined);
}
