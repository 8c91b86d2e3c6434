import { type Call, type Client, type ClientOptions, path } from "../../provider/client/call";
import { createPace, type Pace } from "../../provider/client/pace";
import { createClient } from "../../provider/client/request";

/** A client of a server on this machine, with a pace of its own and short limits. */
export function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  return createClient({
    address: () => baseUrl,
    authorization: () => "canary-main-key",
    interface: "main",
    keys: ["canary-main-key"],
    pace: createPace(50),
    timeoutMs: 2000,
    deadlineMs: 5000,
    ...options,
  });
}

/** A read that any server may answer. */
export const search: Call = {
  method: "POST",
  path: path`/senders/search`,
  body: { page: 1, limit: 100 },
  policy: "read",
};

/** A pace that never waits, for tests that count requests. */
export const noPace: Pace = {
  take: async () => ({ accept: () => {}, refuse: () => 0, release: () => {}, pause: () => {} }),
  lower: () => {},
  state: () => ({ perSecond: 0, pausedMs: 0, inFlight: 0, waiting: 0 }),
};
