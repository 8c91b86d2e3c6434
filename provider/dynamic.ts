require("#node-version");

import type { dynamic } from "@pulumi/pulumi";
import { dynamicProvider, newerKind } from "./dynamic-provider/dynamic-provider";
import { type Kind, kinds } from "./resources";

/*
 * One function for each kind. The state of a dynamic resource contains code that calls its kind's function, so a kind
 * must never be renamed or removed.
 */
const providers = Object.entries(kinds).map(
  ([kind, lifecycle]) =>
    [kind, (...secretInputs: string[]) => dynamicProvider(lifecycle(), secretInputs)] as const,
);

/**
 * For a kind that only a newer version has, returns a function that reports this. Every kind begins with a capital
 * letter.
 */
function providerOf(known: object, name: string | symbol, receiver: unknown): unknown {
  const isKind = typeof name === "string" && /^[A-Z]/.test(name);
  return isKind && !(name in known) ? () => newerKind(name) : Reflect.get(known, name, receiver);
}

export = new Proxy(Object.fromEntries(providers), { get: providerOf }) as {
  readonly [Name in Kind]: (...secretInputs: string[]) => dynamic.ResourceProvider;
};
