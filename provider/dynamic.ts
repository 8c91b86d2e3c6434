require("#node-version");

import type { dynamic } from "@pulumi/pulumi";
import { dynamicProvider, newerKind } from "./dynamic-provider/dynamic-provider";
import { type Kind, kinds } from "./resources";

/*
 * What the texts in users' states call, one function a kind. States live long: add to the kinds, never rename or remove one.
 * Each is loaded on its first use.
 */
const providers = Object.entries(kinds).map(
  ([kind, lifecycle]) =>
    [kind, (...secretInputs: string[]) => dynamicProvider(lifecycle(), secretInputs)] as const,
);

/** A newer version may have written the state, with a kind that this one lacks. The names of kinds alone begin so. */
function providerOf(known: object, name: string | symbol, receiver: unknown): unknown {
  const isKind = typeof name === "string" && /^[A-Z]/.test(name);
  return isKind && !(name in known) ? () => newerKind(name) : Reflect.get(known, name, receiver);
}

export = new Proxy(Object.fromEntries(providers), { get: providerOf }) as {
  readonly [Name in Kind]: (...secretInputs: string[]) => dynamic.ResourceProvider;
};
