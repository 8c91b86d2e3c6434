import type { Account, Mail, Seed } from "../account/account";
import { createClock } from "../account/clock";
import exampleAccount from "../account/example.json";
import { readAccountFile, writeAccountFile } from "../account/file";
import { accountFromSeed } from "../account/seed";
import { createStore } from "../account/store";
import { createDelays } from "../http/delay";
import { createFaultPlan } from "../http/fault";
import { createLimiter, type RateLimit } from "../http/rate-limit";
import { createRequestLog, type Exchange } from "../http/request-log";
import { prefixes } from "../http/service";

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
  /** The host of `smtp`. Required for another machine, so that no email goes there by mistake. */
  readonly smtpHost?: string;
  /** Called with every request to the service and its response, with the keys removed. */
  readonly onExchange?: (exchange: Exchange) => void;
}

export type EmulatorParts = ReturnType<typeof createParts>;

/** Creates the parts of an emulator. Calls `sent` with every email that the service would send. */
export function createParts(
  options: EmulatorOptions,
  keys: readonly string[],
  sent: (mails: readonly Mail[], account: Account) => void,
) {
  const { file } = options;
  const clock = createClock(options.clock);
  const initial = accountFromSeed(options.seed ?? exampleAccount, clock.now());
  const kept = file === undefined ? undefined : readAccountFile(file, clock.now());
  clock.reset(kept?.advancedMs);
  const keep = (account: Account) => {
    if (file !== undefined) writeAccountFile(file, account, clock.advancedMs());
  };
  const store = createStore(kept?.account ?? initial, clock, { keep, sent });
  // Write at once, so that the start fails if the file isn't writable.
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
