import { runtime } from "@pulumi/pulumi";
import * as protocol from "@pulumi/pulumi/proto/engine_pb";
import * as mocks from "@pulumi/pulumi/runtime/mocks";
import * as state from "@pulumi/pulumi/runtime/state";
import { expect } from "chai";
import dynamic from "../../provider/dynamic";
import { dynamicProvider } from "../../provider/dynamic-provider/dynamic-provider";
import type { AnyLifecycle } from "../../provider/lifecycle/lifecycle";
import { knownSoFar } from "../../provider/program/sdk";

/** How a program is run, and what the engine responds to it. */
export interface InlineRunOptions {
  /** Stack config by its whole key; all of it is secret. */
  readonly config?: Readonly<Record<string, string>>;
  /** Stack config that is not secret. */
  readonly clearConfig?: Readonly<Record<string, string>>;
  /** By the name of a resource what is known beside its inputs: an id where it exists, and what it decides. */
  readonly replies?: Readonly<Record<string, { readonly id?: string; readonly account?: string }>>;
  /** Kinds that no package has, by their names: the engine checks them, too. */
  readonly lifecycles?: Readonly<Record<string, AnyLifecycle>>;
  /** Default true. */
  readonly isPreview?: boolean;
  /** Whether the program can see that it runs under mocks; default false. */
  readonly showsMocks?: boolean;
}

/** What came of a run. */
export interface InlineRun {
  /** Messages to the engine, such as `warning news: a sentence`, in alphabetical order. */
  readonly warnings: readonly string[];
  /** What fails the program: what it throws, and what is rejected without a handler. */
  readonly failures: readonly Error[];
}

interface LogRequest {
  getSeverity(): number;
  getUrn(): string;
  getMessage(): string;
}

/** What the SDK keeps of a run. */
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

/** Runs a whole program in this process, apart from all others, as inline programs are run. */
export function runInline(
  program: () => unknown,
  options: InlineRunOptions = {},
): Promise<InlineRun> {
  return withLocalStorage(async () => {
    const { config = {}, clearConfig = {}, isPreview = true } = options;
    const warnings: string[] = [];
    const { settings } = getStore();
    settings.options.dryRun = isPreview;
    // Else the SDK would share one monitor between all runs.
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

/** What a function gives within a run of a program, which must not fail. */
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
      // In a preview, what the response lacks is unknown, and so is an id, which the types would have.
      return { id: id as string, state: { ...inputs, ...known } };
    },
    call: () => ({}),
  });
  if (showsMocks) return monitor;
  return new Proxy(monitor, {
    has: (target, name) => name !== "mocks" && Reflect.has(target, name),
  });
}

/** The inputs as the engine has them after the check of a kind of ours. */
async function checked(
  inputs: Record<string, unknown>,
  { config = {}, lifecycles = {} }: InlineRunOptions,
): Promise<object> {
  const kind = /dynamic"\)\.(\w+)\(/.exec(String(inputs.__provider))?.[1] ?? "";
  const own = lifecycles[kind];
  const provider = own ? dynamicProvider(own) : new Map(Object.entries(dynamic)).get(kind)?.();
  if (!provider) return inputs;
  const get = (key: string) => config[key];
  void provider.configure?.({ config: { get, require: (key) => get(key) ?? "" } });
  const known = opened(await knownSoFar(inputs)) as Record<string, unknown>;
  const { inputs: judged = {} } = (await provider.check?.({}, known)) ?? {};
  // What is secret or unknown stays so.
  const kept = Object.entries(inputs).filter(([name]) => name in judged);
  return { ...Object.fromEntries(kept), __findings: judged.__findings };
}

/** Secrets as the engine passes them to a provider that accepts none: in clear. */
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

/** Takes the place of mocha, which would fail the test; each error counts once, as it is shown. */
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
    // Set by the SDK beside what it keeps of the run.
    Reflect.deleteProperty(globalThis, "stackResource");
  }
  return [...failures];
}
