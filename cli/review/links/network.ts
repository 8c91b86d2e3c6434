import { isUtf8 } from "node:buffer";
import { lookup } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isValid, parse } from "ipaddr.js";
import { name, version } from "../../../provider/errors/package";
import { failWithoutReply, withinLimit } from "../../../provider/errors/request-end";
import { present } from "../../../provider/input/plain";

export interface Network {
  /** The addresses of a host; asked once for each request, which goes to these and to no others. */
  resolve(host: string): Promise<readonly string[]>;
  isAllowed(address: string): boolean;
  isAllowedPort(port: number): boolean;
}

/** The internet: what everybody can reach. */
export const publicNetwork: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: (address) => rangeOf(address) === "public",
  isAllowedPort: (port) => port === 80 || port === 443,
};

/** The same, with this machine and the networks of a company. */
export const privateNetwork: Network = {
  ...publicNetwork,
  isAllowed: (address) => rangeOf(address) !== "forbidden",
  isAllowedPort: () => true,
};

/** Where clouds tell a machine its credentials, beside the link-local 169.254.169.254; some look like any other address. */
const metadata = new Set(["100.100.100.200", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254"]);

const privateRanges = new Set(["loopback", "private", "carrierGradeNat", "uniqueLocal"]);

function rangeOf(text: string): "public" | "private" | "forbidden" {
  if (!isValid(text)) return "forbidden";
  const address = parse(text);
  if (metadata.has(address.toString())) return "forbidden";
  const range = address.range();
  if (privateRanges.has(range)) return "private";
  if (range !== "unicast") return "forbidden";
  // Of IPv6, nothing else is given out, and what is not may lead anywhere.
  const isGlobal = address.kind() === "ipv4" || address.match(parse("2000::"), 3);
  return isGlobal ? "public" : "forbidden";
}

export interface LinkReply {
  readonly status: number;
  /** Where it leads to, as it is written. */
  readonly location?: string;
  readonly type?: string;
  readonly bytes?: number;
  /** Whether the body is longer than what was read of it, and its length not known. */
  readonly isLonger?: boolean;
  readonly setsCookie?: boolean;
}

/** Why there is no reply: the code of an error, or a word of ours. */
export interface NoReply {
  readonly code: string;
}

export interface Request {
  readonly url: URL;
  readonly method: "HEAD" | "GET";
  /** Whether the length of a body is counted that no header gives. */
  readonly countsBody?: boolean;
  readonly network: Network;
  readonly limitMs: number;
}

const longestBody = 64 * 1024;

/**
 * Sends one request, which follows no redirect, to an address that was judged: the name is looked up once, and the
 * connection is made to what that gave. Nothing is sent but what is written here: no cookie, no referrer, no credential;
 * a proxy would look up the name again.
 */
export async function ask(request: Request): Promise<LinkReply | NoReply> {
  try {
    return await withinLimit(request.limitMs, (signal) => askUntil(signal, request));
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    return { code: typeof code === "string" ? code : "unknown" };
  }
}

async function askUntil(
  signal: AbortSignal,
  { url, method, countsBody = false, network }: Request,
): Promise<LinkReply | NoReply> {
  const isHttps = url.protocol === "https:";
  const port = url.port === "" ? (isHttps ? 443 : 80) : Number(url.port);
  if (!network.isAllowedPort(port)) return { code: "port" };
  const found = await network.resolve(url.hostname.replace(/^\[|\]$/g, ""));
  const allowed = found.filter((address) => network.isAllowed(address));
  if (allowed.length === 0) return { code: found.length === 0 ? "ENOTFOUND" : "private" };
  const options = {
    method,
    headers: { "user-agent": `${name}/${version}`, accept: "*/*", connection: "close" },
    lookup: pinned(allowed),
    // One of its own, which keeps no connection.
    agent: false as const,
    // Whatever the environment says.
    rejectUnauthorized: true,
    signal,
  };
  const response = await replyTo((isHttps ? https : http).request(url, options));
  const length = countsBody ? await lengthOf(response) : {};
  response.destroy();
  return { ...headOf(response), ...length };
}

/** A look-up that knows the answer. It is not asked for an address in digits, which was judged as such. */
function pinned(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all: isAll }, done) => {
    const [first] = all;
    if (isAll || first === undefined) done(null, all);
    else done(null, first.address, first.family);
  };
}

function replyTo(request: http.ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    failWithoutReply(request);
    request.on("response", resolve);
    request.on("error", reject);
    request.end();
  });
}

function headOf({ statusCode = 0, headers }: IncomingMessage): LinkReply {
  const { location, "content-type": type = "", "content-length": length = "" } = headers;
  // It is shown, and the server may write anything.
  const mediaType = /^\s*([\w.+-]{1,50}\/[\w.+-]{1,50})\s*(?:;|$)/.exec(type)?.[1];
  return present({
    status: statusCode,
    location: location === undefined ? undefined : utf8(location),
    setsCookie: headers["set-cookie"] === undefined ? undefined : true,
    type: mediaType?.toLowerCase(),
    bytes: /^\d{1,15}$/.test(length) ? Number(length) : undefined,
  });
}

/** Node.js reads a header as Latin-1; an address with UTF-8 in it is one of its bytes. */
function utf8(header: string): string {
  const bytes = Buffer.from(header, "latin1");
  return isUtf8(bytes) ? bytes.toString() : header;
}

async function lengthOf(response: IncomingMessage): Promise<Pick<LinkReply, "bytes" | "isLonger">> {
  if (response.headers["content-length"] !== undefined) return {};
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > longestBody) return { isLonger: true };
  }
  return { bytes };
}
