import {
  credentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { type PluginAttach, PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { openAccount } from "../account/account";
import { forgetProgram } from "../account/program-record";
import { currentUrn, inStep, isReadOnly, redactSecretInputs, warnOnce } from "../account/step";
import type { EngineWatch } from "../dynamic-provider/dynamic-provider";
import { lastTokenPart, urnParts } from "../engine/resource";
import { EmailMarketingError } from "../errors/error";
import { quotedId } from "../errors/redact";
import { isSameInput } from "../input/asset";
import { withTag } from "../input/finding";
import { unknownName } from "../input/nearest";
import { type AnyDataSource, createLookUps, PendingResult } from "../lifecycle/data-source";
import { withLabelInError } from "../lifecycle/failure";
import { listObjects, requireListed, rowsOf, wordsOf } from "../lifecycle/found-object";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import * as steps from "../lifecycle/steps";
import { version } from "../plain/package";
import { camelCased, isRecord, mapMembers, type Properties } from "../plain/value";
import { functions, kinds } from "../resources";
import { defaultSettings, servedBy } from "../settings/settings";
import { checkConfig, configured, type StackConfig } from "./provider-config";
import { decode, decodeOwn, encode, grpcErrorOf, Secrets, withKeptObject } from "./value";

/** The log of the engine. Messages appear at the resource of the current step. */
export type EngineLog = ReturnType<typeof createEngineLog>;

/** Creates the engine's log. Drops messages until `connect`, because the engine shows nothing that a plugin prints. */
export function createEngineLog() {
  let engine: EngineClient | undefined;
  return {
    connect(address: string): void {
      // The engine listens on loopback without TLS. gRPC would otherwise connect through the proxy in `https_proxy`.
      const options = { "grpc.enable_http_proxy": 0 };
      engine = new EngineClient(address, credentials.createInsecure(), options);
    },
    /** Shows a message; a "brief" one only until the next message. */
    write(level: "info" | "brief" | "warning", sentence: string): void {
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
  // Used until the engine calls Configure. For the command `pulumi do`, it never does.
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
    step: (plugin: Configured, request: Request) => Promise<Response>,
  ): Method<Request, Response> {
    return async (request) => {
      if (isReadOnly()) return step(plugin, request);
      lookUps.forget();
      return step(plugin, request).finally(lookUps.forget);
    };
  }

  async function invoke(request: rpc.InvokeRequest) {
    const source = loadEntry<AnyDataSource>(functions, "function", request.getTok());
    const args = withCamelCase(decode(request.getArgs()).value);
    const call = { account: plugin.account(), args, isPreview: request.getPreview() };
    const answer = await lookUps.ask(source, call);
    // The protocol has no unknown results, so a preview returns the incomplete result.
    const result = (answer instanceof PendingResult ? answer.soFar : answer) as object;
    if (answer instanceof PendingResult) log.write("info", `${source.name}: ${answer.sentence}`);
    // Secrets are marked, because resources that use the result would otherwise have them in plain text in the state.
    const secrets = new Secrets().withNames(source.isSecret ? Object.keys(result) : []);
    return new rpc.InvokeResponse().setReturn(encode(result, secrets));
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
    // Never replaces the Provider. If its key is now of another account, each resource's diff decides what to replace.
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
    check: unary((request) => check(plugin, request)),
    diff: unary((request) => diff(plugin, request)),
    create: unary(writing(create)),
    read: unary((request) => read(plugin, request)),
    update: unary(writing(update)),
    delete: unary(writing(remove)),
    list: (call: Parameters<typeof list>[1]) =>
      void inStep(stepOf(call.request), () =>
        list(plugin, call).then(
          () => call.end(),
          // This event makes grpc-js end the stream with an error status.
          (error: unknown) => call.emit("error", grpcErrorOf(error)),
        ),
      ).finally(begin()),
    invoke: unary(invoke),
    cancel: unary(() => {
      // After a Ctrl-C the engine waits for running steps, so only waits that change nothing are interrupted.
      for (const interrupt of waits) interrupt();
      return new Empty();
    }),
  };
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
function stepOf(call: unknown) {
  const request = call as { getUrn?(): string | undefined; getPreview?(): boolean };
  return { urn: request.getUrn?.() ?? "", isReadOnly: request.getPreview?.() === true };
}

const { DIFF_NONE, DIFF_SOME, DIFF_UNKNOWN } = rpc.DiffResponse.DiffChanges;

/** The settings and the account of the plugin's Provider. */
type Configured = Pick<steps.Served, "settings" | "account">;

function servedFor({ settings, account }: Configured, request: { getUrn(): string }) {
  const urn = request.getUrn();
  const { type, name } = urnParts(urn);
  const lifecycle = loadEntry<AnyLifecycle>(kinds, "resource", type);
  return { lifecycle, settings, account, resource: { urn, name } };
}

/** Loads the resource type or the function of a token, such as `emailmarketing:index:Sender`. */
function loadEntry<Entry>(
  table: Readonly<Record<string, () => Entry>>,
  what: "resource" | "function",
  token: string,
): Entry {
  const given = lastTokenPart(token);
  const load = Object.hasOwn(table, given) ? table[given] : undefined;
  if (load) return load();
  // The token is unknown if the program's SDK is newer than the installed plugin.
  throw new EmailMarketingError("validation", unknownName(what, given, Object.keys(table)));
}

async function check(plugin: Configured, request: rpc.CheckRequest) {
  const { resource, ...served } = servedFor(plugin, request);
  const old = decodeOwn(request.getOlds()).value;
  const { value: props, secrets } = decodeOwn(request.getNews());
  // Pulumi reads both texts as true.
  const isDisabled = /^(1|true)$/i.test(process.env.PULUMI_DISABLE_PROVIDER_PREVIEW ?? "");
  if (isDisabled) warnOnce(previewsDisabled);
  const checked = await steps.check(served, resource, { old, props });
  const failures = checked.problems.map((problem) => {
    // Name only an unset input or a path such as `listIds[0]`, because the engine would print the value of an input.
    const isNamed = problem.path !== "" && props[problem.path] === undefined;
    return new rpc.CheckFailure()
      .setProperty(isNamed ? problem.path : "")
      .setReason(redactSecretInputs(withTag(isNamed ? { ...problem, path: "" } : problem)));
  });
  const ofSettings = checked.settingsProblems.map((reason) =>
    new rpc.CheckFailure().setReason(redactSecretInputs(reason)),
  );
  return new rpc.CheckResponse()
    .setInputs(encode(checked.inputs, secrets))
    .setFailuresList([...ofSettings, ...failures]);
}

const previewsDisabled =
  "PULUMI_DISABLE_PROVIDER_PREVIEW is set, so in previews Pulumi doesn't ask the plugin about new resources: what an update would run into in the account is not checked. Unset the variable.";

async function diff(plugin: Configured, request: rpc.DiffRequest) {
  const { resource, ...served } = servedFor(plugin, request);
  const old = decodeOwn(request.getOlds()).value;
  const oldInputs = decodeOwn(request.getOldInputs()).value;
  const props = decodeOwn(request.getNews()).value;
  const areInputsSame = isSameInput(oldInputs, props);
  const change = { id: request.getId(), old, props, areInputsSame };
  const {
    isChanged,
    changes = false,
    replaces = [],
    deleteBeforeReplace = false,
  } = await steps.diff(served, resource, change);
  // DIFF_UNKNOWN makes the engine compare the inputs, which shows the differences best. Equal inputs get DIFF_SOME,
  // because the engine would then show `__provider`, an input that a former dynamic resource still has in the state.
  const word = areInputsSame && changes ? DIFF_SOME : isChanged ? DIFF_UNKNOWN : DIFF_NONE;
  return new rpc.DiffResponse()
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deleteBeforeReplace)
    .setChanges(word);
}

async function create(plugin: Configured, request: rpc.CreateRequest) {
  const served = servedFor(plugin, request);
  const { lifecycle, resource } = served;
  const { value: props, secrets: given } = decodeOwn(request.getProperties());
  const secrets = given.withOutputs(lifecycle);
  const { id, state } = request.getPreview()
    ? { id: "", state: await steps.previewWrite(served, resource.urn, { props }) }
    : await withKeptObject(steps.create(lifecycle, plugin.account(), props), lifecycle, secrets);
  return new rpc.CreateResponse().setId(id).setProperties(encode(state, secrets.spreadIn(state)));
}

/** Reads an object: by its state for a refresh, or by its id alone for an import or a `.get()` without state. */
async function read(plugin: Configured, request: rpc.ReadRequest) {
  const { lifecycle } = servedFor(plugin, request);
  const { value: state, secrets } = decodeOwn(request.getProperties());
  const id = request.getId();
  if (Object.keys(state).length === 0) return find(plugin, lifecycle, id);
  const found = await steps.read(lifecycle, plugin.account(), { id, state });
  // Without an id, the engine considers the object deleted.
  if (!found) return new rpc.ReadResponse();
  const own = secrets.withOutputs(lifecycle);
  const response = new rpc.ReadResponse().setId(found.id);
  // Always includes inputs, because the engine takes a response without inputs for the response of an old plugin.
  return found.inputs
    ? response
        .setInputs(encode(found.inputs, secrets))
        .setProperties(encode(found.state, own.spreadIn(found.state, state)))
    : response.setInputs(request.getInputs()).setProperties(request.getProperties());
}

async function find(plugin: Configured, lifecycle: AnyLifecycle, key: string) {
  const { kind, find: findObject = "Declare it in the program" } = lifecycle;
  if (typeof findObject === "string") {
    throw new EmailMarketingError(
      "validation",
      `${kind}: can't be imported, because the service has no operation that reads all its inputs. ${findObject}.`,
    );
  }
  const account = plugin.account();
  const found = await withLabelInError(`${kind} ${quotedId(key)}`, findObject(account, key));
  if (!found) return new rpc.ReadResponse();
  const { id, props, outputs } = found;
  const state = { ...props, ...outputs, account: account.settings.account };
  return new rpc.ReadResponse()
    .setId(id)
    .setInputs(encode(props as Properties))
    .setProperties(encode(state, new Secrets().withOutputs(lifecycle)));
}

async function update(plugin: Configured, request: rpc.UpdateRequest) {
  const served = servedFor(plugin, request);
  const { lifecycle, resource } = served;
  const { value: old, secrets: oldSecrets } = decodeOwn(request.getOlds());
  const { value: props, secrets: newSecrets } = decodeOwn(request.getNews());
  const change = { id: request.getId(), old, props };
  // A secret output stays secret, because it may contain a former secret. Inputs are secret only if still marked.
  const secrets = newSecrets.withOutputs(lifecycle, oldSecrets);
  const state = request.getPreview()
    ? await steps.previewWrite(served, resource.urn, change)
    : await withKeptObject(steps.update(lifecycle, plugin.account(), change), lifecycle, secrets);
  return new rpc.UpdateResponse().setProperties(encode(state, secrets.spreadIn(state)));
}

async function remove(plugin: Configured, request: rpc.DeleteRequest) {
  const { lifecycle } = servedFor(plugin, request);
  const state = decodeOwn(request.getProperties()).value;
  await steps.remove(lifecycle, plugin.account(), { id: request.getId(), state });
  return new Empty();
}

async function list(
  plugin: Configured,
  call: ServerWritableStream<rpc.ListRequest, rpc.ListResponse>,
): Promise<void> {
  const token = call.request.getToken();
  const lifecycle = requireListed(loadEntry<AnyLifecycle>(kinds, "resource", token));
  const { kind } = lifecycle;
  const account = plugin.account();
  if (!servedBy(account.settings, lifecycle.list)) {
    throw new EmailMarketingError(
      "validation",
      `${kind}: can only be listed with emailmarketing:operations "extended".`,
    );
  }
  const found = await withLabelInError(`list ${kind}`, listObjects(lifecycle, account));
  const rows = rowsOf(account, wordsOf(lifecycle)[1], found);
  // An unset limit arrives as 0.
  const limit = call.request.getLimit() || rows.length;
  for (const { id, nameParts } of rows.slice(0, limit)) {
    const result = new rpc.ListResponse.Result().setId(id).setName(nameParts[0] ?? id);
    call.write(new rpc.ListResponse().setResult(result));
  }
}
