import type { dynamic } from "@pulumi/pulumi";
import { mark, secretMark } from "../../provider/plain/value";

/** The way in which the engine calls the lifecycles: by a dynamic provider, or by the plugin. */
export type Runtime = "dynamic" | "plugin";

/** The runtimes as parts of a test's name. */
export const runtimeNames = {
  dynamic: "dynamic resources",
  plugin: "the plugin",
} as const satisfies Record<Runtime, string>;

let current: Runtime = "dynamic";

/** Defines suites whose resources use the plugin. */
export function throughPlugin(define: () => void): void {
  current = "plugin";
  try {
    define();
  } finally {
    current = "dynamic";
  }
}

/** The runtime of the suites that are being defined now. */
export function currentRuntime(): Runtime {
  return current;
}

/** A dynamic provider that gets and returns secrets in clear text, because the engine removes the marks. */
export function withoutSecretMarks(provider: Required<dynamic.ResourceProvider>): typeof provider {
  const inClear = <Value>(properties: Value) => withoutMarks(properties) as Value;
  const made = <Value>(step: Promise<Value>) =>
    step.then(inClear, (error: Error & { properties?: unknown }) => {
      // These are the properties that the engine stores although the step failed.
      throw Object.assign(error, error.properties && { properties: inClear(error.properties) });
    });
  return {
    ...provider,
    diff: (id, old, props) => provider.diff(id, inClear(old), props),
    create: (props) => made(provider.create(props)),
    update: (id, old, props) => made(provider.update(id, inClear(old), props)),
    read: async (id, state) => inClear(await provider.read(id, inClear(state))),
    delete: (id, state) => provider.delete(id, inClear(state)),
  };
}

/** A value as the engine sends it to a dynamic provider: secrets have no marks. */
export function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== "object" || value === null) return value;
  // Keep assets, which are instances of classes.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const marked = value as { readonly [mark]?: unknown; readonly value?: unknown };
  if (marked[mark] === secretMark) return withoutMarks(marked.value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutMarks(member)]),
  );
}

/** The messages in the order of the runtime. The plugin sorts them, because its protocol has no order of names. */
export function inOrderOf(runtime: Runtime, sentences: readonly string[]): string[] {
  return runtime === "dynamic" ? [...sentences] : [...sentences].sort();
}
