import {
  credentials,
  type ServerUnaryCall,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { type PluginAttach, PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type Account, openAccount } from "../account/account";
import { forgetProgram } from "../account/program-record";
import { currentUrn, inStep, isReadOnly, redactSecretInputs } from "../account/step";
import type { EngineWatch } from "../dynamic-provider/engine";
import {
  type AnyDataSource,
  createLookUps,
  type LookUps,
  PendingResult,
} from "../lifecycle/data-source";
import { version } from "../plain/package";
import { camelCased, isRecord, mapMembers, type Properties } from "../plain/value";
import { functions } from "../resources";
import { defaultSettings } from "../settings/settings";
import { checkConfig, configured, type StackConfig } from "./provider-config";
import * as resource from "./resource";
import { decode, encode, grpcErrorOf, Secrets } from "./value";

/** The severity of a message. A "brief" message is shown only until the next one, and is left out of the summary. */
export type LogLevel = "info" | "brief" | "warning";

/** The log of the engine. Messages appear at the resource of the current step. */
export type EngineLog = ReturnType<typeof createEngineLog>;

/** Creates a log that discards messages until connected, because an engine that attaches shows no printed output. */
export function createEngineLog() {
  let engine: EngineClient | undefined;
  return {
    connect(address: string): void {
      // The engine listens on loopback without TLS. gRPC would otherwise connect through the proxy in `https_proxy`.
      const options = { "grpc.enable_http_proxy": 0 };
      engine = new EngineClient(address, credentials.createInsecure(), options);
    },
    write(level: LogLevel, sentence: string): void {
      const request = new LogRequest()
        .setSeverity(level === "warning" ? LogSeverity.WARNING : LogSeverity.INFO)
        .setMessage(redactSecretInputs(sentence))
        .setEphemeral(level === "brief")
        .setUrn(currentUrn());
      // Errors are ignored, because if the engine has ended, no one reads the log.
      engine?.log(request, () => undefined);
    },
  };
}

export interface PluginOptions {
  readonly log: EngineLog;
  readonly schema: () => string;
  readonly stackConfig: StackConfig;
  readonly aroundWrite?: EngineWatch["write"] | undefined;
  /** Called at the beginning of each gRPC call. The process keeps running until the returned function is called. */
  readonly begin: () => () => void;
}

type Method<Request, Response> = (request: Request) => Response | Promise<Response>;

/** Methods of `pulumirpc.ResourceProvider`. gRPC answers other calls with "not implemented", as the engine expects. */
export function createPlugin({
  log,
  schema,
  stackConfig,
  aroundWrite,
  begin,
}: PluginOptions): UntypedServiceImplementation {
  // Used until the engine calls Configure, which `pulumi do` never does.
  let settings = defaultSettings(() => undefined);
  let attachedTo: string | undefined;
  const waits = new Set<() => void>();
  const lookUps = createLookUps(
    (sentence, { isBrief = false } = {}) => log.write(isBrief ? "brief" : "info", sentence),
    (interrupt) => {
      waits.add(interrupt);
      return () => waits.delete(interrupt);
    },
  );
  const more = aroundWrite && { aroundWrite };
  const plugin = { settings: () => settings, account: () => openAccount(settings, more) };

  function unary<Request, Response>(method: Method<Request, Response>) {
    return (call: ServerUnaryCall<Request, Response>, reply: sendUnaryData<Response>): void => {
      const run = async () => method(call.request);
      void inStep(stepOf(call.request), () =>
        run().then(
          (response) => reply(null, response),
          (error: unknown) => reply(grpcErrorOf(error)),
        ),
      ).finally(begin());
    };
  }

  /** Clears the look-up cache before and after a step that may write. */
  function writing<Request, Response>(
    step: (plugin: resource.Configured, request: Request) => Promise<Response>,
  ): Method<Request, Response> {
    return async (request) => {
      if (isReadOnly()) return step(plugin, request);
      lookUps.forget();
      return step(plugin, request).finally(lookUps.forget);
    };
  }

  return {
    handshake: unary(() =>
      // With these options, the engine marks secrets, references and outputs instead of sending plain values.
      new rpc.ProviderHandshakeResponse()
        .setAcceptSecrets(true)
        .setAcceptResources(true)
        .setAcceptOutputs(true),
    ),
    attach: unary((request: PluginAttach) => {
      // Called by an engine that uses a running plugin instead of starting one.
      log.connect(request.getAddress());
      // Every Provider of a command attaches with the same engine address. Another address means another command.
      if (request.getAddress() !== attachedTo) {
        forgetProgram();
        lookUps.forget();
      }
      attachedTo = request.getAddress();
      return new Empty();
    }),
    getPluginInfo: unary(() => new PluginInfo().setVersion(version)),
    getSchema: unary(() => new rpc.GetSchemaResponse().setSchema(schema())),
    checkConfig: unary((request) => checkConfig(request, stackConfig)),
    // Never replaces the Provider. If its key now belongs to another account, the diff of each resource decides.
    diffConfig: unary(() =>
      new rpc.DiffResponse().setChanges(rpc.DiffResponse.DiffChanges.DIFF_UNKNOWN),
    ),
    configure: unary((request) => {
      settings = configured(request, stackConfig);
      // With `supportspreview`, the engine calls create and update in previews, which run the preflight checks.
      return new rpc.ConfigureResponse()
        .setAcceptsecrets(true)
        .setSupportspreview(true)
        .setAcceptresources(true)
        .setAcceptoutputs(true);
    }),
    check: unary((request) => resource.check(plugin, request)),
    diff: unary((request) => resource.diff(plugin, request)),
    create: unary(writing(resource.create)),
    read: unary((request) => resource.read(plugin, request)),
    update: unary(writing(resource.update)),
    delete: unary(writing(resource.remove)),
    list: (call: Parameters<typeof resource.list>[1]) =>
      void inStep(stepOf(call.request), () =>
        resource.list(plugin, call).then(
          () => call.end(),
          // grpc-js ends a stream with an error status in this way.
          (error: unknown) => call.emit("error", grpcErrorOf(error)),
        ),
      ).finally(begin()),
    invoke: unary((request) => invoke(plugin.account(), { log, lookUps }, request)),
    cancel: unary(() => {
      // After a Ctrl-C the engine waits for running steps, so only waits that change nothing are interrupted.
      for (const interrupt of waits) interrupt();
      return new Empty();
    }),
  };
}

async function invoke(
  account: Account,
  { log, lookUps }: { readonly log: EngineLog; readonly lookUps: LookUps },
  request: rpc.InvokeRequest,
): Promise<rpc.InvokeResponse> {
  const source = resource.loadEntry<AnyDataSource>(functions, "function", request.getTok());
  const args = withCamelCase(decode(request.getArgs()).value);
  const call = { account, args, isPreview: request.getPreview() };
  const answer = await lookUps.ask(source, call);
  // The protocol has no unknown results, so a preview returns the incomplete result.
  const result = (answer instanceof PendingResult ? answer.soFar : answer) as object;
  if (answer instanceof PendingResult) log.write("info", `${source.name}: ${answer.sentence}`);
  // Secrets are marked, because resources that use the result would otherwise have them in plain text in the state.
  const secrets = new Secrets().withNames(source.isSecret ? Object.keys(result) : []);
  return new rpc.InvokeResponse().setReturn(encode(result, secrets));
}

/** Converts member names to camel case, because the Python SDK sends `timeout_seconds` in a dictionary as written. */
function withCamelCase(args: Properties): object {
  return mapMembers(args, (member) => {
    if (!isRecord(member)) return member;
    const renamed = camelCased(member);
    // A member with both spellings of a name stays as it is, so that the checks report one of them.
    return Object.keys(renamed).length < Object.keys(member).length ? member : renamed;
  });
}

/** The step of a request. Only requests for create, update and invoke show whether they are part of a preview. */
function stepOf(request: unknown) {
  const { getUrn, getPreview } = request as {
    readonly getUrn?: () => string | undefined;
    readonly getPreview?: () => boolean;
  };
  return { urn: getUrn?.call(request) ?? "", isReadOnly: getPreview?.call(request) === true };
}
