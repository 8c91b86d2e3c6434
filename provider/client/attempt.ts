import { type AgentOptions, type ClientRequest, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { RequestInit } from "node-fetch";
import type { CallContext, CallFailure } from "../errors/call-failure";
import { EmailMarketingError } from "../errors/error";
import { name, version } from "../errors/package";
import { failWithoutReply, switchedProtocol, withinLimit } from "../errors/request-end";
import { urlOf } from "../input/domain";
import type { Call, ClientOptions } from "./call";
import { adviceOf, isOfService, outcomeOf, type Success } from "./reply";

export interface Limits {
  readonly attempt: number;
  readonly limitMs: number;
}

const userAgent = `${name}/${version}`;
/** No reply of the service is nearly as large; what is would only fill the memory. */
const largestReplyBytes = 50_000_000;

export async function attempt(
  call: Call,
  { attempt, limitMs }: Limits,
  options: ClientOptions,
): Promise<Success | CallFailure> {
  const address = options.address();
  const authorization = options.authorization();
  // A server that drops an idle socket looks like a write that may have happened: such writes get a fresh one.
  const agent = await agentFor(address, call.policy === "once" ? "fresh" : "kept");
  const isProxied = "proxy" in agent;
  const connection = { isOpen: false };
  const context = contextOf(call, attempt, options);
  // Loaded on the first request: a preview without one does not pay for it.
  const { default: fetch } = await import("node-fetch");
  // It bounds the body as well as the headers: a server may fall silent in the middle of a reply.
  const send = () =>
    withinLimit(limitMs, async (signal) => {
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
  // The proxy has answered in place of a service that was never reached.
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
    // A redirect would carry the key to another server.
    redirect: "manual",
    size: largestReplyBytes,
    headers: {
      authorization,
      accept: "application/json",
      // Shows the service's operators which client and version sends a request.
      "user-agent": userAgent,
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  };
}

export function contextOf(call: Call, attempts: number, options: ClientOptions): CallContext {
  return {
    interface: options.interface,
    address: options.address(),
    method: call.method,
    route: call.path.route,
    attempts,
    sent: "no",
  };
}

/** What a proxy says that opens no tunnel: that it can't reach the service, or doesn't let this machine through. */
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

/** What became of a try without a whole reply. `isOpen`: whether anything of the request may have left this machine. */
function broken(
  thrown: unknown,
  isOpen: boolean,
  known: CallContext & { readonly isProxied: boolean; readonly limitMs: number },
): CallFailure {
  // An invalid setting that showed only now is no broken connection, and neither is a write that must not be sent.
  if (thrown instanceof EmailMarketingError) throw thrown;
  // Never by the name of its class: the plugin's bundle gives classes other names. Its message holds the whole address.
  const { code = "unknown error", type } = thrown as {
    readonly code?: string;
    readonly type?: string;
  };
  if (code === switchedProtocol && !isOpen) return refusedByProxy(known, 101);
  const reason = isOpen ? reasonAfter(code, type) : reasonBefore(code);
  return { ...known, causeCode: code, reason };
}

/** Why no connection came about: all that is not one of these may pass. */
function reasonBefore(code: string): BreakReason {
  // There is no such name; EAI_AGAIN means only that DNS has no answer for now.
  if (code === "ENOTFOUND") return "wrong-address";
  // What OpenSSL reports where the other side does not speak TLS.
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) return "wrong-address";
  return /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(code) ? "untrusted-certificate" : "unreachable";
}

function reasonAfter(code: string, type: string | undefined): BreakReason {
  // The errors of Node's HTTP parser begin like this.
  if (code.startsWith("HPE_") || code === switchedProtocol) return "unreadable";
  // So node-fetch calls a reply beyond the request's size.
  if (type === "max-size") return "unreadable";
  return code === "ETIMEDOUT" ? "no-reply" : "cut-off";
}

/** How a call travels: over a socket that is kept for the next one, or over one of its own. */
export type Connection = "kept" | "fresh";

const agentOptions: Record<Connection, AgentOptions> = {
  // Idle sockets of a keep-alive agent do not hold the process open: Node unrefs them.
  kept: { keepAlive: true },
  fresh: {},
};

const agents = new Map<string, HttpAgent>();

/** The agent for calls to an address: straight, or through the proxy that the environment names for it. */
export async function agentFor(address: string, connection: Connection): Promise<HttpAgent> {
  const { origin } = new URL(address);
  const key = `${connection} ${origin}`;
  const known = agents.get(key);
  if (known) return known;
  // http is for hosts on this machine only: they are behind no proxy, and none ever sees a key in clear.
  const proxy = origin.startsWith("http:") ? undefined : await proxyFor(origin);
  // Another call may have made one while this one looked for a proxy.
  const agent = agents.get(key) ?? (await createAgent(origin, proxy, agentOptions[connection]));
  agents.set(key, agent);
  return agent;
}

/** What Node's agents have beyond their types: every request goes through it. */
interface AddsRequests {
  addRequest(request: ClientRequest, options: object): void;
}

/**
 * The agent for one request, which notes when its connection is open: with TLS done, through the tunnel of a proxy, or taken
 * from those that were kept. Nothing of a request leaves this machine before. However the connection ends, the request does.
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
  // It opens a tunnel: TLS ends at the service, and the proxy never sees the key.
  return new HttpsProxyAgent(proxy, options);
}

/** The proxy for an address, by HTTPS_PROXY, ALL_PROXY and NO_PROXY in either case; undefined where there is none. */
async function proxyFor(origin: string): Promise<URL | undefined> {
  const set = Object.entries(process.env)
    .filter(([name]) => /^(https|all)_proxy$/i.test(name))
    .map(([, value]) => value?.trim() ?? "")
    .filter((value) => value !== "");
  if (set.length === 0) return undefined;
  // Loaded only for those who have a proxy.
  const { getProxyForUrl } = await import("proxy-from-env");
  const named = getProxyForUrl(origin);
  if (named === "") return undefined;
  // Without a scheme it is http, as with curl; the library takes the scheme of the address.
  const isBare = !set.includes(named);
  return requireProxy(isBare ? named.replace(/^https:/, "http:") : named);
}

function requireProxy(proxy: string): URL {
  const url = urlOf(proxy);
  if (url && /^https?:$/.test(url.protocol)) return url;
  // Never with the value: it may hold a password.
  throw new EmailMarketingError(
    "config",
    "HTTPS_PROXY (or ALL_PROXY) must be the URL of an http or https proxy, such as http://host:port.",
  );
}
