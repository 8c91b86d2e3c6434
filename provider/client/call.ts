import type { Interface } from "../errors/call-failure";
import { EmailMarketingError } from "../errors/error";
import type { KnownService, Silence } from "./known-service";
import type { Clock, Pace, PaceState } from "./pace";
import type { RetryPolicy } from "./retry";

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: Path;
  readonly body?: object;
  readonly policy: RetryPolicy;
  /** True when an empty reply, or one with only a message, is enough: what the call did stands in its request. */
  readonly mayBeEmpty?: boolean;
  /** True if a web page that refuses, once the service has replied, may stand in place of the response to a request that was carried out. */
  readonly mayActBehindPage?: boolean;
  /** Longest time of this call with its retries, where that is shorter than the client's. */
  readonly deadlineMs?: number;
  /** The most tries, where a later one is worth nothing. */
  readonly tries?: number;
  /** When the reading that this call is a part of must have ended, by the client's clock. */
  readonly until?: number | undefined;
  /** Asked right before every try: "done" ends the call as a success without an answer, an error with that error. */
  readonly beforeTry?: () => Promise<"send" | "done">;
}

export interface Client {
  /** Sends a call, with its retries, and gives the decoded body of a good reply: `{}` when it was empty. */
  send(call: Call): Promise<Record<string, unknown>>;
  /** When a reading of several calls that begins now must have ended, by the client's clock. */
  readonly deadline: () => number;
}

export interface ClientOptions {
  readonly interface: Interface;
  /** Address of the interface, without a trailing slash; asked for at the first call. */
  readonly address: () => string;
  /** The value of the `Authorization` header; asked for at the first call. */
  readonly authorization: () => string;
  /** What to say of a refused key: where it came from. */
  readonly keyAdvice?: () => string | undefined;
  /** Taken out of every message. */
  readonly keys: readonly string[];
  readonly pace: Pace;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  /** Whether the service runs on this machine, where a refused connection means that it isn't running. */
  readonly isLocal?: () => boolean;
  /** How long to try on without any reply; without it, until the deadline. A reply of any kind ends the count. */
  readonly longestSilenceMs?: () => number;
  /** Shared by all clients of one interface. */
  readonly silence?: Silence;
  readonly service?: KnownService;
  /** Called after every try; the event has no key, body or contact data. */
  readonly log?: (event: CallEvent) => void;
  /** Called when a call waits for 5 seconds or longer. */
  readonly announce?: (sentence: string) => void;
  /** Called with every whole reply as it came, whatever it says, before anything is made of it. */
  readonly onReply?: (reply: RawReply) => void;
  /** Given every try of a write right before it is sent: sends it, or ends the call with an `EmailMarketingError`. */
  readonly aroundWrite?: <Value>(send: () => Promise<Value>) => Promise<Value>;
  readonly clock?: Clock;
}

/** A reply as it came. Its text may hold contact data, so it is neither shown nor logged. */
export interface RawReply {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

export interface CallEvent {
  readonly method: string;
  readonly route: string;
  readonly attempt: number;
  readonly status?: number;
  readonly code?: string;
  readonly durationMs: number;
  readonly waitMs?: number;
  readonly pace: PaceState;
}

/** A request path and the template that it was made from; only the template may appear in a message. */
export interface Path {
  readonly path: string;
  readonly route: string;
}

/** path`/list/${{ id }}` gives `/list/a%2Fb` and the route `/list/{id}`; a parameter that would make it another path is refused. */
export function path(
  literals: TemplateStringsArray,
  ...parameters: readonly Record<string, string>[]
): Path {
  let sent = literals[0] ?? "";
  let route = sent;
  for (const [index, parameter] of parameters.entries()) {
    const [name, value] = Object.entries(parameter)[0] ?? ["", ""];
    const rest = literals[index + 1] ?? "";
    const problem = problemOf(value);
    if (problem !== undefined) {
      const sentence = `the ${name} in ${route}{${name}}${rest} must ${problem}.`;
      throw new EmailMarketingError("validation", sentence);
    }
    sent += encodeURIComponent(value) + rest;
    route += `{${name}}${rest}`;
  }
  return { path: sent, route };
}

function problemOf(value: string): string | undefined {
  if (value === "") return "not be empty";
  if (value === "." || value === "..") return 'not be "." or ".."';
  // Half of a surrogate pair has no encoding.
  return /\p{Surrogate}/u.test(value) ? "be valid Unicode" : undefined;
}
