import type { Account, Kind, Row } from "./account";
import type { Fault } from "./fault";
import type { RateLimit } from "./rate-limit";
import type { LoggedRequest } from "./request-log";
import type { Seed } from "./seed";

/** The default keys. They are documented and not secret. */
export const defaultKeys = { apiKey: "emulator-api-key", verifyKey: "emulator-verify-key" };

/** Options of an emulator; each has a default. */
export interface EmulatorOptions {
  /** Port to listen on; default: 0, which picks a free one. */
  readonly port?: number;
  /** Address to listen on; default: 127.0.0.1. */
  readonly host?: string;
  /** Key of the main interface; default: `emulator-api-key`. */
  readonly apiKey?: string;
  /** Key of the verification interface; default: `emulator-verify-key`. */
  readonly verifyKey?: string;
  /** What the account starts with; default: an example account with objects of every kind. */
  readonly seed?: Seed;
  /** File that keeps the account across restarts. Once it exists, it is used in place of the seed. */
  readonly file?: string;
  /** `"real"`, or the ISO 8601 time at which the clock stands; default: 2026-01-01T00:00:00Z. */
  readonly clock?: string;
  /** Requests per second, or a limit with burst, penalty and Retry-After; default: no limit. */
  readonly rateLimit?: number | RateLimit;
  /** SMTP server, such as `smtp://127.0.0.1:1025`, to which each campaign is mailed on its date; default: none. */
  readonly smtp?: string;
  /** The host of `smtp` if it is not this machine, so that no mail goes elsewhere by mistake. */
  readonly smtpHost?: string;
  /** Called with every request to the service and its reply, with the keys removed. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** What can be done to a running emulator besides calling the service's operations. */
export interface Controls {
  /** The requests to the service so far, oldest first. */
  requests(): LoggedRequest[];
  /** A copy of everything in the account, in the form of a complete seed. */
  snapshot(): Account;
  /** Replaces everything in the account with a seed; kinds that it leaves out become empty. */
  seed(data: Seed): void;
  /** Changes fields of one object, like an edit in the service's own web pages. */
  patch<K extends Kind>(kind: K, id: string, fields: Partial<Row<K>>): void;
  /** Removes one object, like a removal in the service's own web pages. */
  remove(kind: Kind, id: string): void;
  /** Replaces the pending faults; an empty list clears them. */
  faults(list: readonly Fault[]): void;
  /** Resets account, clock, log, faults and rate limit; connections of delayed requests break. */
  reset(): void;
  /** Moves the emulator's clock forward. */
  advance(ms: number): void;
  /** The account's time. */
  now(): Date;
}

/** A running emulator. */
export interface Emulator extends Controls {
  /** Address of the main interface, with `/v1`. */
  readonly baseUrl: string;
  /** Address of the verification interface. */
  readonly verifyUrl: string;
  /** Stops listening and closes every connection at once; calling it again is fine. */
  close(): Promise<void>;
}

/** A request and its reply, for tests that check them against the contract. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** The request's headers by name in lower case, with `[key]` in place of a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestBody: string;
  /** 0 if the connection broke without a reply. */
  readonly status: number;
  readonly responseBody: string;
  /** The kind of the injected fault, if there was one. */
  readonly fault: string | undefined;
}
