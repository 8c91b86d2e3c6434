import type { ServerUnaryCall, sendUnaryData, UntypedServiceImplementation } from "@grpc/grpc-js";
import { type PluginAttach, PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import {
  ConfigureResponse,
  DiffRequest,
  DiffResponse,
  GetSchemaResponse,
  type InvokeRequest,
  InvokeResponse,
  ProviderHandshakeResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { openAccount, outageLimitMs } from "../account/account";
import { inStep, looksAhead } from "../account/step";
import type { EngineWatch } from "../dynamic-provider/engine";
import { version } from "../errors/package";
import { isRecord, type Properties } from "../input/plain";
import { createLookUps, type LookUps, NotYet } from "../lifecycle/data-source";
import { forgetFinalSteps } from "../lifecycle/repeated-step";
import { defaultSettings } from "../settings/settings";
import type { StackConfig } from "../settings/source";
import { grpcErrorOf } from "./grpc-error";
import { dataSourceOf, type EngineLog, type PluginState } from "./plugin-state";
import { checkConfig, configured } from "./provider-config";
import { list, read } from "./read";
import * as resource from "./resource";
import { createSeenProgram } from "./seen-program";
import { decode, encode, Secrets } from "./value";

export interface PluginOptions {
  readonly log: EngineLog;
  readonly schema: () => string;
  readonly stackConfig: StackConfig;
  readonly aroundWrite?: EngineWatch["write"] | undefined;
  /** Told of every call and, by what it gives, of its end, so that the process ends behind none. */
  readonly begin: () => () => void;
}

type Method<Request, Response> = (request: Request) => Response | Promise<Response>;

/**
 * The methods of `pulumirpc.ResourceProvider`, each a translation: what they do is behind them. gRPC says of the others (mappings,
 * parameters, methods, components) that they are not implemented, which the engine expects.
 */
export function createPlugin({
  log,
  schema,
  stackConfig,
  aroundWrite,
  begin,
}: PluginOptions): UntypedServiceImplementation {
  // Without a Configure, as from `pulumi do`, the settings are those of the environment.
  let settings = defaultSettings(() => undefined);
  const waits = new Set<() => void>();
  const lookUps = createLookUps(
    (sentence, { isBrief = false } = {}) => log.write(isBrief ? "brief" : "info", sentence),
    (interrupt) => {
      waits.add(interrupt);
      return () => waits.delete(interrupt);
    },
  );
  const more = { outageLimitMs: outageLimitMs(looksAhead), ...(aroundWrite && { aroundWrite }) };
  const plugin: PluginState = {
    settings: () => settings,
    account: () => openAccount(settings, more),
    log,
    program: createSeenProgram(),
  };

  function unary<Request, Response>(method: Method<Request, Response>) {
    return (call: ServerUnaryCall<Request, Response>, reply: sendUnaryData<Response>): void => {
      const { request } = call;
      const end = begin();
      void inStep({ urn: urnOf(request), looksAhead: isLookAhead(request) }, async () => {
        let answer: Parameters<typeof reply>;
        try {
          answer = [null, await method(request)];
        } catch (error) {
          answer = [grpcErrorOf(error)];
        }
        reply(...answer);
        end();
      });
    };
  }

  /** A step that may write: what a function has read before it may not hold behind it. */
  function writing<Request, Response>(
    step: (plugin: PluginState, request: Request) => Promise<Response>,
  ): Method<Request, Response> {
    return async (request) => {
      if (isLookAhead(request)) return step(plugin, request);
      lookUps.forget();
      try {
        return await step(plugin, request);
      } finally {
        lookUps.forget();
      }
    };
  }

  return {
    handshake: unary(() =>
      // With these, the engine sends secrets, references and outputs marked as such, not as plain values.
      new ProviderHandshakeResponse()
        .setAcceptSecrets(true)
        .setAcceptResources(true)
        .setAcceptOutputs(true),
    ),
    attach: unary((request: PluginAttach) => {
      // An engine that was told of a running plugin attaches to it in place of starting one.
      log.connect(request.getAddress());
      return new Empty();
    }),
    getPluginInfo: unary(() => new PluginInfo().setVersion(version)),
    getSchema: unary(() => new GetSchemaResponse().setSchema(schema())),
    checkConfig: unary((request) => checkConfig(request, stackConfig)),
    // Never a replacement: what another account means for each resource, its own diff says.
    diffConfig: unary(() => new DiffResponse().setChanges(DiffResponse.DiffChanges.DIFF_UNKNOWN)),
    configure: unary((request) => {
      settings = configured(request, stackConfig);
      forgetFinalSteps();
      // Support of previews has the engine call create and update in them, where preflight runs.
      return new ConfigureResponse()
        .setAcceptsecrets(true)
        .setSupportspreview(true)
        .setAcceptresources(true)
        .setAcceptoutputs(true);
    }),
    check: unary((request) => resource.check(plugin, request)),
    diff: unary((request) => resource.diff(plugin, request)),
    create: unary(writing(resource.create)),
    read: unary((request) => read(plugin, request)),
    update: unary(writing(resource.update)),
    delete: unary(writing(resource.remove)),
    list: (call: Parameters<typeof list>[1]) => void listed(plugin, call).finally(begin()),
    invoke: unary((request) => invoke(plugin, lookUps, request)),
    cancel: unary(() => {
      // At a Ctrl-C the engine waits for the steps under way, so only waits that change nothing are cut short.
      for (const interrupt of waits) interrupt();
      return new Empty();
    }),
  };
}

async function invoke(
  { account, log }: PluginState,
  lookUps: LookUps,
  request: InvokeRequest,
): Promise<InvokeResponse> {
  const source = dataSourceOf(request.getTok());
  const args = withCamelCase(decode(request.getArgs()).value);
  const call = { account: account(), args, isPreview: request.getPreview() };
  const answer = await lookUps.ask(source, call);
  // The protocol has no unknown results, so a preview gets what there is so far.
  const result = (answer instanceof NotYet ? answer.soFar : answer) as object;
  if (answer instanceof NotYet) log.write("info", `${source.name}: ${answer.sentence}`);
  // What is not marked here would stand in plain text in the state of whatever uses it.
  const secrets = new Secrets().withNames(source.isSecret ? Object.keys(result) : []);
  return new InvokeResponse().setReturn(encode(result, secrets));
}

/**
 * The arguments with the names of their members in camel case. The Python SDK changes names of arguments, and of members only if an
 * object of a class has them: in a dictionary they stay as a program wrote them, such as `timeout_seconds`.
 */
function withCamelCase(args: Properties): Properties {
  const named = (member: unknown): unknown => {
    if (!isRecord(member)) return member;
    const entries = Object.entries(member).map(([name, one]) => {
      const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return [camel in member ? name : camel, one] as const;
    });
    return Object.fromEntries(entries);
  };
  return Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, named(arg)]));
}

async function listed(plugin: PluginState, call: Parameters<typeof list>[1]): Promise<void> {
  await inStep({ urn: "", looksAhead: false }, () =>
    list(plugin, call).then(
      () => call.end(),
      // The way in which grpc-js ends a stream with a status.
      (error: unknown) => call.emit("error", grpcErrorOf(error)),
    ),
  );
}

function urnOf(request: unknown): string {
  const holder = request as { getUrn?: () => string | undefined };
  return holder.getUrn?.() ?? "";
}

/** The engine says so of each step but a diff, which it asks for in an update too, before the step that sends. */
function isLookAhead(request: unknown): boolean {
  const { getPreview } = request as { getPreview?: () => boolean };
  return request instanceof DiffRequest || getPreview?.call(request) === true;
}
