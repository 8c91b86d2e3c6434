import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { RequestInit } from "node-fetch";
import { name, version } from "../version";
import { EmailMarketingError } from "./errors";
import { type Clock, monotonicClock, type Pace } from "./pace";
import type { Path } from "./path";
import { type Failure, judge, type Success } from "./reply";
import { backoffMs, maySendAgain, type RetryPolicy } from "./retry";

/** One call of the service's interface. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: Path;
  readonly body?: object;
  readonly policy: RetryPolicy;
  /** True when an empty reply, or one with only a message, is enough: what the call did stands in its request. */
  readonly acknowledged?: boolean;
}

/** What a client needs to know of its account. */
export interface ClientOptions {
  /** Address of the interface, without a trailing slash; asked for at the first call. */
  readonly address: () => string;
  /** The value of the `Authorization` header; asked for at the first call. */
  readonly authorization: () => string;
  /** Told to the user on a 401: where the key came from and what to do. */
  readonly keyAdvice: () => string;
  /** The setting that holds the address, for the sentences about a wrong one. */
  readonly addressSetting: string;
  /** Taken out of every message. */
  readonly keys: readonly string[];
  readonly pace: Pace;
  /** Longest time of one try. */
  readonly timeoutMs: number;
  /** Longest time of a call with its retries. */
  readonly deadlineMs: number;
  /** Told about every try; has no key, body or contact data. */
  readonly log?: (event: CallEvent) => void;
  /** Told when a call waits for 5 seconds or longer. */
  readonly announce?: (sentence: string) => void;
  readonly clock?: Clock;
}

/** One try of a call, as the log sees it. */
export interface CallEvent {
  readonly method: string;
  readonly route: string;
  readonly attempt: number;
  readonly status?: number;
  /** The error code of a try that failed. */
  readonly fault?: string;
  readonly durationMs: number;
  /** How long the next try waits. */
  readonly waitMs?: number;
  /** The pace after this try. */
  readonly perSecond: number;
}

/** A client of one interface of one account. */
export interface Client {
  /** Sends a call, with its retries, and gives the decoded body of a good reply: `{}` when it was empty. */
  send(call: Call): Promise<Record<string, unknown>>;
}

const userAgent = `${name}/${version}`;
const largestReplyBytes = 50_000_000;
const announcedFromMs = 5000;
/** Nothing of the request had left this machine when these occurred. */
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
]);

// Idle sockets of a keep-alive agent do not hold the process open: Node unrefs them.
const keptAlive = {
  http: new HttpAgent({ keepAlive: true }),
  https: new HttpsAgent({ keepAlive: true }),
};
// A server that drops an idle socket looks like a write that may have happened: such writes get a fresh one.
const fresh = { http: new HttpAgent(), https: new HttpsAgent() };

/** Makes a client; nothing is resolved or sent before the first call. */
export function createClient(options: ClientOptions): Client {
  const clock = options.clock ?? monotonicClock;
  return {
    async send(call) {
      const until = clock.now() + options.deadlineMs;
      for (let attempt = 1; ; attempt += 1) {
        if (!(await options.pace.take(until))) throw tooLongAWait(call, attempt - 1, options);
        const startedAt = clock.now();
        const limitMs = Math.max(1, Math.ceil(Math.min(options.timeoutMs, until - startedAt)));
        const outcome = await tryOnce(call, { attempt, limitMs }, options);
        const waitMs = settle(call, { attempt, startedAt }, options, outcome);
        if ("body" in outcome) return outcome.body;
        const mayRepeat = maySendAgain(call.policy, outcome.fault);
        if (!mayRepeat || clock.now() + waitMs > until) throw outcome.error;
        if (waitMs >= announcedFromMs) {
          const seconds = Math.ceil(waitMs / 1000);
          options.announce?.(`waiting ${seconds} s before the next try: ${outcome.error.message}`);
        }
        // After a refusal it is the pace that waits, for this call and every other one.
        if (outcome.fault !== "refused") await clock.sleep(waitMs);
      }
    },
  };
}

/** Tells the pace and the log how a try ended; gives the wait before a next one. */
function settle(
  call: Call,
  seen: { attempt: number; startedAt: number },
  options: ClientOptions,
  outcome: Success | Failure,
): number {
  const { attempt, startedAt } = seen;
  const failed = "fault" in outcome;
  const waitMs = failed ? (outcome.waitMs ?? backoffMs(attempt)) : 0;
  if (!failed) options.pace.accepted();
  else if (outcome.fault === "refused") options.pace.refused(waitMs);
  const status = failed ? outcome.error.status : outcome.status;
  options.log?.({
    method: call.method,
    route: call.path.route,
    attempt,
    durationMs: Math.round((options.clock ?? monotonicClock).now() - startedAt),
    perSecond: options.pace.perSecond(),
    ...(status === undefined ? {} : { status }),
    ...(failed ? { fault: outcome.error.code, waitMs: Math.round(waitMs) } : {}),
  });
  return waitMs;
}

function tooLongAWait(call: Call, attempts: number, options: ClientOptions): EmailMarketingError {
  const { method, path } = call;
  return new EmailMarketingError(
    "rate-limit",
    `the service asked for a wait beyond the deadline of ${options.deadlineMs / 1000} s (429, ` +
      `${method} ${path.route}). Run again later, or raise emailmarketing:deadlineSeconds.`,
    { status: 429, method, route: path.route, attempts },
  );
}

async function tryOnce(
  call: Call,
  limits: { attempt: number; limitMs: number },
  options: ClientOptions,
): Promise<Success | Failure> {
  const address = options.address();
  const known = { method: call.method, route: call.path.route, attempts: limits.attempt };
  const init = request(call, options.authorization(), AbortSignal.timeout(limits.limitMs));
  // Loaded on the first request: a preview without one does not pay for it.
  const { default: fetch } = await import("node-fetch");
  try {
    const response = await fetch(address + call.path.path, init);
    const text = await response.text();
    const retryAfter = response.headers.get("retry-after");
    return judge({ call, options, known: { ...known, status: response.status }, text, retryAfter });
  } catch (cause) {
    return broken({ address, options, known, limitMs: limits.limitMs, cause });
  }
}

function request(call: Call, authorization: string, signal: AbortSignal): RequestInit {
  const agents = call.policy === "once" ? fresh : keptAlive;
  return {
    method: call.method,
    // A redirect would carry the key to another server.
    redirect: "manual",
    size: largestReplyBytes,
    signal,
    agent: ({ protocol }) => (protocol === "https:" ? agents.https : agents.http),
    headers: {
      authorization,
      accept: "application/json",
      "user-agent": userAgent,
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  };
}

interface Break {
  readonly address: string;
  readonly options: ClientOptions;
  readonly known: { method: string; route: string; attempts: number };
  readonly limitMs: number;
  readonly cause: unknown;
}

/** No whole reply came. The message of the cause is not used: it holds the whole address with its parameters. */
function broken({ address, options, known, limitMs, cause }: Break): Failure {
  const { name: kind, code = kind } = cause as { name?: string; code?: string };
  const where = `${address} (${code}, ${known.method} ${known.route})`;
  const fail = (timedOut: boolean, ambiguous: boolean, sentence: string) =>
    new EmailMarketingError(timedOut ? "timeout" : "network", sentence, { ...known, ambiguous });
  if (code !== undefined && neverSent.has(code)) {
    const next = `Is ${options.addressSetting} right, and is the service up?`;
    return {
      fault: "unreachable",
      error: fail(false, false, `can't connect to ${where}. ${next}`),
    };
  }
  if (code !== undefined && /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(code)) {
    const next = "NODE_EXTRA_CA_CERTS names a file with further authorities.";
    const sentence = `the certificate of ${where} is not trusted. ${next}`;
    return { fault: "final", error: fail(false, false, sentence) };
  }
  if (kind === "AbortError" || kind === "TimeoutError" || code === "ETIMEDOUT") {
    const sentence =
      `no reply from ${address} within ${Math.ceil(limitMs / 1000)} s (${known.method} ` +
      `${known.route}, try ${known.attempts}). Is the service up? emailmarketing:timeoutSeconds sets the limit.`;
    return { fault: "interrupted", error: fail(true, true, sentence) };
  }
  const sentence = `the connection to ${where} broke before a whole reply came.`;
  return { fault: "interrupted", error: fail(false, true, sentence) };
}
