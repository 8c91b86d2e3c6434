import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { speakWith } from "../account/user-log";
import { monotonicClock } from "../client/rate-limiter";
import { EmailMarketingError } from "../errors/error";
import { greetingOf } from "./greeting";
import { startLifetime, whenForgotten } from "./lifetime";
import { createEngineLog } from "./plugin-state";
import { stackConfigOf } from "./provider-config";
import { createPlugin } from "./server";

/*
 * The entry of the provider plugin: starts its server, and prints the port, which is all that the engine reads of its
 * output. Whatever else is said goes to the engine's log.
 */

/** Beside the bundle, or in the package's folder. */
function schema(): string {
  const places = [".", "..", join("..", "..")].map((up) => join(__dirname, up, "schema.json"));
  const file = places.find((place) => existsSync(place));
  if (file !== undefined) return readFileSync(file, "utf8");
  throw new EmailMarketingError("config", `the plugin has no schema.json beside ${__filename}.`);
}

const given = process.argv.slice(2);
const greeting = greetingOf(given, { isTerminal: process.stdout.isTTY });
if (greeting !== undefined) {
  process[greeting.status === 0 ? "stdout" : "stderr"].write(`${greeting.text}\n`);
  if (greeting.ends) process.exit(greeting.status);
}

const lifetime = startLifetime(given);
const log = createEngineLog();
// An engine that attaches to a running plugin tells its address later, in a call.
if (lifetime.engine !== undefined) log.connect(lifetime.engine);
speakWith({
  warn: (sentence) => log.write("warning", sentence),
  infoOnce: (sentence) => log.write("info", sentence),
  // The engine shows its own debug messages with --debug only, and a user who sets `log` wants to see these.
  debug: (line) => log.write("info", line),
});

// By default gRPC refuses to receive more than 4 MB, and the engine allows its own messages far more.
const unlimited = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };
const server = new Server(unlimited);
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
if (lifetime.engine === undefined) whenForgotten(listener, monotonicClock, lifetime.end);
// Port 0 has the system choose a free one, and no other machine reaches a loopback address.
listener.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(listener.address() as AddressInfo).port}\n`);
});
