import type { Account, Kind, Row } from "./account";
import type { Fault } from "./fault";
import type { RateLimit } from "./rate-limit";
import type { LoggedRequest } from "./request-log";
import type { Seed } from "./seed";

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
  /** File that keeps the account across restarts; once it exists, no seed is used. */
  readonly file?: string;
  /** `"real"`, or the ISO 8601 time where the clock stands; 2026-01-01T00:00:00Z when absent. */
  readonly clock?: string;
  /** Requests per second, or a limit with burst, penalty and Retry-After; none when absent. */
  readonly rateLimit?: number | RateLimit;
  /** Called with every request to the service and its reply, in full but for the headers. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** What can be done to a running emulator past the service's own operations. */
export interface Controls {
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
  /** Back to the start: account, clock, log, faults and rate limit; delayed requests are broken. */
  reset(): void;
  /** Moves the emulator's clock on. */
  advance(ms: number): void;
}

/** A running emulator. */
export interface Emulator extends Controls {
  /** Address of the main interface, with `/v1`. */
  readonly baseUrl: string;
  /** Address of the verification interface. */
  readonly verifyUrl: string;
  /** Stops listening and ends every connection at once; may be called again. */
  close(): Promise<void>;
}

/** A request and its reply in full, for tests that check them against the contract. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** The request's headers by their names in lower case; a key in them is replaced by `[key]`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestBody: string;
  /** 0 when the connection was broken instead of a reply. */
  readonly status: number;
  readonly responseBody: string;
  /** The kind of the fault that struck, if any. */
  readonly fault: string | undefined;
}
