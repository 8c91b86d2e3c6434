import type { RequestInit } from "node-fetch";
import type { CallContext, CallFailure } from "../errors/call";
import { mayHaveHappened } from "../errors/call-error";
import { EmailMarketingError } from "../errors/error";
import { name, version } from "../runtime/version";
import type { Call, ClientOptions } from "./call";
import { agentFor } from "./connection";
import { judge, type Success } from "./reply";

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
): Promise<Success | CallFailure> {
  const address = options.address();
  const authorization = options.authorization();
  // A server that drops an idle socket looks like a write that may have happened: such writes get a fresh one.
  const agent = await agentFor(address, call.policy === "once" ? "fresh" : "kept");
  const context = contextOf(call, attempt, options);
  // Loaded on the first request: a preview without one does not pay for it.
  const { default: fetch } = await import("node-fetch");
  const send = async () => {
    // It bounds the body as well as the headers: a server may fall silent in the middle of a reply.
    const signal = AbortSignal.timeout(limitMs);
    const init = { ...request(call, authorization), agent, signal };
    const response = await fetch(address + call.path.path, init);
    return { response, text: await response.text() };
  };
  const { aroundWrite } = options;
  const isWrapped = aroundWrite !== undefined && call.policy !== "read";
  try {
    const { response, text } = await (isWrapped ? aroundWrite(send) : send());
    const header = (name: string) => response.headers.get(name);
    const { method } = call;
    const { route } = call.path;
    const headers = new Map(response.headers);
    options.onReply?.({ method, route, status: response.status, headers, text });
    const advice = { retryAfter: header("retry-after"), date: header("date") };
    const { status } = response;
    return judge({ call, keys: options.keys, context, status, text, advice });
  } catch (cause) {
    return broken({ call, context, isProxied: "proxy" in agent, limitMs, cause });
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
      // Shows the service's operators which client and version sends a request.
      "user-agent": userAgent,
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  };
}

/** What is known of a call before its reply. */
export function contextOf(call: Call, attempts: number, options: ClientOptions): CallContext {
  return {
    interface: options.interface,
    address: options.address(),
    method: call.method,
    route: call.path.route,
    attempts,
    ambiguous: false,
  };
}

/** A try without a whole reply. */
interface Break {
  readonly call: Call;
  readonly context: CallContext;
  readonly isProxied: boolean;
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

type Test = (cause: Cause, code: string) => boolean;

/** Nothing of the request had left this machine when these occurred. */
const isUnsent: Test = ({ erroredSysCall }, code) =>
  erroredSysCall === "connect" ||
  ["ECONNREFUSED", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN"].includes(code);
// There is no such name; EAI_AGAIN means only that DNS has no answer for now.
const isUnknownHost: Test = (_, code) => code === "ENOTFOUND";
const isUntrusted: Test = (_, code) => /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(code);
// What OpenSSL reports where the other side does not speak TLS.
const isNotTls: Test = (_, code) => code === "EPROTO" || code.startsWith("ERR_SSL_");
// The errors of Node's HTTP parser begin like this.
const isNotHttp: Test = (_, code) => code.startsWith("HPE_");
// So node-fetch calls a reply beyond the request's size.
const isTooLarge: Test = ({ type }) => type === "max-size";
// An expired signal has one of the two names; the code is that of the system's own timeout.
const isTimeout: Test = ({ name }, code) =>
  name === "AbortError" || name === "TimeoutError" || code === "ETIMEDOUT";

type BreakReason =
  | "unreachable"
  | "unknown-host"
  | "untrusted-certificate"
  | "no-tls"
  | "not-http"
  | "too-large"
  | "no-reply"
  | "cut-off";

const reasons: readonly (readonly [Test, BreakReason])[] = [
  [isUnknownHost, "unknown-host"],
  [isUntrusted, "untrusted-certificate"],
  [isNotTls, "no-tls"],
  [isNotHttp, "not-http"],
  [isTooLarge, "too-large"],
  [isUnsent, "unreachable"],
  [isTimeout, "no-reply"],
];

function broken({ call, context, isProxied, limitMs, cause: thrown }: Break): CallFailure {
  // An invalid setting that showed only now is no broken connection, and neither is a write that must not be sent.
  if (thrown instanceof EmailMarketingError) throw thrown;
  const cause = thrown as Cause;
  const causeCode = cause.code ?? cause.name ?? "";
  const [, reason] = reasons.find(([isIt]) => isIt(cause, causeCode)) ?? [undefined, "cut-off"];
  const ambiguous = mayHaveHappened(reason) && call.policy !== "read";
  const known = { causeCode, isProxied, limitMs, limitBytes: largestReplyBytes };
  return { ...context, ...known, reason, ambiguous };
}
