import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { currentUrn, redactSecretInputs } from "../account/step";
import { lastTokenPart, urnParts } from "../engine/resource";
import { EmailMarketingError } from "../errors/error";
import { unknownName } from "../input/nearest";
import type { AnyDataSource } from "../lifecycle/data-source";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import type { Served } from "../lifecycle/serve";
import { functions, kinds } from "../resources";

export interface PluginState extends Pick<Served, "settings" | "account"> {
  readonly log: EngineLog;
}

/** The severity of a message. A "brief" message is shown only until the next one, and is left out of the summary. */
export type LogLevel = "info" | "brief" | "warning";

/** The log of the engine. Messages appear at the resource of the current step. */
export type EngineLog = ReturnType<typeof createEngineLog>;

/**
 * Creates a log that discards messages until it is connected. Printing them would not help, because the engine doesn't
 * show the plugin's output.
 */
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

/** The lifecycle for a type token, such as `emailmarketing:index:Sender`. */
export function lifecycleOfToken(token: string): AnyLifecycle {
  return loadEntry<AnyLifecycle>(kinds, "resource", lastTokenPart(token));
}

export function servedBy({ settings, account }: PluginState, request: { getUrn(): string }) {
  const urn = request.getUrn();
  const { type, name } = urnParts(urn);
  return { lifecycle: lifecycleOfToken(type), settings, account, resource: { urn, name } };
}

/** The data source for a function token, such as `emailmarketing:index:getSender`. */
export function dataSourceOf(token: string): AnyDataSource {
  return loadEntry<AnyDataSource>(functions, "function", lastTokenPart(token));
}

function loadEntry<Entry>(
  table: Readonly<Record<string, () => Entry>>,
  what: string,
  given: string,
): Entry {
  const load = Object.hasOwn(table, given) ? table[given] : undefined;
  if (load) return load();
  // The program's SDK may be newer than the installed plugin.
  throw new EmailMarketingError("validation", unknownName(what, given, Object.keys(table)));
}
