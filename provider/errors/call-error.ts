import { type CallContext, type CallFailure, type CallReason, codeOf } from "./call-failure";
import { EmailMarketingError } from "./error";
import { settingsOfInterface } from "./interface";

/** The error of a failed call, with its sentence. */
export function callError(failure: CallFailure): EmailMarketingError {
  return new EmailMarketingError(codeOf(failure), sentence(failure), failure);
}

/** Announces a wait before a failed call is sent again. */
export function retryNotice(failure: CallFailure, waitMs: number): string {
  return `waiting ${Math.ceil(waitMs / 1000)} s before the next try: ${sentence(failure)}`;
}

const sentences: {
  readonly [Name in CallReason]: (failure: CallFailure<Name>) => string;
} = {
  unreachable: (failure) =>
    `can't connect to ${connection(failure)}. Is ${addressSetting(failure)} right, and is the service up?`,
  "unknown-host": (failure) =>
    `no such host: ${connection(failure)}. Is ${addressSetting(failure)} right?`,
  "untrusted-certificate": (failure) =>
    `the certificate of ${connection(failure)} is not trusted. ` +
    "NODE_EXTRA_CA_CERTS names a file with further authorities.",
  "no-tls": (failure) =>
    `no TLS connection to ${connection(failure)}. Is ${addressSetting(failure)} right?`,
  "cut-off": (failure) =>
    `the connection to ${connection(failure)} broke before a whole reply came.`,
  "no-reply": (failure) =>
    `no reply from ${server(failure)} within ${Math.ceil(failure.limitMs / 1000)} s ` +
    `(${failure.method} ${failure.route}, try ${failure.attempts}). Is the service up? ` +
    "emailmarketing:timeoutSeconds sets the limit.",
  "not-http": (failure) => foreign(failure, "something that is not HTTP"),
  "too-large": (failure) =>
    foreign(failure, `a reply of more than ${failure.limitBytes / 1_000_000} MB`),
  "not-json": (failure) =>
    foreign(
      failure,
      `${forms[failure.form]} where the service sends JSON, status ${failure.sentStatus}`,
    ),
  "rate-limited": (failure) =>
    `the service refuses because of too many requests ${reply(failure)}.`,
  redirect: (failure) =>
    `${failure.address} answers with a redirect, which is never followed ${reply(failure)}. ${isItTheService(failure)}`,
  "proxy-credentials": (failure) =>
    `the proxy wants other credentials ${reply(failure)}. Is HTTPS_PROXY right?`,
  "no-operation": (failure) =>
    `${failure.address} does not offer this operation ${reply(failure)}. ${isItTheService(failure)}`,
  "no-route": (failure) =>
    `${failure.address} knows no ${failure.route} ${reply(failure)}. ${isItTheService(failure)}`,
  "server-failed": (failure) =>
    `${quote(failure)} ${reply(failure)}. The fault lies with the service: run again later.`,
  "no-record": (failure) => `${quote(failure)} ${reply(failure)}.`,
  "key-refused": (failure) => `${quote(failure)} ${reply(failure)}.`,
  rejected: (failure) => `${quote(failure)} ${reply(failure)}.`,
  conflict: (failure) => `${quote(failure)} ${reply(failure)}.`,
  "long-wait": (failure) =>
    `the service asked for a wait of ${Math.ceil(failure.pausedMs / 1000)} s, beyond the deadline of ` +
    `${failure.deadlineMs / 1000} s (${failure.status}, ${failure.method} ${failure.route}). ${raiseDeadline}`,
  "no-turn": (failure) =>
    `its turn did not come within the deadline of ${failure.deadlineMs / 1000} s, at ` +
    `${failure.perSecond.toFixed(1)} requests a second (${failure.method} ${failure.route}). ${raiseDeadline}`,
};

function sentence<Reason extends CallReason>(failure: CallFailure<Reason>): string {
  return sentences[failure.reason](failure);
}

const raiseDeadline = "Run again later, or raise emailmarketing:deadlineSeconds.";

const forms = { nothing: "nothing", html: "HTML", unknown: "something unknown" } as const;

function addressSetting(context: CallContext): string {
  return `emailmarketing:${settingsOfInterface[context.interface].address}`;
}

/** Where the call went, and through what. */
function server({ address, isProxied }: CallContext & { readonly isProxied: boolean }): string {
  return isProxied ? `${address} through the proxy that HTTPS_PROXY names` : address;
}

type Broken = CallContext & { readonly isProxied: boolean; readonly causeCode: string };

function connection(broken: Broken): string {
  return `${server(broken)} (${broken.causeCode}, ${broken.method} ${broken.route})`;
}

/** The sentence for a reply whose form shows that another server answers. */
function foreign(context: CallContext, what: string): string {
  const { address, method, route } = context;
  return `${address} answers with ${what} (${method} ${route}). ${isItTheService(context)}`;
}

function isItTheService(context: CallContext): string {
  return `Is ${addressSetting(context)} the address of the service, with its version?`;
}

function quote({ details = [] }: CallContext): string {
  return details.length === 0
    ? "the service gives no reason"
    : `the service says "${details.join("; ")}"`;
}

/** What came back, and the wait that the service asks for. */
function reply({ status, method, route, retryAfterMs }: CallContext): string {
  const asked =
    retryAfterMs === undefined
      ? ""
      : `, to be sent again after ${Math.ceil(retryAfterMs / 1000)} s`;
  return `(${status}, ${method} ${route})${asked}`;
}
