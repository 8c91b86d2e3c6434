require("#node-version");

import type { dynamic } from "@pulumi/pulumi";
import { dynamicProvider, newerKind } from "./dynamic-provider/dynamic-provider";
import { type Kind, kinds, lifecycleOf } from "./resources";

/*
 * One function for each kind. The state of a dynamic resource contains code that calls its kind's function, so a kind
 * must never be renamed or removed. For a kind that only a newer version has, the function reports this.
 */
function providerOf(known: object, name: string | symbol, receiver: unknown): unknown {
  // Every kind begins with a capital letter. Any other name is an ordinary property.
  if (typeof name !== "string" || !/^[A-Z]/.test(name)) return Reflect.get(known, name, receiver);
  return (...secretInputs: string[]) => {
    const lifecycle = lifecycleOf(name);
    return lifecycle ? dynamicProvider(lifecycle, secretInputs) : newerKind(name);
  };
}

export = new Proxy<object>(kinds, { get: providerOf }) as {
  readonly [Name in Kind]: (...secretInputs: string[]) => dynamic.ResourceProvider;
};
