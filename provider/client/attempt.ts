import { type ClientRequest, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { FetchError, RequestInit } from "node-fetch";
import type { CallContext, CallFailure } from "../errors/call-error";
import { EmailMarketingError } from "../errors/error";
import { failWithoutResponse, memoize, switchedProtocol, withTimeout } from "../plain/async";
import { parseUrl } from "../plain/domain";
import { name, version } from "../plain/package";
import type { Call, HttpClientOptions } from "./call";
import { isOfService, outcomeOf, requestedWait, type Success } from "./response";

const userAgent = `${name}/${version}`;
/** The size limit of a response, which protects the memory. Expected responses are far smaller. */
const maxResponseBytes = 50_000_000;

export async function attempt(
  call: Call,
  { attempts, limitMs }: { readonly attempts: number; readonly limitMs: number },
  options: HttpClientOptions,
): Promise<Success | CallFailure> {
  const address = options.address();
  const authorization = options.authorization();
  // A write over an idle connection may fail with unknown outcome, so writes that must not be repeated get a new one.
  const agent = await agentFor(address, { isKept: call.policy !== "at-most-once" });
  const isProxied = "proxy" in agent;
  const connection = { isOpen: false };
  const context = contextOf(call, attempts, options);
  // node-fetch is loaded on the first request, so that a preview without requests starts faster.
  const { default: fetch } = await import("node-fetch");
  // The time limit covers headers and body, because a server may stall in the middle of a response.
  const send = () =>
    withTimeout(limitMs, async (signal) => {
      const init = {
        ...request(call, authorization),
        agent: withConnectionState(agent, connection),
        signal,
      };
      const sentAt = Date.now();
      const response = await fetch(address + call.path, init);
      const between = { sentAt, respondedAt: Date.now() };
      return { response, between, text: await response.text() };
    });
  const { aroundWrite } = options;
  const isWrapped = aroundWrite !== undefined && call.policy !== "read";
  const result = await (isWrapped ? aroundWrite(send) : send()).catch((cause: unknown) =>
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
  const { method, route } = context;
  options.onResponse?.({ method, route, status, headers, text });
  const isKnown = options.service.hasResponded();
  const outcome = outcomeOf({ call, keys: options.keys, context, status, text, headers, isKnown });
  if (isOfService(outcome, text)) options.service.note({ headers, ...between });
  return outcome;
}

function request(call: Call, authorization: string): RequestInit {
  return {
    method: call.method,
    // Following a redirect could send the key to another server.
    redirect: "manual",
    size: maxResponseBytes,
    headers: {
      authorization,
      accept: "application/json",
      // The header lets the service's operators identify this client and the version.
      "user-agent": userAgent,
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  };
}

export function contextOf(call: Call, attempts: number, options: HttpClientOptions): CallContext {
  return {
    api: options.api,
    address: options.address(),
    method: call.method,
    route: call.route,
    attempts,
    sent: "no",
  };
}

/** The failure if a proxy opened no tunnel: a 5xx status means an unreachable service, any other a refused client. */
function refusedByProxy(context: CallContext, status: number): CallFailure {
  if (status < 500) return { ...context, reason: "proxy-refused", status };
  return { ...context, reason: "unreachable", causeCode: String(status), isProxied: true };
}

/** The failure of an attempt without a complete response. `isOpen`: any part of the request may have been sent. */
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

/** The agents by origin, one for connections that are kept and one for others. */
const agents = memoize((isKept: boolean) =>
  memoize((origin: string) => createAgent(origin, isKept)),
);

/** The agent for an address, with a proxy if the environment sets one. If `isKept`, calls may reuse connections. */
export function agentFor(address: string, { isKept }: { readonly isKept: boolean }) {
  return agents(isKept)(new URL(address).origin);
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
