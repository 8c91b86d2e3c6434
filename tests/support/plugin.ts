import { isDeepStrictEqual, promisify } from "node:util";
import {
  credentials,
  type Metadata,
  type MethodDefinition,
  Server,
  ServerCredentials,
  type ServiceError,
} from "@grpc/grpc-js";
import type { dynamic } from "@pulumi/pulumi";
import {
  ResourceProviderClient,
  ResourceProviderService,
} from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as wire from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Properties } from "../../provider/plain/value";
import { createPlugin, type PluginOptions } from "../../provider/plugin/server";

const open: (() => void)[] = [];
after("closes the plugins", () => {
  for (const close of open.splice(0)) close();
});

/** Starts a plugin's server in this process, and connects to it. */
export async function startPlugin(options: Partial<PluginOptions> = {}) {
  /** Messages that the plugin has written to the engine's log, without warnings, which go to this process. */
  const logged: { readonly level: "info" | "brief" | "warning"; readonly sentence: string }[] = [];
  const server = new Server();
  const methods = createPlugin({
    log: {
      connect: () => undefined,
      write: (level, sentence) => logged.push({ level, sentence }),
    },
    schema: () => "{}",
    stackConfig: { read: () => undefined, keys: [] },
    begin: () => () => undefined,
    ...options,
  });
  server.addService(ResourceProviderService, methods);
  const bind = promisify(server.bindAsync.bind(server));
  const port = await bind("127.0.0.1:0", ServerCredentials.createInsecure());
  open.push(() => server.forceShutdown());
  return { client: connectTo(port), logged };
}

type Service = typeof ResourceProviderService;

/** Starts a plugin and configures it with these settings, like the engine for its default provider. */
export async function configuredPlugin(settings: object, options: Partial<PluginOptions> = {}) {
  const plugin = await startPlugin(options);
  const request = new wire.ConfigureRequest().setUrn(providerUrn("default"));
  await plugin.client.configure(request.setArgs(struct(settings)));
  return plugin;
}

/** The methods of a plugin, as the engine calls them. */
export type PluginClient = {
  readonly [Name in keyof Service as string extends Name
    ? never
    : Name]: Service[Name] extends MethodDefinition<infer Request, infer Response>
    ? (request: Request) => Promise<Response>
    : never;
};

/** Connects to the plugin that listens on a port. The connection is closed after all tests. */
export function connectTo(port: number): PluginClient & { readonly raw: ResourceProviderClient } {
  const raw = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  open.push(() => raw.close());
  type Method = (request: unknown, reply: (error: Error | null, response: unknown) => void) => void;
  const methods = raw as unknown as Readonly<Record<string, Method>>;
  const names = Object.keys(ResourceProviderService);
  const calls = names.map((name) => [name, promisify(methods[name]?.bind(raw) as Method)] as const);
  return { ...(Object.fromEntries(calls) as unknown as PluginClient), raw };
}

/** Properties in the protocol's format. Removes members that are undefined. */
export function struct(properties: object): Struct {
  const plain = JSON.parse(JSON.stringify(properties)) as Record<string, JavaScriptValue>;
  return Struct.fromJavaScript(plain);
}

/** Properties from the protocol's format. Marks, such as that of a secret, stay. */
export function plain(properties: Struct | undefined): Properties {
  return properties?.toJavaScript() ?? {};
}

export function urnOf(kind: string, name = "it"): string {
  return `urn:pulumi:dev::test::emailmarketing:index:${kind}::${name}`;
}

/** The URN of a provider. The names of the engine's default providers begin with `default`. */
export function providerUrn(name: string): string {
  return `urn:pulumi:dev::test::pulumi:providers:emailmarketing::${name}`;
}

/** The states and inputs that a diff compares. */
interface Compared {
  readonly olds: object;
  readonly news: object;
  readonly oldInputs?: object;
}

/** The engine's requests about one resource. */
export function requestsOf(urn: string) {
  return {
    check: (news: object, olds: object = {}) =>
      new wire.CheckRequest().setUrn(urn).setOlds(struct(olds)).setNews(struct(news)),
    create: (inputs: object) => new wire.CreateRequest().setUrn(urn).setProperties(struct(inputs)),
    /** By default, the inputs before the change are the same as those after the change. */
    diff(id: string, { olds, news, oldInputs = news }: Compared) {
      const request = new wire.DiffRequest().setUrn(urn).setId(id).setOlds(struct(olds));
      return request.setOldInputs(struct(oldInputs)).setNews(struct(news));
    },
    update: (id: string, olds: object, news: object) =>
      new wire.UpdateRequest().setUrn(urn).setId(id).setOlds(struct(olds)).setNews(struct(news)),
    /** The engine sends inputs and state. Here, the inputs are always those of the state. */
    read(id: string, state: object) {
      const request = new wire.ReadRequest().setUrn(urn).setId(id);
      return request.setProperties(struct(state)).setInputs(struct(state));
    },
    delete: (id: string, state: object) =>
      new wire.DeleteRequest().setUrn(urn).setId(id).setProperties(struct(state)),
  };
}

/** An error in the form of a dynamic provider's error, with what the engine stores in spite of the failure. */
function asProviderError({ details, metadata }: ServiceError): Error {
  return Object.assign(new Error(details), keptObject(metadata));
}

function keptObject(metadata: Metadata) {
  const [packed] = metadata.get("grpc-status-details-bin");
  if (packed === undefined) return {};
  const [detail] = Status.deserializeBinary(Buffer.from(packed)).getDetailsList();
  const kept = wire.ErrorResourceInitFailed.deserializeBinary(
    detail?.getValue_asU8() as Uint8Array,
  );
  return {
    id: kept.getId(),
    properties: plain(kept.getProperties()),
    reasons: kept.getReasonsList(),
  };
}

/** A kind of the plugin as a dynamic provider, so that the same test cases run with both runtimes. */
export function pluginProvider(
  kind: string,
  settings: Readonly<Record<string, string>>,
): Required<dynamic.ResourceProvider> {
  const started = configuredPlugin(settings);
  const send = async <Response>(method: (client: PluginClient) => Promise<Response>) => {
    const { client } = await started;
    return method(client).catch((error: ServiceError) => {
      throw asProviderError(error);
    });
  };
  const about = requestsOf(urnOf(kind));
  return {
    configure: async () => undefined,
    async check(olds: Properties, news: Properties) {
      const response = await send((client) => client.check(about.check(news, olds)));
      // The plugin names the input separately, but a dynamic provider names it in the message.
      const failures = response.getFailuresList().map((failure) => ({
        property: "",
        reason: [failure.getProperty(), failure.getReason()].filter(Boolean).join(": "),
      }));
      return { inputs: plain(response.getInputs()), failures };
    },
    async diff(id: string, olds: Properties, news: Properties) {
      const response = await send((client) => client.diff(about.diff(id, { olds, news })));
      const replaces = response.getReplacesList();
      const isSaid = response.getChanges() === wire.DiffResponse.DiffChanges.DIFF_SOME;
      const deletes = response.getDeletebeforereplace();
      return {
        ...(isSaid && { changes: true }),
        ...(isSaid && replaces.length === 0 ? {} : { replaces }),
        ...(deletes && { deleteBeforeReplace: true }),
      };
    },
    async create(inputs: Properties) {
      const response = await send((client) => client.create(about.create(inputs)));
      return { id: response.getId(), outs: plain(response.getProperties()) };
    },
    async read(id: string, state: Properties = {}) {
      const response = await send((client) => client.read(about.read(id, state)));
      if (response.getId() === "") return {};
      const [inputs, props] = [plain(response.getInputs()), plain(response.getProperties())];
      // A dynamic provider returns inputs only if something has changed.
      const isAsItWas = isDeepStrictEqual(props, state);
      return { id: response.getId(), props, ...(isAsItWas ? {} : { inputs }) };
    },
    async update(id: string, olds: Properties, news: Properties) {
      const response = await send((client) => client.update(about.update(id, olds, news)));
      return { outs: plain(response.getProperties()) };
    },
    async delete(id: string, state: Properties) {
      await send((client) => client.delete(about.delete(id, state)));
    },
  };
}
