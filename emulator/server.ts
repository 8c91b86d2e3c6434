import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { Account } from "./account";
import { readKept, writeKept } from "./account-file";
import { createClock } from "./clock";
import { createControlRoutes } from "./control-route";
import { createControls } from "./controls";
import { createDelays } from "./delay";
import { defaultKeys, type Emulator, type EmulatorOptions } from "./emulator";
import { exampleAccount } from "./example-account";
import { exchange } from "./exchange";
import { createFaultPlan } from "./fault";
import { createLimiter } from "./rate-limit";
import { createRequestLog } from "./request-log";
import { accountFromSeed } from "./seed";
import { createService, prefixes } from "./service";
import { createStore } from "./store";

/** Starts an emulator of the service on localhost. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { apiKey = defaultKeys.apiKey, verifyKey = defaultKeys.verifyKey } = options;
  const { host = "127.0.0.1", port = 0, onExchange } = options;
  const parts = createParts(options, [apiKey, verifyKey]);
  const controls = createControls(parts);
  const controlRoutes = createControlRoutes(controls);
  const service = createService(parts.store, { apiKey, verifyKey });
  const stages = { ...parts, service, onExchange };
  const listener = getRequestListener((request, env) =>
    new URL(request.url).pathname.startsWith("/_emulator")
      ? controlRoutes.fetch(request)
      : exchange(request, env as HttpBindings, stages),
  );
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
  const origin = await listening(server, { port, host });
  let ended: Promise<void> | undefined;
  return {
    ...controls,
    baseUrl: `${origin}${prefixes.main}`,
    verifyUrl: `${origin}${prefixes.verification}`,
    close() {
      parts.delays.end();
      ended ??= closed(server);
      return ended;
    },
  };
}

function createParts(options: EmulatorOptions, keys: readonly string[]) {
  const { file } = options;
  const clock = createClock(options.clock);
  const initial = accountFromSeed(options.seed ?? exampleAccount, clock.now());
  const kept = file === undefined ? undefined : readKept(file, clock.now());
  clock.reset(kept?.advancedMs);
  const keep = (account: Account) => {
    if (file !== undefined) writeKept(file, { account, advancedMs: clock.advancedMs() });
  };
  const store = createStore(kept?.account ?? initial, clock, keep);
  // Write at once, so that a file that can't be written fails the start.
  keep(store.account);
  return {
    store,
    clock,
    initial,
    keep,
    delays: createDelays(),
    faults: createFaultPlan(Object.values(prefixes)),
    limiter: createLimiter(options.rateLimit, clock),
    log: createRequestLog(keys),
  };
}

interface Address {
  readonly port: number;
  readonly host: string;
}

/** Starts listening and returns the server's origin. */
function listening(server: Server, { port, host }: Address): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${actual}`);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}
