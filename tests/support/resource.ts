import "@pulumi/pulumi";
import type { dynamic } from "@pulumi/pulumi";
import type { Emulator } from "email-marketing-emulator";
import type { Suite } from "mocha";
import { useLog } from "../../provider/account/step";
import kinds from "../../provider/dynamic";
import type { Properties } from "../../provider/plain/value";
import { pluginProvider } from "./plugin";
import { currentRuntime, type Runtime, withoutSecretMarks } from "./runtime";
import { canaryKeys, sent, useEmulator } from "./service";
import { useWarnings } from "./warnings";

// The first import loads the SDK before any test. Otherwise the SDK's global variables would count as a test's leak.

/** A kind of resource that a provider in the state can name. */
export type Kind = keyof typeof kinds;

/** Settings by name. */
export type Settings = Readonly<Record<string, string>>;

/** A resource type as the engine calls it, for either runtime. */
export interface Resource {
  check(old: Properties, props: Properties): Promise<dynamic.CheckResult>;
  /** The problems that a check reports. `old` are the inputs before a change. */
  faults(props: Properties, old?: Properties): Promise<string[]>;
  /** A diff for a program, after a check. */
  diff(id: string, old: Properties, props: Properties): Promise<dynamic.DiffResult>;
  /** A diff for a refresh, without a check. */
  refreshed(id: string, old: Properties, props: Properties): Promise<dynamic.DiffResult>;
  create(props: Properties): Promise<{ readonly id: string; readonly outs: Properties }>;
  read(id: string, state: Properties): Promise<Reading>;
  update(id: string, old: Properties, props: Properties): Promise<{ readonly outs: Properties }>;
  delete(id: string, state: Properties): Promise<void>;
}

/** The result of a read in a refresh. Empty if the object is gone. Has inputs only if something has changed. */
interface Reading {
  readonly id?: string;
  readonly props?: Properties;
  readonly inputs?: Properties;
}

/** A request: its method and path, such as `PUT /campaign/campaign-1`, and its body. */
interface SentRequest {
  readonly at: string;
  readonly body: unknown;
}

/** The tools of a suite about one kind of resource. */
export type Resources = ReturnType<typeof useResource>;

/** Settings that allow every operation that the service may have. */
export const extended: Settings = { operations: "extended" };

/** A provider that is configured with these settings, as by the engine. */
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
 * Makes the resource types of one provider process, without an engine. Its kinds share an account, but share nothing
 * with those of another process.
 */
export function providerProcess(
  { baseUrl }: Pick<Emulator, "baseUrl">,
  settings: Settings = {},
  runtime: Runtime = "dynamic",
): (kind: Kind) => Resource {
  processes += 1;
  // Equal settings share an account, so give each process another key of the verification API.
  const verifyKey = `of-process-${processes}`;
  const all = { baseUrl, apiKey: canaryKeys.apiKey, verifyKey, ...settings };
  return (kind) => {
    if (runtime === "plugin") return withFaults(pluginProvider(kind, all));
    return configured(withoutSecretMarks(kinds[kind]() as Required<dynamic.ResourceProvider>), all);
  };
}

/** Gives each test of a suite the example account and a new run, which has shown no warning yet. */
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
  /** Starts a new run, without anything cached, and returns the suite's kind. `more` overrides the suite's settings. */
  const newRun = (more: Settings = {}) => {
    run = providerProcess(emulator(), { ...settings, ...more }, runtime);
    return run(kind);
  };
  /** The requests since the last call of this function or of `sent`. */
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
    /** A kind in the latest run. Default: the suite's kind. */
    resource: (other = kind) => run(other),
    newRun,
    /** The warnings of this test, without the word "warning". */
    warnings,
    requests,
    /** The requests with their bodies since the last call of this function or of `requests`. */
    sent() {
      const news = bodies.slice();
      requests();
      return news;
    },
  };
}
