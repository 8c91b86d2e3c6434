import { type CustomResource, type Output, runtime, secret, unknown } from "@pulumi/pulumi";
import { ownType, urnParts } from "../engine/resource";
import { programError } from "../lifecycle/failure";
import type { Properties } from "../plain/value";
import { currentMonitor, knownSoFar } from "./sdk";

/*
 * The engine's response to the registration of a resource. It contains inputs that only transforms, ignoreChanges or a
 * policy set. The SDK shows an input only if the registration names the input, and then creates four promises with a
 * stack trace. For all unset inputs of 400 senders, that took a third of the program's CPU time in a preview.
 */

type Values = Parameters<typeof runtime.deserializeProperties>[0];

type OnResponse = (
  error: unknown,
  response?: { getUrn(): string; getObject(): Values | undefined },
) => void;

/** The SDK's client for the engine. The SDK doesn't document that a registration calls this method. */
interface Monitor {
  registerResource(...call: [...request: unknown[], onResponse: OnResponse]): unknown;
}

/** The responses to the registrations of this package's resources, by run and URN. */
const responses = new WeakMap<object, Map<string, Values | undefined>>();

/** Keeps the engine's responses to the later registrations of this run. */
export function keepResponses(): void {
  const monitor = currentMonitor() as Monitor | undefined;
  if (monitor === undefined || responses.has(monitor)) return;
  const kept = new Map<string, Values | undefined>();
  responses.set(monitor, kept);
  const register = monitor.registerResource;
  monitor.registerResource = (...call) => {
    const onResponse = call.pop() as OnResponse;
    const keep: OnResponse = (error, response) => {
      const urn = response?.getUrn() ?? "";
      if (ownType(urnParts(urn).type)) kept.set(urn, response?.getObject());
      onResponse(error, response);
    };
    return register.call(monitor, ...call, keep);
  };
}

/** The values that the engine returned for a resource. Secrets still have the SDK's mark. */
function valuesFor(urn: string): Properties {
  const kept = responses.get(currentMonitor() ?? {});
  // Fails, because a preview without preflight would approve what an update can't do.
  if (!kept?.has(urn)) {
    throw programError(
      "config",
      `preflight doesn't see what the engine returns for ${urn}. Use a version of @pulumi/pulumi that this package supports, or report this.`,
    );
  }
  const values = kept.get(urn);
  return values === undefined ? {} : runtime.deserializeProperties(values);
}

/**
 * The values in the engine's response, and the names of those that are secret. A value that the response lacks is
 * absent, not unknown. Undefined if Pulumi refused the resource.
 */
export async function responseTo(
  resource: CustomResource,
): Promise<{ readonly values: Properties; readonly secretNames: readonly string[] } | undefined> {
  // The error is ignored, because Pulumi reports why the resource was not registered.
  const urn = await knownSoFar(resource.urn).catch(() => undefined);
  if (urn === undefined) return undefined;
  const response = Object.entries(valuesFor(String(urn)));
  const values = response.map(([name, value]) => [name, runtime.unwrapRpcSecret(value) as unknown]);
  return {
    values: (await knownSoFar(Object.fromEntries(values))) as Properties,
    secretNames: response.flatMap(([name, value]) => (runtime.isRpcSecret(value) ? [name] : [])),
  };
}

/** An output with a value of the engine's response. Unknown if the response lacks the value. */
export function outputInResponse({ urn }: CustomResource, name: string): Output<unknown> {
  return urn.apply((known) => {
    const value = valuesFor(known)[name];
    if (value === undefined) return unknown;
    return runtime.isRpcSecret(value) ? secret(runtime.unwrapRpcSecret(value) as unknown) : value;
  });
}
