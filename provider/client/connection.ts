import { type AgentOptions, type ClientRequest, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { EmailMarketingError } from "../errors/error";
import { failWithoutReply } from "../errors/request-end";
import { urlOf } from "../input/domain";

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
