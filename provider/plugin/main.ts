import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { useLog } from "../account/step";
import { monotonicClock } from "../client/api-state";
import { EmailMarketingError } from "../errors/error";
import { endAfterLastConnection, manualStartMessage, startLifetime } from "./lifetime";
import { stackConfigOf } from "./provider-config";
import { createEngineLog, createPlugin } from "./server";

/* Starts the gRPC server and prints its port, the only output that the engine uses. Messages go to the engine's log. */

/** Reads schema.json from the folder of the bundle or of the package. */
function schema(): string {
  const places = [".", "..", join("..", "..")].map((up) => join(__dirname, up, "schema.json"));
  const file = places.find((place) => existsSync(place));
  if (file !== undefined) return readFileSync(file, "utf8");
  throw new EmailMarketingError("config", `the plugin has no schema.json beside ${__filename}.`);
}

const given = process.argv.slice(2);
const greeting = manualStartMessage(given, { isTerminal: process.stdout.isTTY });
if (greeting !== undefined) {
  process[greeting.status === 0 ? "stdout" : "stderr"].write(`${greeting.text}\n`);
  if (greeting.ends) process.exit(greeting.status);
}

const lifetime = startLifetime(given);
const log = createEngineLog();
// An engine that attaches to a running plugin passes its address later, with the call `attach`.
if (lifetime.engine !== undefined) log.connect(lifetime.engine);
// The engine shows debug messages only with --debug, but a user who sets `log` wants them, so they are logged as info.
useLog((level, message) => log.write(level === "debug" ? "info" : level, message));

const server = new Server({
  // Message size is unlimited. By default gRPC refuses messages above 4 MB, but the engine sends much larger ones.
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  // Don't count the calls for Channelz, a debugging service that this server doesn't offer.
  "grpc.enable_channelz": 0,
});
server.addService(
  ResourceProviderService,
  createPlugin({
    log,
    schema,
    stackConfig: stackConfigOf(process.env),
    aroundWrite: lifetime.watch.write,
    begin: lifetime.begin,
  }),
);
const connections = server.createConnectionInjector(ServerCredentials.createInsecure());
const listener = createServer((socket) => connections.injectConnection(socket));
if (lifetime.engine === undefined) endAfterLastConnection(listener, monotonicClock, lifetime.end);
// Port 0 lets the system choose a free port. Loopback, so that no other machine can connect.
listener.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(listener.address() as AddressInfo).port}\n`);
});
