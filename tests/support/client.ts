import { pathOf } from "../../provider/api/call";
import {
  createRateLimiter,
  monotonicClock,
  type RateLimiter,
} from "../../provider/client/api-state";
import type { Call, HttpClient, HttpClientOptions } from "../../provider/client/call";
import { createHttpClient } from "../../provider/client/http-client";

/** A client for a server on this machine, with its own rate limiter and short time limits. */
export function clientOf(baseUrl: string, options: Partial<HttpClientOptions> = {}): HttpClient {
  const { clock = monotonicClock } = options;
  return createHttpClient({
    settings: {
      required: (_of, part) => (part === "address" ? baseUrl : "canary-main-key"),
      keys: ["canary-main-key"],
    },
    api: "main",
    rateLimiter: createRateLimiter(50),
    timeoutMs: 2000,
    deadlineMs: 5000,
    keyAdvice: () => undefined,
    isLocal: () => false,
    outageLimitMs: () => Number.POSITIVE_INFINITY,
    outage: { hasResponded: false, isReported: false },
    service: { hasResponded: false, hasShownTime: false },
    announce: () => {},
    clock,
    ...options,
  });
}

/** A read that tests send to any server. */
export const search: Call = {
  method: "POST",
  ...pathOf("/senders/search"),
  body: { page: 1, limit: 100 },
  policy: "read",
};

/** A rate limiter that never waits, for tests that count requests. */
export const noLimit: RateLimiter = {
  acquire: async () => ({
    accept: () => {},
    throttle: () => 0,
    release: () => {},
    pause: () => {},
  }),
  lower: () => {},
  state: () => ({ perSecond: 0, pausedMs: 0, inFlight: 0, waiting: 0 }),
};
