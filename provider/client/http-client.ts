import { type ClientRequest, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { FetchError, RequestInit } from "node-fetch";
import {
  type CallContext,
  type CallFailure,
  callError,
  failureKind,
  isTemporary,
  retryNotice,
} from "../errors/call-error";
import { EmailMarketingError, requireOwnError, type Sent } from "../errors/error";
import { failWithoutResponse, switchedProtocol, withTimeout } from "../plain/async";
import { parseUrl } from "../plain/domain";
import { name, version } from "../plain/package";
import {
  fullJitterMs,
  monotonicClock,
  noteAttempt,
  noteResponse,
  outageAt,
  type Permit,
} from "./api-state";
import type { Call, HttpClient, HttpClientOptions } from "./call";
import { isOfService, outcomeOf, requestedWait, type Success } from "./response";

const announcedFromMs = 5000;
/** How long to retry if nothing listens at a local address, because an emulator may still be starting. */
const localStartupMs = 2000;
/** The maximum age of the result of `beforeAttempt` when the request is sent. */
const maxCheckAgeMs = 2000;

/** Creates a client. Before the first call, the client reads neither the address nor the key, and sends nothing. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { rateLimiter, clock = monotonicClock, outage, outageLimitMs } = options;
  const { deadlineMs, timeoutMs } = options;
  let hasKeyWorked = false;

  async function send(call: Call): Promise<Record<string, unknown>> {
    const ownUntil = clock.now() + Math.min(deadlineMs, call.deadlineMs ?? deadlineMs);
    const until = Math.min(ownUntil, call.until ?? ownUntil);
    if (until <= clock.now()) throw callError(deadlineFailure(call, 0));
    // Stays "maybe" after an attempt that may have been carried out, even if the last attempt surely was not.
    let sent: Sent = "no";
    let lastComplete: CallFailure | undefined;
    for (let attempts = 1; ; attempts += 1) {
      const permit = await permitFor(call, sent, until);
      if (permit === "done") return {};
      if (!permit) throw callError({ ...permitTimeout(call, attempts - 1), sent });
      const ongoing = outageAt(outage, clock.now());
      if (ongoing && ongoing.ms >= outageLimitMs()) {
        // Earlier attempts have already waited for `outageLimitMs`, so this call fails at once.
        permit.release();
        throw callError({ ...ongoing.last, ...contextOf(call, 0, options), outage: ongoing, sent });
      }
      const { outcome, waitMs } = await sendAttempt(call, permit, { attempts, until });
      if ("body" in outcome) {
        hasKeyWorked = true;
        return outcome.body;
      }
      const { sent: ofAttempt } = failureKind(outcome);
      if (call.policy !== "read" && ofAttempt === "maybe") sent = "maybe";
      const isSafe = call.policy !== "at-most-once" || ofAttempt === "no";
      const mayRepeat = isSafe && isTemporary(outcome) && attempts !== call.attempts;
      if (!mayRepeat || clock.now() + waitMs > until) {
        // An attempt that the deadline cut short says nothing about the service, so report the previous failure if
        // there is one. The extra millisecond allows for timers that fire early.
        const isCut = isTemporary(outcome) && clock.now() + 1 >= until;
        const alone = call.until === undefined ? outcome : deadlineFailure(call, attempts);
        const facts = isCut ? (lastComplete ?? alone) : outcome;
        throw callError({ ...withKeyAdvice(facts), sent });
      }
      lastComplete = outcome;
      if (waitMs >= announcedFromMs) announce(outcome, waitMs);
      // After a 429, the rate limiter makes this and other calls wait.
      if (outcome.reason !== "rate-limited") await clock.sleep(waitMs);
    }
  }

  /**
   * Returns a permit for the next attempt, "done" if no attempt is needed, or undefined if there is no permit before
   * the deadline. If the permit took long, calls `beforeAttempt` again.
   */
  async function permitFor({ beforeAttempt }: Call, sent: Sent, until: number) {
    if (!beforeAttempt) return rateLimiter.acquire(until);
    for (;;) {
      const next = await beforeAttempt().catch((error: unknown) => {
        if (sent === "no") throw error;
        // After an unconfirmed attempt, the error still says that the write is unconfirmed.
        const { code, message, details } = requireOwnError(error);
        throw new EmailMarketingError(code, message, { details, sent, cause: error });
      });
      if (next === "done") return next;
      const lookedAt = clock.now();
      const permit = await rateLimiter.acquire(until, "first");
      if (!permit || clock.now() - lookedAt <= maxCheckAgeMs) return permit;
      permit.release();
    }
  }

  async function sendAttempt(
    call: Call,
    permit: Permit,
    { attempts, until }: { readonly attempts: number; readonly until: number },
  ): Promise<{ readonly outcome: Success | CallFailure; readonly waitMs: number }> {
    const startedAt = clock.now();
    // Before the first response, the outage limit also limits an attempt. This limit is at least a second, because a
    // refusal of the connection may take that long.
    const leftMs = outageLimitMs() - (outageAt(outage, clock.now())?.ms ?? 0);
    const firstWordMs = outage.hasResponded ? timeoutMs : Math.max(1000, leftMs);
    const longestMs = Math.min(timeoutMs, firstWordMs, until - startedAt);
    const limitMs = Math.max(1, Math.ceil(longestMs));
    const outcome = await attempt(call, { attempts, limitMs }, options).catch((error: unknown) => {
      permit.release();
      throw error;
    });
    const waitMs = endPermit(permit, outcome, attempts);
    const isFailed = "reason" in outcome;
    const isUnanswered = isFailed && ["network", "timeout"].includes(failureKind(outcome).code);
    const isSilent = isUnanswered && isTemporary(outcome);
    // A permanent failure without a response, such as an unknown host, neither begins nor ends an outage.
    if (isSilent || !isUnanswered)
      noteAttempt(outage, startedAt, clock.now(), isSilent ? outcome : undefined);
    const { status } = outcome;
    options.log?.({
      method: call.method,
      route: call.route,
      attempt: attempts,
      durationMs: Math.round(clock.now() - startedAt),
      rateLimiter: rateLimiter.state(),
      ...(status === undefined ? {} : { status }),
      ...(isFailed ? { code: failureKind(outcome).code, waitMs: Math.round(waitMs) } : {}),
    });
    return isSilent ? giveUpAfterOutageLimit(outcome, waitMs) : { outcome, waitMs };
  }

  /** Lets the call retry until the outage limit. Then adds the outage to the failure, which makes the failure final. */
  function giveUpAfterOutageLimit(outcome: CallFailure, waitMs: number) {
    const ongoing = outageAt(outage, clock.now());
    const isRefused = "causeCode" in outcome && outcome.causeCode === "ECONNREFUSED";
    const isDown = isRefused && !outcome.isProxied && options.isLocal();
    const leftMs = (isDown ? localStartupMs : outageLimitMs()) - (ongoing?.ms ?? 0);
    if (leftMs > 0) return { outcome, waitMs: Math.min(waitMs, leftMs) };
    return { outcome: { ...outcome, outage: ongoing }, waitMs: 0 };
  }

  /** Adds advice about a refused key. If the key has worked before and the path has an id, blames the id instead. */
  function withKeyAdvice(facts: CallFailure): CallFailure {
    if (facts.reason !== "key-refused") return facts;
    const isOfId = hasKeyWorked && facts.route.includes("{");
    return isOfId
      ? { ...facts, reason: "id-refused" }
      : { ...facts, keyAdvice: options.keyAdvice() };
  }

  /** Announces a wait. Announces an outage only once, and only if calls are retried until their deadlines. */
  function announce(facts: CallFailure, waitMs: number): void {
    const isOwnWait = facts.retryAfterMs === undefined && facts.reason !== "rate-limited";
    const isUnanswered = facts.status === undefined;
    if (isUnanswered) {
      if (Number.isFinite(outageLimitMs()) || outage.isReported) return;
      outage.isReported = true;
    }
    // If the client chose the wait, the notice names the deadline, because the wait differs between attempts. So the
    // notice is always the same sentence, which is shown only once.
    const notice = isOwnWait
      ? retryNotice(facts, "for up to", deadlineMs)
      : retryNotice(facts, "after", waitMs);
    options.announce(notice);
  }

  /** The failure of a call that gets no permit before its deadline, because calls are paused or too many are ahead. */
  function permitTimeout(call: Call, attempts: number): CallFailure {
    const { pausedMs, pausedBy = 429 } = rateLimiter.state();
    const facts = deadlineFailure(call, attempts);
    return pausedMs > 0 ? { ...facts, reason: "long-wait", status: pausedBy, pausedMs } : facts;
  }

  /** The failure of a call at its own deadline, or at the deadline for reading all pages. */
  function deadlineFailure(call: Call, attempts: number): CallFailure<"late"> {
    return { ...contextOf(call, attempts, options), reason: "late", deadlineMs };
  }

  return { send, deadline: () => clock.now() + deadlineMs };
}

/** Ends the permit, and returns the milliseconds to wait before the next attempt. */
function endPermit(permit: Permit, outcome: Success | CallFailure, attempts: number): number {
  const isFailure = "reason" in outcome;
  const { status, retryAfterMs = 0 } = outcome;
  if (isFailure && outcome.reason === "rate-limited") return permit.throttle(retryAfterMs);
  // Honor Retry-After with any status.
  if (retryAfterMs > 0) permit.pause(retryAfterMs, status ?? 200);
  // A failing server (5xx) or a proxy's refusal says nothing about the account's rate limit.
  const isOfProxy = isFailure && outcome.reason === "proxy-refused";
  const isAnswered = !isOfProxy && status !== undefined && status < 500;
  if (isAnswered) permit.accept();
  else permit.release();
  if (!isFailure || !isTemporary(outcome)) return 0;
  return Math.max(retryAfterMs, backoffMs(attempts));
}

/** The wait after `attempt` failed attempts. Not used after a 429, because then the rate limiter waits. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return fullJitterMs(attempt - 1, 500, random);
}

/** The size limit of a response, which protects the memory. Expected responses are far smaller. */
const maxResponseBytes = 50_000_000;

async function attempt(
  call: Call,
  { attempts, limitMs }: { readonly attempts: number; readonly limitMs: number },
  options: HttpClientOptions,
): Promise<Success | CallFailure> {
  const { api, settings } = options;
  const context = contextOf(call, attempts, options);
  const { address, method, route } = context;
  const authorization = (api === "verification" ? "Bearer " : "") + settings.required(api, "key");
  // A write over an idle connection may fail with unknown outcome, so an at-most-once write gets a new connection.
  const agent = await agentFor(address, { isKept: call.policy !== "at-most-once" });
  const isProxied = "proxy" in agent;
  const connection = { isOpen: false };
  // node-fetch is loaded on the first request, so that a preview without requests starts faster.
  const { default: fetch } = await import("node-fetch");
  const request: RequestInit = {
    method,
    // Following a redirect could send the key to another server.
    redirect: "manual",
    size: maxResponseBytes,
    agent: withConnectionState(agent, connection),
    headers: {
      authorization,
      accept: "application/json",
      // The header lets the service's operators identify this client and the version.
      "user-agent": `${name}/${version}`,
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  };
  const exchange = async (signal: AbortSignal) => {
    const sentAt = Date.now();
    const response = await fetch(address + call.path, { ...request, signal });
    const between = { sentAt, respondedAt: Date.now() };
    return { response, between, text: await response.text() };
  };
  const { aroundWrite } = options;
  const isWrapped = aroundWrite !== undefined && call.policy !== "read";
  // The time limit covers headers and body, because a server may stall in the middle of a response.
  const exchanged = isWrapped
    ? aroundWrite(() => withTimeout(limitMs, exchange))
    : withTimeout(limitMs, exchange);
  const result = await exchanged.catch((cause: unknown) =>
    connectionFailure(cause, connection.isOpen, { ...context, isProxied, limitMs }),
  );
  if ("reason" in result) return result;
  const { response, between, text } = result;
  const { status } = response;
  const headers = new Map(response.headers);
  // The response is from the proxy; the service was never reached.
  if (isProxied && !connection.isOpen) {
    return { ...refusedByProxy(context, status), ...requestedWait(headers) };
  }
  options.onResponse?.({ method, route, status, headers, text });
  const isKnown = options.service.hasResponded;
  const outcome = outcomeOf({ call, keys: settings.keys, context, status, text, headers, isKnown });
  if (isOfService(outcome, text)) noteResponse(options.service, { headers, ...between });
  return outcome;
}

function contextOf(
  { method, route }: Call,
  attempts: number,
  { api, settings }: HttpClientOptions,
): CallContext {
  return { api, address: settings.required(api, "address"), method, route, attempts, sent: "no" };
}

/** The failure if a proxy opened no tunnel. With status 5xx, it can't reach the service; otherwise, it refuses to. */
function refusedByProxy(context: CallContext, status: number): CallFailure {
  if (status < 500) return { ...context, reason: "proxy-refused", status };
  return { ...context, reason: "unreachable", causeCode: String(status), isProxied: true };
}

/** The failure of an attempt without a complete response. If `isOpen`, part of the request may have been sent. */
function connectionFailure(
  thrown: unknown,
  isOpen: boolean,
  known: CallContext & { readonly isProxied: boolean; readonly limitMs: number },
): CallFailure {
  // An error of this package, such as a write that was refused because the engine has ended, is no connection failure.
  if (thrown instanceof EmailMarketingError) throw thrown;
  // Only the code and type are used, because the plugin's bundle renames classes and the message has the whole URL.
  const { code = "unknown error", type } = thrown as Partial<FetchError>;
  if (code === switchedProtocol && !isOpen) return refusedByProxy(known, 101);
  const reason = isOpen ? reasonDisconnected(code, type) : reasonNotConnected(code);
  return { ...known, causeCode: code, reason };
}

/** The reason why no connection could be opened. Unknown codes count as temporary. */
function reasonNotConnected(code: string) {
  // ENOTFOUND means that the host doesn't exist. EAI_AGAIN is temporary, because DNS may answer later.
  if (code === "ENOTFOUND") return "wrong-address";
  // OpenSSL reports such errors if, for example, the server doesn't use TLS.
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) return "wrong-address";
  return /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(code) ? "untrusted-certificate" : "unreachable";
}

function reasonDisconnected(code: string, type: string | undefined) {
  // The codes that begin with HPE_ come from the HTTP parser of Node.js.
  if (code.startsWith("HPE_") || code === switchedProtocol) return "unreadable";
  // node-fetch reports this error for a response larger than the option `size`.
  if (type === "max-size") return "unreadable";
  return code === "ETIMEDOUT" ? "no-response" : "cut-off";
}

/** Two agents per origin: one keeps connections open for later calls, and the other doesn't. */
const agents = new Map<string, ReturnType<typeof createAgent>>();

/** The agent for an address, with a proxy if the environment sets one. If `isKept`, calls may reuse connections. */
export function agentFor(address: string, { isKept }: { readonly isKept: boolean }) {
  const { origin } = new URL(address);
  const key = `${isKept} ${origin}`;
  const agent = agents.get(key) ?? createAgent(origin, isKept);
  agents.set(key, agent);
  return agent;
}

/** The method of an agent through which every request passes. The types of Node.js lack it. */
interface RequestAdder {
  addRequest(request: ClientRequest, options: object): void;
}

/** Wraps the agent for one request, to record when the connection is open, because no request is sent before that. */
function withConnectionState(agent: HttpAgent, connection: { isOpen: boolean }): HttpAgent {
  const inner = agent as HttpAgent & RequestAdder;
  const open = () => {
    connection.isOpen = true;
  };
  const watching: RequestAdder = {
    addRequest(request, options) {
      request.once("socket", (socket) => {
        if (request.reusedSocket) open();
        else socket.once("encrypted" in socket ? "secureConnect" : "connect", open);
      });
      failWithoutResponse(request);
      inner.addRequest(request, options);
    },
  };
  return Object.assign(Object.create(agent) as HttpAgent, watching);
}

async function createAgent(origin: string, keepAlive: boolean) {
  // Node.js unrefs the idle sockets of a keep-alive agent, so they don't keep the process alive.
  const options = { keepAlive };
  // Only loopback hosts may use http, and they need no proxy. A proxy would see the key in plain text.
  if (origin.startsWith("http:")) return new HttpAgent(options);
  const proxy = await proxyFor(origin);
  if (proxy === undefined) return new HttpsAgent(options);
  const { HttpsProxyAgent } = await import("https-proxy-agent");
  // The agent opens a tunnel. So TLS ends at the service, and the proxy never sees the key.
  return new HttpsProxyAgent(proxy, options);
}

/** The proxy for an address, from HTTPS_PROXY, ALL_PROXY and NO_PROXY in upper or lower case. */
async function proxyFor(origin: string): Promise<URL | undefined> {
  const set = Object.entries(process.env)
    .filter(([name]) => /^(https|all)_proxy$/i.test(name))
    .map(([, value]) => value?.trim() ?? "")
    .filter((value) => value !== "");
  if (set.length === 0) return undefined;
  const { getProxyForUrl } = await import("proxy-from-env");
  const named = getProxyForUrl(origin);
  if (named === "") return undefined;
  // For a proxy without a scheme, use http, as curl does. The library would use the scheme of the target address.
  const isBare = !set.includes(named);
  const url = parseUrl(isBare ? named.replace(/^https:/, "http:") : named);
  if (url && /^https?:$/.test(url.protocol)) return url;
  // The message doesn't show the proxy's address, because the address may contain a password.
  const sentence =
    "HTTPS_PROXY (or ALL_PROXY) must be the URL of an http or https proxy, such as http://host:port.";
  throw new EmailMarketingError("config", sentence);
}
