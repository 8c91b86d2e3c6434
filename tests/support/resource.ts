import "@pulumi/pulumi";
import type { dynamic } from "@pulumi/pulumi";
import type { Emulator } from "email-marketing-emulator";
import type { Suite } from "mocha";
import { useLog } from "../../provider/account/user-log";
import kinds from "../../provider/dynamic";
import type { Properties } from "../../provider/plain/value";
import { pluginProvider } from "./plugin";
import { currentRuntime, type Runtime, unmarked } from "./runtime";
import { canaryKeys, sent, useEmulator } from "./service";
import { useWarnings } from "./warnings";

// Loaded before the first test: what the SDK makes global would count as that one's leak.

/** A kind that a text in the state can name. */
export type Kind = keyof typeof kinds;

/** Settings by name. */
export type Settings = Readonly<Record<string, string>>;

/** A resource type as the engine calls it, in either runtime. */
export interface Resource {
  check(old: Properties, props: Properties): Promise<dynamic.CheckResult>;
  /** What a check says is wrong; `old` are the inputs before a change. */
  faults(props: Properties, old?: Properties): Promise<string[]>;
  /** A program's own diff, which has a check before it. */
  diff(id: string, old: Properties, props: Properties): Promise<dynamic.DiffResult>;
  /** The diff by which a refresh shows what it has found. */
  refreshed(id: string, old: Properties, props: Properties): Promise<dynamic.DiffResult>;
  create(props: Properties): Promise<{ readonly id: string; readonly outs: Properties }>;
  read(id: string, state: Properties): Promise<Reading>;
  update(id: string, old: Properties, props: Properties): Promise<{ readonly outs: Properties }>;
  delete(id: string, state: Properties): Promise<void>;
}

/** What a refresh finds; nothing of what is gone, and inputs only where they have changed. */
interface Reading {
  readonly id?: string;
  readonly props?: Properties;
  readonly inputs?: Properties;
}

/** A request as it went over the wire: `PUT /campaign/campaign-1` and its body. */
interface SentRequest {
  readonly at: string;
  readonly body: unknown;
}

/** What a suite about a kind of resource has. */
export type Resources = ReturnType<typeof useResource>;

/** Under these settings, every operation may be used that the service might have. */
export const extended: Settings = { operations: "extended" };

/** A provider under these settings, as the engine configures it. */
export function configured(provider: dynamic.ResourceProvider, settings: Settings): Resource {
  const get = (key: string) => settings[key.replace(/^.*:/, "")];
  void provider.configure?.({ config: { get, require: (key) => get(key) ?? "" } });
  return withFaults(provider as Required<dynamic.ResourceProvider>);
}

function withFaults(provider: Required<dynamic.ResourceProvider>): Resource {
  return {
    ...(provider as Omit<Resource, "faults" | "refreshed">),
    refreshed: (id, old, props) => provider.diff(id, old, props),
    async diff(id, old, props) {
      await provider.check(old, props);
      return provider.diff(id, old, props);
    },
    async faults(props, old = {}) {
      const { failures = [] } = await provider.check(old, props);
      return failures.map(({ reason }) => reason);
    },
  };
}

let processes = 0;

/**
 * What one provider process of the engine serves, without the engine: its kinds share an account, and share nothing with
 * those of another process.
 */
export function providerProcess(
  { baseUrl }: Pick<Emulator, "baseUrl">,
  settings: Settings = {},
  runtime: Runtime = "dynamic",
): (kind: Kind) => Resource {
  processes += 1;
  // Equal settings share an account; these differ in what no test waits for.
  const verifyKey = `of-process-${processes}`;
  const all = { baseUrl, apiKey: canaryKeys.apiKey, verifyKey, ...settings };
  return (kind) => {
    if (runtime === "plugin") return withFaults(pluginProvider(kind, all));
    return configured(unmarked(kinds[kind]() as Required<dynamic.ResourceProvider>), all);
  };
}

/** Begins each test of a suite with the example's account, in a run without any warning so far. */
export function useResource(suite: Suite, kind: Kind, settings: Settings = {}) {
  const runtime = currentRuntime();
  const bodies: SentRequest[] = [];
  const emulator = useEmulator(suite, {
    onExchange({ method, path, requestBody }) {
      const body: unknown = requestBody === "" ? undefined : JSON.parse(requestBody);
      bodies.push({ at: `${method} ${path.replace(/^\/v1/, "")}`, body });
    },
  });
  const warnings = useWarnings(suite, "bare");
  let run: (kind: Kind) => Resource;
  let seen = 0;
  /** Starts another run, which has read nothing yet, and gives the suite's kind in it; settings win over the suite's. */
  const newRun = (more: Settings = {}) => {
    run = providerProcess(emulator(), { ...settings, ...more }, runtime);
    return run(kind);
  };
  /** The requests since the last call of this or of `sent`. */
  const requests = () => {
    const all = sent(emulator().requests());
    const news = all.slice(seen);
    seen = all.length;
    bodies.length = 0;
    return news;
  };
  suite.beforeEach("starts the first run", () => {
    useLog();
    emulator().reset();
    seen = 0;
    bodies.length = 0;
    newRun();
  });
  return {
    emulator,
    /** A kind in the latest run, by default the suite's. */
    resource: (other = kind) => run(other),
    newRun,
    /** The warnings of this test, without the word "warning". */
    warnings,
    requests,
    /** The same with their bodies. */
    sent() {
      const news = bodies.slice();
      requests();
      return news;
    },
  };
}
