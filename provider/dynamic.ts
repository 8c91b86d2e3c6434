require("#node-version");

import type { dynamic } from "@pulumi/pulumi";
import { type Kind, kinds } from "./nouns";
import { dynamicProvider } from "./provider-process/dynamic-provider";

/*
 * What the texts in users' states call, one function a kind. States live long: add to the kinds, never rename or remove one.
 * Each is loaded on its first use.
 */
const providers = Object.entries(kinds).map(
  ([kind, lifecycle]) =>
    [kind, (...secretInputs: string[]) => dynamicProvider(lifecycle(), secretInputs)] as const,
);

export = Object.fromEntries(providers) as {
  readonly [Name in Kind]: (...secretInputs: string[]) => dynamic.ResourceProvider;
};
