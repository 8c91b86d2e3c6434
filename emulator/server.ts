import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { Account, Seed } from "./account/account";
import { createClock } from "./account/clock";
import exampleAccount from "./account/example.json";
import { readKept, writeKept } from "./account/file";
import { accountFromSeed } from "./account/seed";
import { createStore } from "./account/store";
import { denyControl, denyWebsite } from "./control/authentication";
import { type Controls, createControls } from "./control/controls";
import { accountPath, createControlRoutes } from "./control/route";
import { defaultKeys } from "./http/api-key";
import { createDelays } from "./http/delay";
import { exchange } from "./http/exchange";
import { createFaultPlan } from "./http/fault";
import { createLimiter, type RateLimit } from "./http/rate-limit";
import { createRequestLog, type Exchange } from "./http/request-log";
import { createService, prefixes } from "./http/service";
import { createOutbox } from "./outbox";
import { sendDue } from "./routes/campaign-schedule";

/** Options of an emulator; each has a default. */
export interface EmulatorOptions {
  /** Port to listen on; default: 0, which picks a free one. */
  readonly port?: number;
  /** Address to listen on; default: 127.0.0.1. */
  readonly host?: string;
  /** Key of the main API; default: `emulator-api-key`. */
  readonly apiKey?: string;
  /** Key of the verification API; default: `emulator-verify-key`. */
  readonly verifyKey?: string;
  /** The content of the account at the start; default: an example account with objects of every kind. */
  readonly seed?: Seed;
  /** File that keeps the account across restarts. Once it exists, it is used in place of the seed. */
  readonly file?: string;
  /** `"real"`, or the ISO 8601 time at which the clock stands; default: 2026-01-01T00:00:00Z. */
  readonly clock?: string;
  /** Requests per second, or a limit with burst, penalty and Retry-After; default: no limit. */
  readonly rateLimit?: number | RateLimit;
  /** SMTP server, such as `smtp://127.0.0.1:1025`, to which each campaign is sent on its date; default: none. */
  readonly smtp?: string;
  /** The host of `smtp` if it is not this machine, so that no email goes elsewhere by mistake. */
  readonly smtpHost?: string;
  /** Called with every request to the service and its response, with the keys removed. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** A running emulator. */
export interface Emulator extends Controls {
  /** Address of the main API, with `/v1`. */
  readonly baseUrl: string;
  /** Address of the verification API. */
  readonly verifyUrl: string;
  /** Stops listening and closes every connection at once; calling it again is fine. */
  close(): Promise<void>;
}

/** Starts an emulator of the service on localhost. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { apiKey = defaultKeys.apiKey, verifyKey = defaultKeys.verifyKey } = options;
  const { host = "127.0.0.1", port = 0, onExchange } = options;
  const parts = createParts(options, [apiKey, verifyKey]);
  const controls = createControls(parts);
  const controlRoutes = createControlRoutes(controls);
  const service = createService(parts.store, { apiKey, verifyKey });
  const stages = { ...parts, service, onExchange };
  const listener = getRequestListener((request, env) => {
    const { pathname } = new URL(request.url);
    const sockets = env as HttpBindings;
    if (pathname !== "/" && !pathname.startsWith("/_emulator")) {
      return denyWebsite(request, { apiKey, verifyKey }) ?? exchange(request, sockets, stages);
    }
    const refusal = denyControl(request, sockets.incoming, apiKey);
    if (refusal !== undefined) return refusal;
    const page = new URL(accountPath, request.url);
    return controlRoutes.fetch(pathname === "/" ? new Request(page, request) : request);
  });
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
  server.listen(port, host);
  await once(server, "listening");
  const { port: actual } = server.address() as AddressInfo;
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${actual}`;
  let ended: Promise<void> | undefined;
  return {
    ...controls,
    baseUrl: `${origin}${prefixes.main}`,
    verifyUrl: `${origin}${prefixes.verification}`,
    close() {
      parts.delays.end();
      clearInterval(parts.ticking);
      ended ??= closed(server).then(() => parts.outbox?.close());
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
  const { smtp, smtpHost } = options;
  const outbox = smtp === undefined ? undefined : createOutbox(smtp, smtpHost);
  const store = createStore(kept?.account ?? initial, clock, {
    keep,
    sent: (mails, account) => outbox?.send(mails, account),
  });
  // Write at once, so that a file that can't be written fails the start.
  keep(store.account);
  return {
    store,
    clock,
    outbox,
    // Campaigns are sent on their dates if the clock is the machine's and an SMTP server is set.
    ticking:
      outbox && options.clock === "real"
        ? setInterval(() => sendDue(store), 1_000).unref()
        : undefined,
    initial,
    keep,
    delays: createDelays(),
    faults: createFaultPlan(Object.values(prefixes)),
    limiter: createLimiter(options.rateLimit, clock),
    log: createRequestLog(keys),
  };
}

async function closed(server: Server): Promise<void> {
  const end = once(server, "close");
  server.close();
  server.closeAllConnections();
  await end;
}
