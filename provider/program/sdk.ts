import type { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { types } from "node:util";
import {
  type CustomResource,
  isSecret,
  isUnknown,
  Output,
  output,
  type Resource,
  runtime,
} from "@pulumi/pulumi";
import { instantOf } from "../input/time";
import { isObject, mapMembers, stringsIn, unknownValue } from "../plain/value";

/*
 * Most uses of Pulumi's SDK beyond its documentation and types, so that a change of the SDK breaks few files. The others
 * are in response.ts and dynamic-resource.ts.
 */

/** The SDK's connection to the engine. Each run of an inline program has its own. */
export const currentMonitor: () => object | undefined = runtime.getMonitor;

/** True in a unit test with Pulumi's mocks, where no engine runs. */
export function isMocked(): boolean {
  const monitor = currentMonitor();
  // Only the SDK's mock of the engine has this member.
  return monitor !== undefined && "mocks" in monitor;
}

/** Resolves a value of a program. Parts that are unknown until apply become the unknown value, at any depth. */
export async function knownSoFar(value: unknown): Promise<unknown> {
  // `promise(true)` keeps the known parts and marks the unknown ones. `promise()` returns undefined if any part is
  // unknown.
  const pending = output(value) as unknown as { promise(withUnknowns: true): Promise<unknown> };
  return withParts(await pending.promise(true), isUnknown);
}

/**
 * Returns a copy in which every part that matches `isIt` is replaced, at any depth. A part that contains itself is
 * returned unchanged.
 */
export function withParts(
  value: unknown,
  isIt: (part: unknown) => boolean,
  other: unknown = unknownValue,
  around: readonly unknown[] = [],
): unknown {
  if (isIt(value)) return other;
  if (around.includes(value)) return value;
  const inside = [...around, value];
  if (!Array.isArray(value) && !isPlainObject(value)) return value;
  return mapMembers(value, (member) => withParts(member, isIt, other, inside));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * Resolves once the program has ended, even with a failure, and can't declare more resources. An output may lead to
 * more resources until the process has no work left. An inline program shares its process, so only its stack outputs
 * show the end.
 */
export async function programHasRun(): Promise<void> {
  // Pulumi sets the stack outputs once the program's module or function has run.
  const { outputs } = runtime.getStackResource() ?? {};
  if (outputs === undefined) return;
  const ended = outputs as unknown as { promise(): Promise<unknown> };
  await ended.promise().catch(() => undefined);
  if (isInline()) return;
  outOfWork ??= once(process, "beforeExit").finally(() => {
    outOfWork = undefined;
  });
  await outOfWork;
}

/** One promise for all callers, because each wait adds a listener. */
let outOfWork: Promise<unknown> | undefined;

/** True if a listener waits for the process to run out of work. */
export function isWaitingForEnd(): boolean {
  return outOfWork !== undefined;
}

/** True if the engine has ended. Waiting for an ended engine may never finish. */
export function hasEngineEnded(): boolean {
  const { globalStore } = globalThis as { globalStore?: { readonly terminated?: boolean } };
  return globalStore?.terminated === true;
}

/**
 * The address of the engine that runs the program; undefined if this version of the SDK keeps the address elsewhere.
 */
export function engineOfProgram(): string | undefined {
  const { globalStore } = globalThis as {
    globalStore?: { readonly settings?: { readonly options?: { readonly engineAddr?: string } } };
  };
  return globalStore?.settings?.options?.engineAddr;
}

/** The exit status of a program whose errors were already shown. The engine adds no message for this status. */
export const shownStatus = 32;

/** True if the program is a function in a process with other work, as with the Automation API. */
function isInline(): boolean {
  const { asyncLocalStorage } = globalThis as { asyncLocalStorage?: AsyncLocalStorage<unknown> };
  return asyncLocalStorage?.getStore() !== undefined;
}

export const keepAlive = runtime.rpcKeepAlive;

/** The provider that a resource got from its options, a parent or a transform. */
export function providerOfResource(resource: CustomResource): unknown {
  return (resource as { readonly __prov?: unknown }).__prov;
}

/** The provider that a parent passes down to dynamic resources, if any. Resources make the same call. */
export function providerFromParent(parent: Resource | undefined): unknown {
  const owner = parent as { getProvider?: (token: string) => unknown } | undefined;
  return owner?.getProvider?.("pulumi-nodejs:dynamic:Resource");
}

/** True if a value can be the resource option `provider`. This is the first test that the SDK makes. */
export function isProvider(value: unknown): boolean {
  const { getPackage } = (value ?? {}) as { readonly getPackage?: unknown };
  return typeof getPackage === "function";
}

export function childrenOf(resource: Resource): readonly Resource[] {
  const { __childResources: children } = resource as { __childResources?: Iterable<Resource> };
  return [...(children ?? [])];
}

export async function resourcesOf(value: Output<unknown>): Promise<ReadonlySet<Resource>> {
  const { allResources } = value as unknown as { allResources?: () => Promise<Set<Resource>> };
  return (await allResources?.call(value)) ?? new Set();
}

/** True if the value of a stack config key is secret; undefined if the SDK is too old to tell. */
export function isConfigSecret(key: string): boolean | undefined {
  const { isConfigSecret: ask } = runtime as { isConfigSecret?: (key: string) => boolean };
  return ask?.(key);
}

/** The known texts in those of the values that are secret outputs. */
export async function clearSecrets(values: readonly unknown[]): Promise<string[]> {
  const secrets = await Promise.all(
    values.map(async (value) =>
      Output.isInstance(value) && (await isSecret(value)) ? knownSoFar(value) : undefined,
    ),
  );
  return secrets.flatMap(stringsIn);
}

/** True if an input or a part of it is a secret. False if the input is rejected, because its resource fails anyway. */
export async function isSecretInput(value: unknown): Promise<boolean> {
  return isSecret(output(value)).catch(() => false);
}

/**
 * Converts a `Date` in an argument to an instant as text, also within a promise or an output. Pulumi would send a
 * `Date` as an object without members.
 */
export function withInstants(args: unknown, name: string): unknown {
  if (!isPlainObject(args) || args[name] === undefined) return args;
  return { ...args, [name]: asInstant(args[name]) };
}

function asInstant(value: unknown): unknown {
  // Avoids instanceof, because a test runner may run the program in another realm.
  if (types.isDate(value)) return instantOf(value);
  if (Output.isInstance(value)) return value.apply(asInstant);
  return types.isPromise(value) ? value.then(asInstant) : value;
}
