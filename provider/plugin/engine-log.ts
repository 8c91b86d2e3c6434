import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { currentUrn, shown } from "../account/step";

/** How bad a sentence for the user is; a brief one replaces the one before it, and is left out of the summary. */
export type LogLevel = "info" | "brief" | "warning";

/** What the plugin says to the user, beside the resource of the step that says it. */
export type EngineLog = ReturnType<typeof createEngineLog>;

const severities = {
  info: LogSeverity.INFO,
  brief: LogSeverity.INFO,
  warning: LogSeverity.WARNING,
} as const satisfies Readonly<Record<LogLevel, LogSeverity>>;

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
        .setSeverity(severities[level])
        .setMessage(shown(sentence))
        .setEphemeral(level === "brief")
        .setUrn(currentUrn());
      // The engine may go away while this is under way; then there is no one to tell.
      engine?.log(request, () => undefined);
    },
  };
}
