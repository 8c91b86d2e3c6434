import type { Seed } from "./account/account";
import type { Controls } from "./control/controls";
import type { RateLimit } from "./http/rate-limit";
import type { Exchange } from "./http/request-log";

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
