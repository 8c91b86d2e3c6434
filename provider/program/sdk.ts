import type { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { types } from "node:util";
import {
  type CustomResource,
  isSecret,
  isUnknown,
  unknown as notKnown,
  Output,
  output,
  Resource,
  runtime,
  secret,
} from "@pulumi/pulumi";
import { ownType, urnParts } from "../engine/resource";
import { instantOf } from "../input/time";
import { resourceMark } from "../input/validation";
import { programError } from "../lifecycle/failure";
import { isObject, mapMembers, type Properties, stringsIn, unknownValue } from "../plain/value";

/* Most uses of undocumented parts of Pulumi's SDK, whose changes then break few files. See also dynamic-resource.ts. */

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
  // Avoids `output` if nothing is pending, because the SDK creates more than ten promises for each output.
  if (!isObject(value) || isUnknown(value)) return withParts(value, isUnknown);
  return withParts(await resolvedValue(output(value)), isUnknown);
}

function resolvedValue<Value>(given: Output<Value>): Promise<Value> {
  // `promise(true)` keeps known parts and marks the unknown ones. `promise()` returns undefined if a part is unknown.
  return (given as unknown as { promise(withUnknowns: true): Promise<Value> }).promise(true);
}

/** Returns a copy with all parts that match `isIt` replaced, at any depth. A circular reference is kept. */
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

/** Replaces each resource, which the SDK would send as a reference, by a mark that the checks report as an error. */
export function withoutResources(value: unknown): unknown {
  return withParts(value, (part) => Resource.isInstance(part), { [resourceMark]: true });
}

/** True if an object or array contains itself at any depth. The checks and the SDK would never finish with it. */
export function containsItself(value: unknown, around: readonly unknown[] = []): boolean {
  if (!isObject(value) || Output.isInstance(value) || Resource.isInstance(value)) return false;
  if (around.includes(value)) return true;
  const inside = [...around, value];
  return Object.values(value).some((member) => containsItself(member, inside));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Waits for the end of the program, also after a failure. */
export async function programHasRun(): Promise<void> {
  // Pulumi sets the stack outputs once the program's module or function has run.
  const { outputs } = runtime.getStackResource() ?? {};
  if (outputs === undefined) return;
  await resolvedValue(outputs).catch(() => undefined);
  const { asyncLocalStorage } = globalThis as { asyncLocalStorage?: AsyncLocalStorage<unknown> };
  // With the Automation API, a program is a function in a process that may never run out of work, so don't wait for it.
  if (asyncLocalStorage?.getStore() !== undefined) return;
  // Any other program ends when its process has no work left, because outputs may create resources.
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

/** Keeps the connection to the engine until the returned function is called. */
export const keepAlive = runtime.rpcKeepAlive;

/** The provider that a resource got from its options, a parent or a transform. */
export function providerOfResource(resource: CustomResource): unknown {
  return (resource as { readonly __prov?: unknown }).__prov;
}

export function childrenOf(resource: Resource): readonly Resource[] {
  const { __childResources: children } = resource as { __childResources?: Iterable<Resource> };
  return [...(children ?? [])];
}

export const { isConfigSecret } = runtime as unknown as { isConfigSecret(key: string): boolean };

/** The texts of the values that are secret outputs, as far as the texts are known. */
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

/** Converts a `Date` in an argument to an instant as text, because Pulumi would send an object without members. */
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

/*
 * Keeps the engine's responses, which also have inputs that only a transform, ignoreChanges or a policy sets. The SDK
 * shows these only if each unset input is passed by name, which took a third of a program's CPU time for 400 senders.
 */

interface Response {
  getUrn(): string;
  /** Empty for an object that doesn't exist yet. */
  getId(): string;
  getObject(): Parameters<typeof runtime.deserializeProperties>[0] | undefined;
}

type OnResponse = (error: unknown, response?: Response) => void;

/** The SDK's client for the engine. The SDK doesn't document that a registration calls this method. */
interface Monitor {
  registerResource(...call: [...request: unknown[], onResponse: OnResponse]): unknown;
}

/** The responses to the registrations of this package's resources, by run and URN. */
const responses = new WeakMap<object, Map<string, Response>>();

/** Keeps the engine's responses to the later registrations of this run. */
export function keepResponses(): void {
  const monitor = currentMonitor() as Monitor | undefined;
  if (monitor === undefined || responses.has(monitor)) return;
  const kept = new Map<string, Response>();
  responses.set(monitor, kept);
  const register = monitor.registerResource;
  monitor.registerResource = (...call) => {
    const onResponse = call.pop() as OnResponse;
    const keep: OnResponse = (error, response) => {
      const urn = response?.getUrn() ?? "";
      if (response && ownType(urnParts(urn).type)) kept.set(urn, response);
      onResponse(error, response);
    };
    return register.call(monitor, ...call, keep);
  };
}

/** The id and the values that the engine returned for a resource. Secrets still have the SDK's mark. */
function responseFor(urn: string): { readonly id: string; readonly values: Properties } {
  const found = responses.get(currentMonitor() ?? {})?.get(urn);
  // Fails, because a preview without preflight would approve what an update can't do.
  if (!found) {
    throw programError(
      "config",
      `preflight doesn't see what the engine returns for ${urn}. Use a version of @pulumi/pulumi that this package supports, or report this.`,
    );
  }
  const values = found.getObject();
  return { id: found.getId(), values: values ? runtime.deserializeProperties(values) : {} };
}

/** The response's id, values and names of secret values. A value that the response lacks is absent, not unknown. */
export async function responseTo(resource: CustomResource) {
  // The error is ignored, because Pulumi reports why the resource was not registered.
  const urn = await resolvedValue(resource.urn).catch(() => undefined);
  if (urn === undefined) return undefined;
  const { id, values } = responseFor(urn);
  const response = Object.entries(values);
  const resolved = response.map(async ([name, value]) => [
    name,
    await knownSoFar(runtime.unwrapRpcSecret(value)),
  ]);
  return {
    id: id || unknownValue,
    values: Object.fromEntries(await Promise.all(resolved)) as Properties,
    secretNames: response.flatMap(([name, value]) => (runtime.isRpcSecret(value) ? [name] : [])),
  };
}

/** An output with a value of the engine's response. Unknown if the response lacks the value. */
export function outputInResponse({ urn }: CustomResource, name: string): Output<unknown> {
  return urn.apply((known) => {
    const value = responseFor(known).values[name];
    if (value === undefined) return notKnown;
    return runtime.isRpcSecret(value) ? secret(runtime.unwrapRpcSecret(value) as unknown) : value;
  });
}
