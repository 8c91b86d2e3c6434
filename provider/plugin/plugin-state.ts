import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import type { Account } from "../account/account";
import { currentUrn, redactSecrets } from "../account/step";
import { lastOf, urnParts } from "../engine/urn";
import { EmailMarketingError } from "../errors/error";
import { unknownName } from "../errors/nearest";
import type { AnyDataSource } from "../lifecycle/data-source";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { functions, kinds } from "../resources";
import type { Settings } from "../settings/settings";
import type { SeenProgram } from "./seen-program";

export interface PluginState {
  readonly settings: () => Settings;
  readonly account: () => Account;
  readonly log: EngineLog;
  readonly program: SeenProgram;
}

/** How bad a sentence for the user is; a brief one replaces the one before it, and is left out of the summary. */
export type LogLevel = "info" | "brief" | "warning";

/** What the plugin says to the user, beside the resource of the step that says it. */
export type EngineLog = ReturnType<typeof createEngineLog>;

/** A log that goes nowhere until it is connected: what a plugin prints, the engine does not show. */
export function createEngineLog() {
  let engine: EngineClient | undefined;
  return {
    /** Writes to the engine at this address from now on. */
    connect(address: string): void {
      // The engine listens on this machine only, and without TLS; gRPC would go to it through the proxy of `https_proxy`.
      const options = { "grpc.enable_http_proxy": 0 };
      engine = new EngineClient(address, credentials.createInsecure(), options);
    },
    write(level: LogLevel, sentence: string): void {
      const request = new LogRequest()
        .setSeverity(level === "warning" ? LogSeverity.WARNING : LogSeverity.INFO)
        .setMessage(redactSecrets(sentence))
        .setEphemeral(level === "brief")
        .setUrn(currentUrn());
      // The engine may go away while this is under way; then there is no one to tell.
      engine?.log(request, () => undefined);
    },
  };
}

/** The lifecycle of the resources of a type token, such as `emailmarketing:index:Sender`. */
export function lifecycleOfToken(token: string): AnyLifecycle {
  return loaded<AnyLifecycle>(kinds, "resource", lastOf(token));
}

export function lifecycleFor(request: { getUrn(): string }): AnyLifecycle {
  return lifecycleOfToken(urnParts(request.getUrn()).type);
}

/** The data source of a function's token, such as `emailmarketing:index:getSender`. */
export function dataSourceOf(token: string): AnyDataSource {
  return loaded<AnyDataSource>(functions, "function", lastOf(token));
}

function loaded<Entry>(
  table: Readonly<Record<string, () => Entry>>,
  what: string,
  given: string,
): Entry {
  const load = Object.hasOwn(table, given) ? table[given] : undefined;
  if (load) return load();
  // A program may have been written for a newer version than the one that is installed.
  throw new EmailMarketingError("validation", unknownName(what, given, Object.keys(table)));
}
