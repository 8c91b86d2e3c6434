import { runtime } from "@pulumi/pulumi";
import * as protocol from "@pulumi/pulumi/proto/engine_pb";
import * as mocks from "@pulumi/pulumi/runtime/mocks";
import * as state from "@pulumi/pulumi/runtime/state";
import { expect } from "chai";
import dynamic from "../../provider/dynamic";
import { dynamicProvider } from "../../provider/dynamic-provider/dynamic-provider";
import type { AnyLifecycle } from "../../provider/lifecycle/lifecycle";
import { knownSoFar } from "../../provider/program/sdk";

/** How to run a program, and how the engine responds to it. */
export interface InlineRunOptions {
  /** Stack config, by keys with their namespace. All values are secret. */
  readonly config?: Readonly<Record<string, string>>;
  /** Stack config that is not secret. */
  readonly clearConfig?: Readonly<Record<string, string>>;
  /**
   * By resource name: the id of an existing object, the account, which makes the resource unchanged, and inputs that the
   * engine sets.
   */
  readonly replies?: Readonly<
    Record<string, { readonly id?: string; readonly [name: string]: unknown }>
  >;
  /** Invented kinds by their names. The engine checks their inputs, too. */
  readonly lifecycles?: Readonly<Record<string, AnyLifecycle>>;
  /** Default true. */
  readonly isPreview?: boolean;
  /** True if the program can see that it runs under mocks; default false. */
  readonly showsMocks?: boolean;
}

/** The result of a run. */
export interface InlineRun {
  /** Messages to the engine, such as `warning news: a sentence`, in alphabetical order. */
  readonly warnings: readonly string[];
  /** The errors that fail the program: those it throws, and rejections without a handler. */
  readonly failures: readonly Error[];
}

interface LogRequest {
  getSeverity(): number;
  getUrn(): string;
  getMessage(): string;
}

/** The state that the SDK stores for a run. */
interface Store {
  readonly settings: {
    readonly options: { dryRun: boolean; monitorAddr: string };
    monitor: object;
    engine: object;
  };
}

// Not in the SDK's types.
const { withLocalStorage, getStore } = state as unknown as {
  withLocalStorage<Value>(run: () => Value): Value;
  getStore(): Store;
};
const { MockMonitor } = mocks as unknown as {
  MockMonitor: new (replies: runtime.Mocks) => object;
};

/** Runs a program in this process, isolated from other runs, as the Automation API does. */
export function runInline(
  program: () => unknown,
  options: InlineRunOptions = {},
): Promise<InlineRun> {
  return withLocalStorage(async () => {
    const { config = {}, clearConfig = {}, isPreview = true } = options;
    const warnings: string[] = [];
    const { settings } = getStore();
    settings.options.dryRun = isPreview;
    // Otherwise the SDK would share one monitor between all runs.
    settings.options.monitorAddr = "mock";
    settings.monitor = monitorOf(options);
    settings.engine = engineOf(warnings);
    runtime.setAllConfig({ ...config, ...clearConfig }, Object.keys(config));
    const failures = await failuresOf(async () => {
      await runtime.runInPulumiStack(async () => program());
    });
    return { warnings: warnings.sort(), failures };
  });
}

/** The result of a function that runs within a program. The program must not fail. */
export async function within<Value>(
  ask: () => Value | Promise<Value>,
  options: InlineRunOptions = {},
): Promise<Value> {
  const given: Value[] = [];
  const { failures } = await runInline(async () => void given.push(await ask()), options);
  expect(failures).to.deep.equal([]);
  expect(given).to.have.length(1);
  return given[0] as Value;
}

function monitorOf(options: InlineRunOptions): object {
  const { replies = {}, showsMocks = false } = options;
  const monitor = new MockMonitor({
    newResource: async ({ name, inputs: given }) => {
      const { id, ...known } = replies[name] ?? {};
      const inputs = await checked(given as Record<string, unknown>, options);
      // In a preview, an output or id that the response lacks is unknown, although the SDK's types require an id.
      return { id: id as string, state: { ...inputs, ...known } };
    },
    call: () => ({}),
  });
  if (showsMocks) return monitor;
  return new Proxy(monitor, {
    has: (target, name) => name !== "mocks" && Reflect.has(target, name),
  });
}

/** The inputs after the engine's check of a kind of this package. */
async function checked(
  inputs: Record<string, unknown>,
  { config = {}, lifecycles = {} }: InlineRunOptions,
): Promise<object> {
  const [, kind = "", names = ""] =
    /dynamic"\)\.(\w+)\((.*)\)/.exec(String(inputs.__provider)) ?? [];
  const secretInputs = JSON.parse(`[${names}]`) as string[];
  const own = lifecycles[kind];
  const provider = own
    ? dynamicProvider(own, secretInputs)
    : new Map(Object.entries(dynamic)).get(kind)?.(...secretInputs);
  if (!provider) return inputs;
  const get = (key: string) => config[key];
  void provider.configure?.({ config: { get, require: (key) => get(key) ?? "" } });
  const known = opened(await knownSoFar(inputs)) as Record<string, unknown>;
  const { inputs: judged = {} } = (await provider.check?.({}, known)) ?? {};
  // Keeps the given values, because the check's values are no longer secret or unknown.
  const kept = Object.entries(inputs).filter(([name]) => name in judged);
  return { ...Object.fromEntries(kept), __findings: judged.__findings };
}

/** Unwraps secrets, as the engine does for a provider that doesn't accept secrets. */
function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== "object" || value === null) return value;
  const marked = value as Record<string, unknown>;
  const isSecret =
    marked["4dabf18193072939515e22adb298388d"] === "1b47061264138c4ac30d75fd1eb44270";
  if (isSecret) return opened(marked.value);
  return Object.fromEntries(Object.entries(marked).map(([name, one]) => [name, opened(one)]));
}

function engineOf(warnings: string[]): object {
  const { INFO, WARNING, ERROR } = protocol.LogSeverity;
  const shown = new Map<number, string>([
    [INFO, "info"],
    [WARNING, "warning"],
    [ERROR, "error"],
  ]);
  return {
    log(request: LogRequest, done: () => void) {
      const severity = shown.get(request.getSeverity());
      const name = request.getUrn().split("::").at(-1) || "the stack";
      if (severity !== undefined) warnings.push(`${severity} ${name}: ${request.getMessage()}`);
      done();
    },
    setRootResource: (_request: unknown, done: (error: null) => void) => done(null),
  };
}

/** Replaces mocha's listener, which would fail the test. Each error counts once, because Pulumi shows it once. */
async function failuresOf(run: () => Promise<void>): Promise<Error[]> {
  const event = "unhandledRejection";
  const others = process.listeners(event);
  const failures = new Set<Error>();
  const collect = (error: unknown) => void failures.add(error as Error);
  process.removeAllListeners(event);
  process.on(event, collect);
  try {
    await run().catch(collect);
    await runtime.disconnect();
  } finally {
    process.off(event, collect);
    for (const other of others) process.on(event, other);
    // The SDK sets this outside the state of the run.
    Reflect.deleteProperty(globalThis, "stackResource");
  }
  return [...failures];
}
