import { isUtf8 } from "node:buffer";
import { lookup } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isValid, parse } from "ipaddr.js";
import { failWithoutResponse, withTimeout } from "../../../provider/plain/async";
import { name, version } from "../../../provider/plain/package";
import { omitUndefined } from "../../../provider/plain/value";

export interface Network {
  /** Looks up the IP addresses of a host. A request calls this once, and connects only to an allowed address. */
  resolve(host: string): Promise<readonly string[]>;
  isAllowed(address: string): boolean;
  isAllowedPort(port: number): boolean;
}

/** The network for requests to public internet addresses, on the default ports of http and https only. */
export const publicNetwork: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: (address) => addressRange(address) === "public",
  isAllowedPort: (port) => port === 80 || port === 443,
};

/** Like `publicNetwork`, plus this machine, private networks and all ports. */
export const privateNetwork: Network = {
  ...publicNetwork,
  isAllowed: (address) => addressRange(address) !== "forbidden",
  isAllowedPort: () => true,
};

/**
 * Addresses of cloud metadata services, which may serve a machine's credentials. The range check already excludes the
 * link-local 169.254.169.254.
 */
const metadata = new Set(["100.100.100.200", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254"]);

const privateRanges = new Set(["loopback", "private", "carrierGradeNat", "uniqueLocal"]);

function addressRange(text: string): "public" | "private" | "forbidden" {
  if (!isValid(text)) return "forbidden";
  const address = parse(text);
  if (metadata.has(address.toString())) return "forbidden";
  const range = address.range();
  if (privateRanges.has(range)) return "private";
  if (range !== "unicast") return "forbidden";
  // In IPv6 only 2000::/3 is allocated for public use. Other addresses may lead anywhere, so refuse them.
  const isGlobal = address.kind() === "ipv4" || address.match(parse("2000::"), 3);
  return isGlobal ? "public" : "forbidden";
}

export interface LinkResponse {
  readonly status: number;
  /** The text of the `Location` header. */
  readonly location?: string;
  readonly type?: string;
  readonly bytes?: number;
  /** True if the body is longer than the part that was read, so that its size is unknown. */
  readonly isLonger?: boolean;
  readonly setsCookie?: boolean;
}

/** The reason for a missing response: an error code of Node.js, or a code of the link check, such as `port`. */
export interface NoResponse {
  readonly code: string;
}

export interface Request {
  readonly url: URL;
  readonly method: "HEAD" | "GET";
  /** Whether to count the bytes of a body without a Content-Length header. */
  readonly countsBody?: boolean;
  readonly network: Network;
  readonly limitMs: number;
}

const maxBodyBytes = 64 * 1024;

/**
 * Sends one request, without credentials, to an allowed IP address of the host. Uses no proxy, because a proxy would
 * look up the host again and might get a forbidden address.
 */
export async function sendRequest(request: Request): Promise<LinkResponse | NoResponse> {
  try {
    return await withTimeout(request.limitMs, (signal) => sendUntilAborted(signal, request));
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    return { code: typeof code === "string" ? code : "unknown" };
  }
}

async function sendUntilAborted(
  signal: AbortSignal,
  { url, method, countsBody = false, network }: Request,
): Promise<LinkResponse | NoResponse> {
  const isHttps = url.protocol === "https:";
  const port = url.port === "" ? (isHttps ? 443 : 80) : Number(url.port);
  if (!network.isAllowedPort(port)) return { code: "port" };
  const found = await network.resolve(url.hostname.replace(/^\[|\]$/g, ""));
  const allowed = found.filter((address) => network.isAllowed(address));
  if (allowed.length === 0) return { code: found.length === 0 ? "ENOTFOUND" : "private" };
  const options = {
    method,
    headers: { "user-agent": `${name}/${version}`, accept: "*/*", connection: "close" },
    lookup: pinnedLookup(allowed),
    // Use no shared agent, so that no connection stays open.
    agent: false as const,
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
    rejectUnauthorized: true,
    signal,
  };
  const response = await waitForResponse((isHttps ? https : http).request(url, options));
  const length = countsBody ? await countBytes(response) : {};
  response.destroy();
  return { ...parsedHead(response), ...length };
}

/**
 * A DNS look-up function that returns only the given addresses. Node.js doesn't call it if the host is an IP address,
 * but `sendUntilAborted` has already checked that address.
 */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all: isAll }, done) => {
    const [first] = all;
    if (isAll || first === undefined) done(null, all);
    else done(null, first.address, first.family);
  };
}

function waitForResponse(request: http.ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    failWithoutResponse(request);
    request.on("response", resolve);
    request.on("error", reject);
    request.end();
  });
}

function parsedHead({ statusCode = 0, headers }: IncomingMessage): LinkResponse {
  const { location, "content-type": type = "", "content-length": length = "" } = headers;
  // Accept only a valid media type from the server, because the report shows it.
  const mediaType = /^\s*([\w.+-]{1,50}\/[\w.+-]{1,50})\s*(?:;|$)/.exec(type)?.[1];
  return omitUndefined({
    status: statusCode,
    location: location === undefined ? undefined : utf8(location),
    setsCookie: headers["set-cookie"] === undefined ? undefined : true,
    type: mediaType?.toLowerCase(),
    bytes: /^\d{1,15}$/.test(length) ? Number(length) : undefined,
  });
}

/** Decodes a header as UTF-8 if its bytes are valid UTF-8, because Node.js decodes all headers as Latin-1. */
function utf8(header: string): string {
  const bytes = Buffer.from(header, "latin1");
  return isUtf8(bytes) ? bytes.toString() : header;
}

async function countBytes(
  response: IncomingMessage,
): Promise<Pick<LinkResponse, "bytes" | "isLonger">> {
  if (response.headers["content-length"] !== undefined) return {};
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBodyBytes) return { isLonger: true };
  }
  return { bytes };
}
