import type { dynamic } from "@pulumi/pulumi";
import type { Emulator } from "email-marketing-emulator";
import type { Suite } from "mocha";
import type { Properties } from "../../provider/input/plain";
import type { AnyLifecycle } from "../../provider/lifecycle/lifecycle";
import { canaryKeys, useEmulator } from "./service";
import { currentWayIn, providerBehind } from "./way-in";

/** A request as it went over the wire: `PUT /campaign/campaign-1` and its body. */
export interface SentRequest {
  readonly at: string;
  readonly body: unknown;
}

/** An error, with what the engine keeps beside it. */
export type Kept = Error & { id?: string; properties?: Properties };

/** One kind of resource over an emulator, called as the engine's provider process calls it. */
export interface DrivenResource {
  /** The check failures of inputs; `old` are those before a change. */
  faults(props: Properties, old?: Properties): Promise<string[]>;
  /** Creates an object, and gives its id and outputs. */
  create(props: Properties): Promise<{ id: string; outs: Properties }>;
  /** The error that a create fails with, with what the engine keeps. */
  createFailure(props: Properties): Promise<Kept>;
  /** Changes an object from its outputs, and gives the new ones. */
  update(id: string, old: Properties, props: Properties): Promise<Properties>;
  /** The error that an update fails with, with what the engine keeps. */
  updateFailure(id: string, old: Properties, props: Properties): Promise<Kept>;
  /** Whether the engine is told of a change, whatever the inputs say. */
  isChanged(id: string, old: Properties, props: Properties): Promise<boolean>;
  /** The state after a refresh. */
  refreshed(id: string, state: Properties): Promise<Properties>;
  remove(id: string, state: Properties): Promise<void>;
}

/** What a suite over one kind of resource has. */
export interface Driven {
  readonly emulator: () => Emulator;
  /** `deadlineSeconds` is for calls that fail to their end; default 20. `more` are settings by name. */
  readonly resource: (
    deadlineSeconds?: number,
    more?: Readonly<Record<string, string>>,
  ) => DrivenResource;
  /** The requests since the last call of this, in order, with their bodies. */
  readonly requests: () => SentRequest[];
  /** What users were told since the last call of this. */
  readonly notices: () => string[];
}

/** Prepares a suite for one kind of resource; the emulator is as new before every test. */
export function useResource(suite: Suite, lifecycle: AnyLifecycle): Driven {
  let sent: SentRequest[] = [];
  let told: string[] = [];
  const { warn } = console;
  const wayIn = currentWayIn();
  const emulator = useEmulator(suite, {
    onExchange: ({ method, path, requestBody }) => {
      const body: unknown = requestBody === "" ? undefined : JSON.parse(requestBody);
      sent.push({ at: `${method} ${path.replace(/^\/v1/, "")}`, body });
    },
  });
  suite.beforeEach("listens to what users are told", () => {
    emulator().reset();
    sent = [];
    told = [];
    console.warn = (sentence: string) => told.push(sentence);
  });
  suite.afterEach("listens no more", () => {
    console.warn = warn;
  });
  const taken = <One>(list: One[]): One[] => list.splice(0);
  return {
    emulator,
    resource: (deadlineSeconds = 20, more = {}) => {
      const { baseUrl } = emulator();
      const given = { baseUrl, apiKey: canaryKeys.apiKey, deadlineSeconds, ...more };
      const settings = Object.entries(given).map(
        ([name, value]) => [`emailmarketing:${name}`, String(value)] as const,
      );
      return driven(providerBehind(wayIn, lifecycle, Object.fromEntries(settings)));
    },
    requests: () => taken(sent),
    notices: () => taken(told),
  };
}

function driven(provider: Required<dynamic.ResourceProvider>): DrivenResource {
  return {
    async faults(props, old = {}) {
      const { failures = [] } = await provider.check(old, props);
      return failures.map(({ reason }) => reason);
    },
    async create(props) {
      const { id, outs } = await provider.create(props);
      return { id, outs: outs as Properties };
    },
    createFailure: async (props) =>
      provider.create(props).then(
        ({ id }) => new Error(`created ${id}`),
        (error: Error) => error,
      ),
    async update(id, old, props) {
      const { outs } = await provider.update(id, old, props);
      return outs as Properties;
    },
    updateFailure: async (id, old, props) =>
      provider.update(id, old, props).then(
        () => new Error(`updated ${id}`),
        (error: Error) => error,
      ),
    isChanged: async (id, old, props) => {
      const { changes = false } = await provider.diff(id, old, props);
      return changes;
    },
    refreshed: async (id, state) => {
      const { props } = await provider.read(id, state);
      return props as Properties;
    },
    remove: async (id, state) => provider.delete(id, state),
  };
}
