import type { RequestInit } from "node-fetch";
import { EmailMarketingError } from "../errors/error";
import { name, version } from "../version";
import type { Call, ClientOptions } from "./call";
import { agentFor } from "./connection";
import { type Failure, judge, type Success, unexpectedReply } from "./reply";

/** What one try may take, and which one it is. */
export interface Limits {
  readonly attempt: number;
  readonly limitMs: number;
}

const userAgent = `${name}/${version}`;
/** No reply of the service is nearly as large; what is would only fill the memory. */
const largestReplyBytes = 50_000_000;

/** Sends a call once and judges how that ended. */
export async function attempt(
  call: Call,
  { attempt, limitMs }: Limits,
  options: ClientOptions,
): Promise<Success | Failure> {
  const address = options.address();
  const authorization = options.authorization();
  // A server that drops an idle socket looks like a write that may have happened: such writes get a fresh one.
  const agent = await agentFor(address, call.policy === "once" ? "fresh" : "kept");
  const known = { method: call.method, route: call.path.route, attempts: attempt };
  // Loaded on the first request: a preview without one does not pay for it.
  const { default: fetch } = await import("node-fetch");
  try {
    const signal = AbortSignal.timeout(limitMs);
    const init = { ...request(call, authorization), agent, signal };
    const response = await fetch(address + call.path.path, init);
    const text = await response.text();
    const header = (name: string) => response.headers.get(name);
    const date = new Date(header("date") ?? "");
    if (!Number.isNaN(date.getTime())) options.onDate?.(date);
    const advice = { retryAfter: header("retry-after"), date: header("date") };
    return judge({ call, options, known: { ...known, status: response.status }, text, advice });
  } catch (cause) {
    const via = "proxy" in agent ? " through the proxy that HTTPS_PROXY names" : "";
    return broken({ call, address: address + via, options, known, limitMs, cause });
  }
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
      "user-agent": userAgent,
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  };
}

/** A try without a whole reply. */
interface Break {
  readonly call: Call;
  /** Where the call went, and through what. */
  readonly address: string;
  readonly options: ClientOptions;
  readonly known: { method: string; route: string; attempts: number };
  readonly limitMs: number;
  readonly cause: unknown;
}

/** What `node-fetch` and Node tell of it. It goes no further: its message holds the whole address. */
interface Cause {
  readonly name?: string;
  readonly code?: string;
  readonly type?: string;
  readonly erroredSysCall?: string;
}

type Kind = (cause: Cause, code: string) => boolean;

/** Nothing of the request had left this machine when these occurred. */
const isUnsent: Kind = ({ erroredSysCall }, code) =>
  erroredSysCall === "connect" ||
  ["ECONNREFUSED", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN"].includes(code);
const isUnknownHost: Kind = (_, code) => code === "ENOTFOUND";
const isUntrusted: Kind = (_, code) => /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(code);
const isNotTls: Kind = (_, code) => code === "EPROTO" || code.startsWith("ERR_SSL_");
const isNotHttp: Kind = (_, code) => code.startsWith("HPE_");
const isTooLarge: Kind = ({ type }) => type === "max-size";
const isTimeout: Kind = ({ name }, code) =>
  name === "AbortError" || name === "TimeoutError" || code === "ETIMEDOUT";

const endings: readonly (readonly [Kind, (broken: Break, where: string) => Failure])[] = [
  [isUnknownHost, unknownHost],
  [isUntrusted, untrusted],
  [isNotTls, notTls],
  [isNotHttp, (broken) => foreign(broken, "something that is not HTTP")],
  [isTooLarge, (broken) => foreign(broken, `a reply of more than ${largestReplyBytes / 1e6} MB`)],
  [isUnsent, unsent],
  [isTimeout, timedOut],
];

function broken(given: Break): Failure {
  // A fault of the settings that showed only now is no broken connection.
  if (given.cause instanceof EmailMarketingError) throw given.cause;
  const cause = given.cause as Cause;
  const code = cause.code ?? cause.name ?? "";
  const { method, route } = given.known;
  const where = `${given.address} (${code}, ${method} ${route})`;
  const ending = endings.find(([isKind]) => isKind(cause, code));
  return ending ? ending[1](given, where) : interrupted(given, where);
}

function network(
  { known, call }: Break,
  sentence: string,
  more: { code?: "timeout"; ambiguous?: boolean } = {},
): EmailMarketingError {
  const { code = "network" } = more;
  const ambiguous = more.ambiguous === true && call.policy !== "read";
  return new EmailMarketingError(code, sentence, { ...known, ambiguous });
}

function unsent(given: Break, where: string): Failure {
  const next = `Is ${given.options.addressSetting} right, and is the service up?`;
  return { failure: "unreachable", error: network(given, `can't connect to ${where}. ${next}`) };
}

function unknownHost(given: Break, where: string): Failure {
  const next = `Is ${given.options.addressSetting} right?`;
  return { failure: "final", error: network(given, `no such host: ${where}. ${next}`) };
}

function untrusted(given: Break, where: string): Failure {
  const next = "NODE_EXTRA_CA_CERTS names a file with further authorities.";
  const sentence = `the certificate of ${where} is not trusted. ${next}`;
  return { failure: "final", error: network(given, sentence) };
}

function notTls(given: Break, where: string): Failure {
  const next = `Is ${given.options.addressSetting} right?`;
  return { failure: "final", error: network(given, `no TLS connection to ${where}. ${next}`) };
}

function foreign({ call, options }: Break, what: string): Failure {
  return { failure: "final", error: unexpectedReply(call, options, what) };
}

function timedOut(given: Break): Failure {
  const { address, limitMs, known } = given;
  const sentence =
    `no reply from ${address} within ${Math.ceil(limitMs / 1000)} s (${known.method} ` +
    `${known.route}, try ${known.attempts}). Is the service up? emailmarketing:timeoutSeconds sets the limit.`;
  const error = network(given, sentence, { code: "timeout", ambiguous: true });
  return { failure: "interrupted", error };
}

function interrupted(given: Break, where: string): Failure {
  const sentence = `the connection to ${where} broke before a whole reply came.`;
  return { failure: "interrupted", error: network(given, sentence, { ambiguous: true }) };
}
