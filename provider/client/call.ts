import type { ApiName } from "../errors/call-error";
import type { ApiState, Clock, RateLimiter } from "./api-state";

/**
 * After a temporary failure, `read` and `idempotent` requests may be sent again. An `at-most-once` request may only be
 * sent again if it surely was not carried out (status 429, or no connection).
 */
export type RetryPolicy = "read" | "idempotent" | "at-most-once";

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** The template of the path. Messages may show only the template. */
  readonly route: string;
  readonly body?: object;
  readonly policy: RetryPolicy;
  /** True if an empty response, or one with only a message, counts as success. */
  readonly mayBeEmpty?: boolean;
  /** True if a call may succeed despite a firewall's web page. Ignored until the service has responded to any call. */
  readonly mayActBehindPage?: boolean;
  /** The deadline of this call with its retries, if shorter than the client's. */
  readonly deadlineMs?: number | undefined;
  /** The maximum number of attempts, for a call that is useless if it is sent later. */
  readonly attempts?: number;
  /** If this call reads one of several pages: the deadline for all of the pages, by the client's clock. */
  readonly until?: number | undefined;
  /** Called before each attempt, and again after a long wait for a permit. "done" ends the call with an empty body. */
  readonly beforeAttempt?: () => Promise<"send" | "done">;
}

export interface HttpClient {
  /** Sends a call with its retries. Returns the decoded body, which is `{}` for an empty response. */
  send(call: Call): Promise<Record<string, unknown>>;
  /** The deadline for a series of requests that begins now, by the client's clock. */
  readonly deadline: () => number;
}

export interface HttpClientOptions extends ApiState {
  readonly api: ApiName;
  /** The address and the key, which may be absent, are not read before the first call. */
  readonly settings: {
    /** The address of the API, without a trailing slash, or its key. */
    readonly required: (of: ApiName, part: "address" | "key") => string;
    /** Keys to remove from texts of the service that a message quotes. */
    readonly keys: readonly string[];
  };
  /** The advice if the service refuses the key. It says where the key was set. */
  readonly keyAdvice: () => string | undefined;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  /** True if the service is on this machine. A refused connection then means that the service isn't running. */
  readonly isLocal: () => boolean;
  /** How long to retry without any response. Each response restarts this time, except a proxy's refusal to connect. */
  readonly outageLimitMs: () => number;
  /** Called with the outcome of each attempt. The event contains no key, body or contact data. */
  readonly log?: ((event: CallEvent) => void) | undefined;
  /** Called before waits of 5 seconds or longer; in an outage, only once, and only if `outageLimitMs` is infinite. */
  readonly announce: (sentence: string) => void;
  /** Called with every complete response before it is interpreted, unless a proxy refused to connect. */
  readonly onResponse?: (response: RawResponse) => void;
  /** Wraps every attempt of a write. Calls `send`, or throws an `EmailMarketingError` to end the call. */
  readonly aroundWrite?: <Value>(send: () => Promise<Value>) => Promise<Value>;
  readonly clock?: Clock;
}

/** An uninterpreted response. It is never shown or logged, because the text may contain contact data. */
export interface RawResponse {
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
  readonly rateLimiter: ReturnType<RateLimiter["state"]>;
}
