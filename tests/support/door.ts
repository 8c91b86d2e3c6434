import type { dynamic } from "@pulumi/pulumi";
import type { AnyLifecycle } from "../../provider/lifecycle/lifecycle";
import { dynamicProvider } from "../../provider/provider-process/dynamic-provider";
import { pluginProvider } from "./plugin";

/** A way from the engine to the lifecycles. */
export type Door = "dynamic" | "plugin";

let current: Door = "dynamic";

/** Defines suites whose resources the engine reaches by the plugin. */
export function throughPlugin(define: () => void): void {
  current = "plugin";
  try {
    define();
  } finally {
    current = "dynamic";
  }
}

/** The door of the suites that are being defined. */
export function currentDoor(): Door {
  return current;
}

/** One kind behind a door, under these settings. */
export function providerBehind(
  door: Door,
  lifecycle: AnyLifecycle,
  settings: Readonly<Record<string, string>>,
): Required<dynamic.ResourceProvider> {
  if (door === "plugin") return pluginProvider(lifecycle.kind, settings);
  const provider = dynamicProvider(lifecycle) as Required<dynamic.ResourceProvider>;
  const get = (key: string) => settings[key];
  void provider.configure({ config: { get, require: (key) => get(key) ?? "" } });
  return provider;
}

/** What the dynamic door keeps among the properties of every resource; the plugin drops it. */
export function textOf(door: Door): { readonly __provider?: string } {
  return door === "dynamic" ? { __provider: 'exports.handler = () => require("x");' } : {};
}

/** A list as a door has it: the plugin's wire has no order of names, so there it is in the order of the alphabet. */
export function inOrderOf(door: Door, sentences: readonly string[]): string[] {
  return door === "dynamic" ? [...sentences] : [...sentences].sort();
}
