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
import { isObject, type Properties, textsIn, unknownValue } from "../input/plain";
import { instantOf } from "../input/time";

/*
 * Everything that this package uses of Pulumi's SDK beyond its documentation and its types. An SDK that changes one of
 * these breaks nothing but this file.
 */

/** The engine as the SDK talks to it; another one for each run of an inline program in the same process. */
export function currentMonitor(): object | undefined {
  return runtime.getMonitor();
}

/** Whether the program runs under Pulumi's mocks, in a unit test: then nothing is resolved and nothing sent. */
export function isMocked(): boolean {
  const monitor = currentMonitor();
  // Only the SDK's stand-in for the engine has this member.
  return monitor !== undefined && "mocks" in monitor;
}

/** What a program's value is so far: what is unknown until apply is the unknown value, at any depth. */
export async function knownSoFar(value: unknown): Promise<unknown> {
  // Gives what is unknown as a marker instead of hiding the whole value.
  const pending = output(value) as unknown as { promise(withUnknowns: true): Promise<unknown> };
  return withParts(await pending.promise(true), isUnknown);
}

/** What the engine replied for outputs of a resource; undefined for one that its reply lacks, which counts as unknown else. */
export async function repliedFor(
  outputs: readonly (readonly [string, unknown])[],
): Promise<Properties> {
  const replied = outputs.map(async ([name, value]) => {
    const pending = value as { promise(withUnknowns: true): Promise<unknown> } | undefined;
    return [name, await pending?.promise(true)] as const;
  });
  return knownSoFar(Object.fromEntries(await Promise.all(replied))) as Promise<Properties>;
}

/** A copy in which what is meant by `isIt`, at any depth, is another value. A value that holds itself stays as it is. */
export function withParts(
  value: unknown,
  isIt: (part: unknown) => boolean,
  other: unknown = unknownValue,
  around: readonly unknown[] = [],
): unknown {
  if (isIt(value)) return other;
  if (around.includes(value)) return value;
  const inside = [...around, value];
  if (Array.isArray(value)) return value.map((member) => withParts(member, isIt, other, inside));
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    withParts(member, isIt, other, inside),
  ]);
  return Object.fromEntries(members) as unknown;
}

/** Whether a value is an object of its own, and none of a class. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * Resolves once the program has run to its end, so that it has declared everything; failures are Pulumi's to report. Its
 * process is then out of work: until that, what an output waits for may bring more resources. An inline program shares a
 * process with others, and must wait for its own work itself: once its outputs are there, Pulumi ends it.
 */
export async function programHasRun(): Promise<void> {
  // Pulumi sets the outputs of the stack once the program's module or function has run.
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

/** One wait for all, since each is a listener. */
let outOfWork: Promise<unknown> | undefined;

/** Whether something goes on once the process is out of work. */
export function isWaitingForEnd(): boolean {
  return outOfWork !== undefined;
}

/** Whether the engine has ended, so that what waits for it waits for ever. */
export function hasEngineEnded(): boolean {
  const { globalStore } = globalThis as { globalStore?: { readonly terminated?: boolean } };
  return globalStore?.terminated === true;
}

/** The address of the engine that runs the program; undefined if the SDK keeps it elsewhere. */
export function engineOfProgram(): string | undefined {
  const { globalStore } = globalThis as {
    globalStore?: { readonly settings?: { readonly options?: { readonly engineAddr?: string } } };
  };
  return globalStore?.settings?.options?.engineAddr;
}

/** The status of a program whose errors were shown, to which the engine adds no sentence of its own. */
export const shownStatus = 32;

/** Whether the program is a function of a process with other work, as with the Automation API. */
function isInline(): boolean {
  const { asyncLocalStorage } = globalThis as { asyncLocalStorage?: AsyncLocalStorage<unknown> };
  return asyncLocalStorage?.getStore() !== undefined;
}

export function keepAlive(): () => void {
  return runtime.rpcKeepAlive();
}

/** The provider that a resource ended up with, by its options, its parents and transforms. */
export function providerOfResource(resource: CustomResource): unknown {
  return (resource as { readonly __prov?: unknown }).__prov;
}

/** The provider of dynamic resources that a parent hands down, if any: the same call by which resources find it. */
export function providerFromParent(parent: Resource | undefined): unknown {
  const owner = parent as { getProvider?: (token: string) => unknown } | undefined;
  return owner?.getProvider?.("pulumi-nodejs:dynamic:Resource");
}

/** Whether a value can be the resource option `provider`, by what the SDK asks of it first. */
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

/** Whether a key of the stack config is a secret; undefined where the SDK is too old to know. */
export function isConfigSecret(key: string): boolean | undefined {
  const { isConfigSecret: ask } = runtime as { isConfigSecret?: (key: string) => boolean };
  return ask?.(key);
}

/** What the secrets among some values hold in clear, as far as it is known. */
export async function clearSecrets(values: readonly unknown[]): Promise<string[]> {
  const secrets = await Promise.all(
    values.map(async (value) => ((await isSecretOutput(value)) ? knownSoFar(value) : undefined)),
  );
  return secrets.flatMap(textsIn);
}

async function isSecretOutput(value: unknown): Promise<boolean> {
  // Not by its class: a project may hold two copies of the SDK.
  const isOutput = isObject(value) && "__pulumiOutput" in value;
  return isOutput && isSecret(value as unknown as Output<unknown>);
}

/** Whether an input, or a part of it, is a secret; one that rejects fails its resource in any case. */
export async function isSecretInput(value: unknown): Promise<boolean> {
  return isSecret(output(value)).catch(() => false);
}

/**
 * Arguments in which a `Date` is an instant as text. Pulumi carries a `Date` as an object without members, also one that
 * comes of a promise or an output.
 */
export function withInstants(args: unknown, name: string): unknown {
  if (!isPlainObject(args) || args[name] === undefined) return args;
  return { ...args, [name]: asInstant(args[name]) };
}

function asInstant(value: unknown): unknown {
  // Not by its class: a test runner may run the program in a realm of its own.
  if (types.isDate(value)) return instantOf(value);
  if (Output.isInstance(value)) return value.apply(asInstant);
  return types.isPromise(value) ? value.then(asInstant) : value;
}
