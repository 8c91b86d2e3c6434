import { type AgentOptions, type ClientRequest, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { RequestInit } from "node-fetch";
import type { CallContext, CallFailure } from "../errors/call-failure";
import { EmailMarketingError } from "../errors/error";
import { name, version } from "../errors/package";
import { failWithoutReply, switchedProtocol, withTimeout } from "../errors/request-end";
import { urlOf } from "../input/domain";
import type { Call, ClientOptions } from "./call";
import { adviceOf, isOfService, outcomeOf, type Success } from "./reply";

export interface Limits {
  readonly attempt: number;
  readonly limitMs: number;
}

const userAgent = `${name}/${version}`;
/** Far above any response of the service. A larger one would only fill the memory. */
const largestReplyBytes = 50_000_000;

export async function attempt(
  call: Call,
  { attempt, limitMs }: Limits,
  options: ClientOptions,
): Promise<Success | CallFailure> {
  const address = options.address();
  const authorization = options.authorization();
  // If the server has closed an idle socket, a write on it fails as if it may have been carried out. So writes that
  // must not be repeated get a new connection.
  const agent = await agentFor(address, call.policy === "once" ? "fresh" : "kept");
  const isProxied = "proxy" in agent;
  const connection = { isOpen: false };
  const context = contextOf(call, attempt, options);
  // Loaded on the first request, so that a preview without requests doesn't pay for it.
  const { default: fetch } = await import("node-fetch");
  // The limit covers headers and body, because a server may stall in the middle of a response.
  const send = () =>
    withTimeout(limitMs, async (signal) => {
      const init = { ...request(call, authorization), agent: watched(agent, connection), signal };
      const sentAt = Date.now();
      const response = await fetch(address + call.path.path, init);
      const between = { sentAt, repliedAt: Date.now() };
      return { response, between, text: await response.text() };
    });
  const { aroundWrite } = options;
  const isWrapped = aroundWrite !== undefined && call.policy !== "read";
  let reply: Awaited<ReturnType<typeof send>>;
  try {
    reply = await (isWrapped ? aroundWrite(send) : send());
  } catch (cause) {
    return broken(cause, connection.isOpen, { ...context, isProxied, limitMs });
  }
  const { response, between, text } = reply;
  const { status } = response;
  const header = (name: string) => response.headers.get(name);
  // The response is from the proxy; the service was never reached.
  if (isProxied && !connection.isOpen) {
    return { ...refusedByProxy(context, status), ...adviceOf(header) };
  }
  const { method, route } = context;
  const headers = new Map(response.headers);
  options.onReply?.({ method, route, status, headers, text });
  const isKnown = options.service?.hasReplied() ?? false;
  const outcome = outcomeOf({ call, keys: options.keys, context, status, text, header, isKnown });
  if (isOfService(outcome, text)) options.service?.note({ header, ...between });
  return outcome;
}

function request(call: Call, authorization: string): RequestInit {
  return {
    method: call.method,
    // Following a redirect would send the key to another server.
    redirect: "manual",
    size: largestReplyBytes,
    headers: {
      authorization,
      accept: "application/json",
      // Lets the service's operators identify this client and its version.
      "user-agent": userAgent,
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  };
}

export function contextOf(call: Call, attempts: number, options: ClientOptions): CallContext {
  return {
    api: options.api,
    address: options.address(),
    method: call.method,
    route: call.path.route,
    attempts,
    sent: "no",
  };
}

/** The failure for a proxy that opened no tunnel: it can't reach the service, or refuses this client. */
function refusedByProxy(context: CallContext, status: number): CallFailure {
  if (status < 500) return { ...context, reason: "proxy-refused", status };
  return { ...context, reason: "unreachable", causeCode: String(status), isProxied: true };
}

type BreakReason =
  | "unreachable"
  | "wrong-address"
  | "untrusted-certificate"
  | "unreadable"
  | "no-reply"
  | "cut-off";

/**
 * The failure of an attempt without a complete response. `isOpen` is true if any part of the request may have been
 * sent.
 */
function broken(
  thrown: unknown,
  isOpen: boolean,
  known: CallContext & { readonly isProxied: boolean; readonly limitMs: number },
): CallFailure {
  // An invalid setting, or a write that must not be sent, is not a connection failure.
  if (thrown instanceof EmailMarketingError) throw thrown;
  // Classified by code, because the plugin's bundle renames classes. The message isn't used, because it contains the
  // whole URL.
  const { code = "unknown error", type } = thrown as {
    readonly code?: string;
    readonly type?: string;
  };
  if (code === switchedProtocol && !isOpen) return refusedByProxy(known, 101);
  const reason = isOpen ? reasonAfter(code, type) : reasonBefore(code);
  return { ...known, causeCode: code, reason };
}

/** The reason why no connection could be opened. Unknown codes count as temporary. */
function reasonBefore(code: string): BreakReason {
  // The host doesn't exist. EAI_AGAIN is temporary: DNS has no answer for now.
  if (code === "ENOTFOUND") return "wrong-address";
  // OpenSSL's errors if the server doesn't speak TLS.
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) return "wrong-address";
  return /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(code) ? "untrusted-certificate" : "unreachable";
}

function reasonAfter(code: string, type: string | undefined): BreakReason {
  // Errors of Node.js's HTTP parser.
  if (code.startsWith("HPE_") || code === switchedProtocol) return "unreadable";
  // node-fetch's error for a response above `size`.
  if (type === "max-size") return "unreadable";
  return code === "ETIMEDOUT" ? "no-reply" : "cut-off";
}

/** Whether a call may reuse a kept-alive connection or needs a new one. */
export type Connection = "kept" | "fresh";

const agentOptions: Record<Connection, AgentOptions> = {
  // Node.js unrefs the idle sockets of a keep-alive agent, so they don't keep the process alive.
  kept: { keepAlive: true },
  fresh: {},
};

const agents = new Map<string, HttpAgent>();

/** The agent for an address, with the proxy that the environment sets for it, if any. */
export async function agentFor(address: string, connection: Connection): Promise<HttpAgent> {
  const { origin } = new URL(address);
  const key = `${connection} ${origin}`;
  const known = agents.get(key);
  if (known) return known;
  // http is only allowed for loopback hosts. They need no proxy, and a proxy would see the key in plain text.
  const proxy = origin.startsWith("http:") ? undefined : await proxyFor(origin);
  // Another call may have created the agent during the await.
  const agent = agents.get(key) ?? (await createAgent(origin, proxy, agentOptions[connection]));
  agents.set(key, agent);
  return agent;
}

/** A method of Node.js's agents that their types lack. Every request passes through it. */
interface AddsRequests {
  addRequest(request: ClientRequest, options: object): void;
}

/**
 * Wraps the agent for one request, to record when its connection is open: after the TLS handshake, through a proxy's
 * tunnel, or reused. Nothing of the request is sent before. The request ends however the connection ends.
 */
export function watched(agent: HttpAgent, connection: { isOpen: boolean }): HttpAgent {
  const inner = agent as HttpAgent & AddsRequests;
  const open = () => {
    connection.isOpen = true;
  };
  const watching: AddsRequests = {
    addRequest(request, options) {
      request.once("socket", (socket) => {
        if (request.reusedSocket) open();
        else
          socket.once(
            agent instanceof HttpsAgent || "proxy" in agent ? "secureConnect" : "connect",
            open,
          );
      });
      failWithoutReply(request);
      inner.addRequest(request, options);
    },
  };
  return Object.assign(Object.create(agent) as HttpAgent, watching);
}

async function createAgent(origin: string, proxy: URL | undefined, options: AgentOptions) {
  if (origin.startsWith("http:")) return new HttpAgent(options);
  if (proxy === undefined) return new HttpsAgent(options);
  const { HttpsProxyAgent } = await import("https-proxy-agent");
  // Opens a tunnel, so TLS ends at the service and the proxy never sees the key.
  return new HttpsProxyAgent(proxy, options);
}

/**
 * The proxy for an address, from HTTPS_PROXY, ALL_PROXY and NO_PROXY in upper or lower case; undefined if there is
 * none.
 */
async function proxyFor(origin: string): Promise<URL | undefined> {
  const set = Object.entries(process.env)
    .filter(([name]) => /^(https|all)_proxy$/i.test(name))
    .map(([, value]) => value?.trim() ?? "")
    .filter((value) => value !== "");
  if (set.length === 0) return undefined;
  // Loaded only if a proxy is set.
  const { getProxyForUrl } = await import("proxy-from-env");
  const named = getProxyForUrl(origin);
  if (named === "") return undefined;
  // A proxy without a scheme is http, as in curl. The library would use the scheme of the target address.
  const isBare = !set.includes(named);
  return requireProxy(isBare ? named.replace(/^https:/, "http:") : named);
}

function requireProxy(proxy: string): URL {
  const url = urlOf(proxy);
  if (url && /^https?:$/.test(url.protocol)) return url;
  // The message leaves the value out, because it may contain a password.
  throw new EmailMarketingError(
    "config",
    "HTTPS_PROXY (or ALL_PROXY) must be the URL of an http or https proxy, such as http://host:port.",
  );
}
