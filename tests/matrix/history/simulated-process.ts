import { dirname, join } from "node:path";
import type { Properties } from "../../../provider/input/plain";
// Its globals must be there before a test begins: they would look like a leak of the test.
import "@pulumi/pulumi";
import type { dynamic } from "@pulumi/pulumi";
import type { Clock } from "../../../provider/client/clock";
import type { SpecifiedKind } from "../../support/specimen";
import { withoutMarks } from "../../support/way-in";
import { freshLoaders } from "./fresh-module";

/** What a create or an update made; with the error, when the engine is to keep it although it failed. */
export interface Made {
  readonly id: string;
  readonly outputs: Properties;
  readonly isUnfinished: boolean;
  /** Why it is unfinished. */
  readonly error?: unknown;
}

/** The provider's process as the engine speaks to it: one for each run, with memory of its own. */
export interface ProviderProcess {
  provider(kind: SpecifiedKind): {
    /** The inputs to go on with; rejects with what is wrong with them. */
    check(old: Properties, inputs: Properties): Promise<Properties>;
    diff(id: string, old: Properties, inputs: Properties): Promise<Difference>;
    create(inputs: Properties): Promise<Made>;
    update(id: string, old: Properties, inputs: Properties): Promise<Made>;
    read(id: string, old: Properties): Promise<Read | "gone">;
    delete(id: string, old: Properties): Promise<void>;
  };
  /** What the engine shows of an error. */
  shown(error: unknown): string;
}

interface Difference {
  readonly changes?: boolean;
  readonly replaces: readonly string[];
}

interface Read {
  readonly inputs?: Properties;
  readonly outputs: Properties;
}

/** What a process is started with. */
export interface ProcessOptions {
  /** The stack's config, with namespaces. */
  readonly config: Readonly<Record<string, string>>;
  /** How many times shorter its waits are than it takes them to be. */
  readonly speed: number;
  /** Told of each wait at its end, in milliseconds of that clock. */
  readonly onWait: (ms: number) => void;
}

const entry = require.resolve("pulumi-email-marketing/dynamic");
const folder = dirname(entry);
// What minds the standard error minds that of this process, once. Every AsyncLocalStorage stays with a process to its end,
// and each makes all that follows slower.
const shared = ["orphan.js", "look-ahead.js"].map((file) => join(folder, "provider-process", file));
const loader = freshLoaders(folder, shared);

/** Starts a process: the modules are loaded anew, so that no account, pace or warning is known yet. */
export function startProviderProcess({ config, ...time }: ProcessOptions): ProviderProcess {
  const lifecycles = loadAnew(time);
  const providers = new Map<SpecifiedKind, dynamic.ResourceProvider>();
  const get = (key: string) => config[key];
  const of = (kind: SpecifiedKind) => {
    const known = providers.get(kind) ?? lifecycles[kind]();
    if (!providers.has(kind))
      void known.configure?.({ config: { get } } as dynamic.ConfigureRequest);
    providers.set(kind, known);
    return known;
  };
  return {
    provider: (kind) => calls(of(kind)),
    shown(error) {
      const { reasons, message } = error as { reasons?: string[]; message: string };
      return reasons?.join("; ") ?? message;
    },
  };
}

function loadAnew(time: Time): Record<SpecifiedKind, () => dynamic.ResourceProvider> {
  const load = loader();
  const lifecycles = load(entry) as Record<SpecifiedKind, () => dynamic.ResourceProvider>;
  const { monotonicClock } = load(join(folder, "client", "clock.js")) as { monotonicClock: Clock };
  Object.assign(monotonicClock, faster(monotonicClock, time));
  return lifecycles;
}

type Time = Pick<ProcessOptions, "speed" | "onWait">;

/** A clock like the machine's, but that waits are soon over, with their time gone by here and in the service alike. */
function faster({ now, sleep, after }: Clock, { speed, onWait }: Time): Clock {
  let skippedMs = 0;
  const own = () => now() + skippedMs;
  const skipTo = (end: number) => {
    const leftMs = Math.max(0, end - own());
    skippedMs += leftMs;
    onWait(leftMs);
  };
  return {
    now: own,
    async sleep(ms) {
      const end = own() + ms;
      await sleep(ms / speed);
      skipTo(end);
    },
    after(ms, act) {
      const end = own() + ms;
      return after(ms / speed, () => {
        skipTo(end);
        act();
      });
    },
  };
}

function calls(provider: dynamic.ResourceProvider): ReturnType<ProviderProcess["provider"]> {
  const { check, diff, create, update, read } = provider;
  if (!check || !diff || !update || !read) throw new Error("a provider lacks a method");
  return {
    async check(old, inputs) {
      const { inputs: checked, failures = [] } = await check(overWire(old), overWire(inputs));
      if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("; "));
      return overWire({ ...checked, __provider: inputs.__provider });
    },
    async diff(id, old, inputs) {
      const { replaces = [], changes } = await diff(id, overWire(old), overWire(inputs));
      return { replaces, ...(changes === undefined ? {} : { changes }) };
    },
    create: (inputs) => made(create(overWire(inputs)), inputs.__provider),
    update(id, old, inputs) {
      const updated = update(id, overWire(old), overWire(inputs));
      return made(
        updated.then(({ outs }) => ({ id, outs })),
        inputs.__provider,
      );
    },
    async read(id, old) {
      const { id: found, inputs, props } = await read(id, overWire(old));
      if (found === undefined || found === "") return "gone";
      const outputs = overWire({ ...props, __provider: old.__provider });
      const { __provider } = old;
      return { outputs, ...(inputs && { inputs: overWire({ ...inputs, __provider }) }) };
    },
    async delete(id, old) {
      await provider.delete?.(id, overWire(old));
    },
  };
}

async function made(creating: Promise<dynamic.CreateResult>, __provider: unknown): Promise<Made> {
  try {
    const { id, outs = {} } = await creating;
    return { id, outputs: overWire({ ...outs, __provider }), isUnfinished: false };
  } catch (error) {
    const { id, properties } = error as { id?: string; properties?: Properties };
    if (id === undefined || properties === undefined) throw error;
    if (properties.__provider === undefined) throw new Error("an unfinished object lacks its text");
    return { id, outputs: overWire(properties), isUnfinished: true, error };
  }
}

/** A copy as it comes out of the engine's wire, which has no word for `undefined` and hangs on one, without secrets' marks. */
function overWire(properties: Properties): Properties {
  const text = JSON.stringify(properties, (name, value: unknown) => {
    if (value === undefined) throw new Error(`undefined at ${name}`);
    return value;
  });
  return withoutMarks(JSON.parse(text)) as Properties;
}
