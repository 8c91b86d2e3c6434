import { setImmediate } from "node:timers/promises";
import type { Call, Client } from "../../provider/client/call";
import type { Clock } from "../../provider/client/clock";
import { EmailMarketingError } from "../../provider/errors/error";

/** An object of the service, in the spelling of a sender and of a campaign. */
export interface Held {
  readonly id: string;
  readonly sender_email: string;
  readonly name: string;
  readonly status: string;
}

/** One request for a page of a search. */
export interface Asked {
  readonly page: number;
  readonly limit: number;
  /** The text that is searched for; empty for all objects. */
  readonly text: string;
  /** How often this page of this search was asked for, this time included. */
  readonly time: number;
  /** How many requests were sent for any page, this one included. */
  readonly request: number;
  /** The milliseconds since the first request. */
  readonly ageMs: number;
}

/** What a search replies. */
interface Reply {
  readonly rows: readonly Held[];
  readonly total?: number | string | undefined;
  /** How long it takes, in milliseconds; by default, 50. */
  readonly tookMs?: number;
}

/** A service of which every reply is up to a test. */
export type HostileService = (asked: Asked) => Reply;

/** The objects of the tests: `s0` to `s258`. */
export const held: readonly Held[] = Array.from({ length: 259 }, (_, n) => heldAs(n));

/** One of them, or another one. */
export function heldAs(n: number): Held {
  return { id: `s${n}`, sender_email: keyOf(n), name: keyOf(n), status: "Draft" };
}

/** The address of one of them. */
export function keyOf(n: number): string {
  return `sender-${n}@acme.example`;
}

/** Those that a search for this text matches. */
export function matching(rows: readonly Held[], text: string): readonly Held[] {
  return rows.filter(({ sender_email }) => sender_email.includes(text.toLowerCase()));
}

/** A page of them. */
export function pageOf(rows: readonly Held[], page: number, size = 100): readonly Held[] {
  return rows.slice((page - 1) * size, page * size);
}

/** What every search does that is not said to do otherwise. */
export function truthful(
  rows: readonly Held[],
  { page, text }: Asked,
): { readonly rows: readonly Held[]; readonly total: number } {
  const found = matching(rows, text);
  return { rows: pageOf(found, page), total: found.length };
}

/** A client of such a service, with a clock that only its requests and the waits of others move. */
export function hostileClient(service: HostileService) {
  let nowMs = 0;
  let count = 0;
  const times = new Map<string, number>();
  const clock: Clock = {
    now: () => nowMs,
    async sleep(ms) {
      nowMs += ms;
      // Whoever asks meanwhile has time for it.
      await setImmediate();
    },
    // No call of these tests waits for others until its deadline.
    after: () => () => {},
  };
  const client: Client = {
    deadline: () => nowMs + 60_000,
    async send({ body, until = Number.POSITIVE_INFINITY }: Call) {
      const {
        page,
        limit,
        search: text = "",
      } = body as Pick<Asked, "page" | "limit"> & {
        readonly search?: string;
      };
      if (nowMs > until) throw new EmailMarketingError("timeout", "too late");
      const key = `${page} ${text}`;
      const time = (times.get(key) ?? 0) + 1;
      times.set(key, time);
      count += 1;
      const asked = { page, limit, text, time, request: count, ageMs: nowMs };
      const { rows, total, tookMs = 50 } = service(asked);
      nowMs += tookMs;
      return { data: rows, ...(total === undefined ? {} : { count: total }) };
    },
  };
  return { client, clock, count: () => count };
}
