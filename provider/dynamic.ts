require("#node-version");

import type { dynamic } from "@pulumi/pulumi";
import { dynamicProvider, newerKind } from "./dynamic-provider/dynamic-provider";
import { type Kind, kinds } from "./resources";

/*
 * The functions that the code in users' states calls. A kind must never be renamed or removed, because old states still
 * name it.
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
