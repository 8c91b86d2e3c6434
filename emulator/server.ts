import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { Account, Kind, Row } from "./account";
import { readKept, writeKept } from "./account-file";
import { sendDue } from "./area/campaign-sending";
import { createClock } from "./clock";
import { createControl } from "./control";
import { exampleAccount } from "./example-account";
import { type Exchange, exchange } from "./exchange";
import { createFaultPlan, type Fault } from "./fault";
import { createLimiter, type RateLimit } from "./rate-limit";
import { createRequestLog, type LoggedRequest } from "./request-log";
import { accountFromSeed, type Seed } from "./seed";
import { createService, prefixes } from "./service";
import { createStore, isKind } from "./store";

/** The keys that an emulator takes which was given none; not secret. */
export const defaultKeys = { apiKey: "emulator-api-key", verifyKey: "emulator-verify-key" };

/** How an emulator starts; everything has a default. */
export interface EmulatorOptions {
  /** Port to listen on; 0, the default, takes a free one. */
  readonly port?: number;
  /** Address to listen on; 127.0.0.1 when absent. */
  readonly host?: string;
  /** Key of the main interface; `emulator-api-key` when absent. */
  readonly apiKey?: string;
  /** Key of the verification interface; `emulator-verify-key` when absent. */
  readonly verifyKey?: string;
  /** What the account holds at the start; an example of every kind when absent. */
  readonly seed?: Seed;
  /** File that keeps the account across restarts; once it exists, it is used instead of the seed. */
  readonly file?: string;
  /** `"real"`, or the ISO 8601 time where the clock stands; 2026-01-01T00:00:00Z when absent. */
  readonly clock?: string;
  /** Requests per second, or a limit with burst, penalty and Retry-After; none when absent. */
  readonly rateLimit?: number | RateLimit;
  /** Called with every request to the service and its reply, in full but for the headers. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** A running emulator. */
export interface Emulator {
  /** Address of the main interface, with `/v1`. */
  readonly baseUrl: string;
  /** Address of the verification interface. */
  readonly verifyUrl: string;
  /** The requests to the service so far, oldest first. */
  requests(): LoggedRequest[];
  /** What the account holds now, in the form of a complete seed; a copy. */
  snapshot(): Account;
  /** Replaces everything in the account by the seed; kinds that it leaves out are empty. */
  seed(data: Seed): void;
  /** Changes fields of one object, as somebody in the service's own pages would. */
  patch<K extends Kind>(kind: K, id: string, fields: Partial<Row<K>>): void;
  /** Removes one object, as somebody in the service's own pages would. */
  remove(kind: Kind, id: string): void;
  /** Replaces the faults in waiting; an empty list ends them. */
  faults(list: readonly Fault[]): void;
  /** Back to the start: account, clock, log, faults and rate limit. */
  reset(): void;
  /** Moves the emulator's clock on. */
  advance(ms: number): void;
  /** Stops listening and ends every connection at once. */
  close(): Promise<void>;
}

/** Starts the service on localhost. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const clock = createClock(options.clock);
  const keys = {
    apiKey: options.apiKey ?? defaultKeys.apiKey,
    verifyKey: options.verifyKey ?? defaultKeys.verifyKey,
  };
  const initial = accountFromSeed(options.seed ?? exampleAccount, clock.now());
  const { file } = options;
  const kept = file === undefined ? undefined : readKept(file, clock.now());
  clock.reset(kept?.advancedMs);
  const keep = (account: Account) => {
    if (file !== undefined) writeKept(file, { account, advancedMs: clock.advancedMs() });
  };
  const store = createStore(kept?.account ?? initial, clock, keep);
  // At once, so that a file that can't be written is told at the start.
  keep(store.account);
  const faults = createFaultPlan(Object.values(prefixes));
  const limiter = createLimiter(options.rateLimit, clock);
  const log = createRequestLog([keys.apiKey, keys.verifyKey]);
  const service = createService(store, keys);
  const closing = new AbortController();
  const { onExchange } = options;

  const controls = {
    requests: () => log.entries(),
    snapshot() {
      sendDue(store);
      return structuredClone(store.account);
    },
    seed: (data: Seed) => {
      const account = accountFromSeed(data, clock.now());
      store.change(() => account);
    },
    patch<K extends Kind>(kind: K, id: string, fields: Partial<Row<K>>) {
      const rows = rowsWith(store.account, kind, id);
      const patched = rows.map((row) => (row.id === id ? { ...row, ...fields, id } : row));
      // As strict as a seed, so that no patch makes an account that no seed could.
      const account = accountFromSeed({ ...store.account, [kind]: patched }, clock.now());
      store.change(() => account);
    },
    remove(kind: Kind, id: string) {
      rowsWith(store.account, kind, id);
      store.remove(kind, id);
    },
    faults(list: readonly Fault[]) {
      faults.set(list);
      store.rememberFor(faults.staleMs());
    },
    reset() {
      clock.reset();
      log.clear();
      controls.faults([]);
      limiter.reset();
      store.change(() => initial);
      keep(initial);
    },
    advance(ms: number) {
      clock.advance(ms);
      sendDue(store);
      keep(store.account);
    },
  };
  const control = createControl(controls);
  const stages = { service, faults, limiter, log, closing: closing.signal, onExchange };
  const listener = getRequestListener((request, env) =>
    new URL(request.url).pathname.startsWith("/_emulator")
      ? control.fetch(request)
      : exchange(request, env as HttpBindings, stages),
  );
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
  const origin = await listening(server, options.port ?? 0, options.host ?? "127.0.0.1");
  return {
    baseUrl: `${origin}${prefixes.main}`,
    verifyUrl: `${origin}${prefixes.verification}`,
    ...controls,
    close: () => {
      closing.abort();
      return closed(server);
    },
  };
}

/** The objects of a kind, when one of them has the id; else an error that says what is wrong. */
function rowsWith(account: Account, kind: Kind, id: string): readonly { readonly id: string }[] {
  const rows = isKind(kind) ? account[kind] : undefined;
  if (rows === undefined) throw new Error(`${kind} is not a kind of objects with ids`);
  if (rows.some((row) => row.id === id)) return rows;
  throw new Error(`${kind} has no object with the id ${id}`);
}

function listening(server: Server, port: number, host: string): Promise<string> {
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
