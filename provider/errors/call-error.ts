import { readFileSync } from "node:fs";
import { firstTimes } from "../plain/async";
import { count } from "../plain/text";
import { EmailMarketingError, type ErrorCode, type Sent } from "./error";
import { quotation, quoted } from "./redact";

/** One of the service's two APIs. Each has its own address and key. */
export type ApiName = "main" | "verification";

export const settingsOfApi = {
  main: { address: "baseUrl", key: "apiKey" },
  verification: { address: "verifyUrl", key: "verifyKey" },
} as const satisfies Record<ApiName, { readonly address: string; readonly key: string }>;

export interface CallContext {
  readonly api: ApiName;
  readonly address: string;
  readonly method: string;
  readonly route: string;
  readonly attempts: number;
  /** The HTTP status of the response, or of an earlier response that asked for a long wait. */
  readonly status?: number;
  /** The service's error messages, redacted, each with its field if known. */
  readonly details?: readonly string[];
  /** The redacted title of the web page that came in place of a response; empty if the page has no title. */
  readonly page?: string;
  /** The advice about a refused key, with the place where the key was set. */
  readonly keyAdvice?: string | undefined;
  readonly retryAfterMs?: number;
  /** Set if the call was given up in an outage: the time without a response, and the attempts in this time. */
  readonly outage?: { readonly ms: number; readonly attempts: number } | undefined;
  /** Set when the call fails: "maybe" if one of its attempts may have carried out a write. Until then "no". */
  readonly sent: Sent;
}

type RoutedCall = CallContext & { readonly isProxied: boolean };

/** A failed connection. `causeCode` is an error code of Node.js, or the HTTP status of a proxy that found no server. */
type BrokenCall = RoutedCall & { readonly causeCode: string };

interface Row<Failure> {
  readonly code: ErrorCode;
  readonly sent: Sent;
  readonly isTemporary?: true;
  /** True if the message is used even for a web page, because it explains more than the general one about web pages. */
  readonly explainsPage?: true;
  /** A text follows the address in the message and says what the server did. By default, the reply is quoted. */
  readonly problem?: string | ((failure: Failure) => string);
  readonly fix?: string | ((failure: Failure) => string | undefined);
}

const waitLongerAdvice = "Try again later, or raise emailmarketing:deadlineSeconds.";

/** The reasons why a call fails. If `problem` is a function, its parameter's type has the facts for the reason. */
const reasons = {
  /** The connection could not be opened, so the service got nothing. */
  unreachable: {
    code: "network",
    sent: "no",
    isTemporary: true,
    problem: (failure: BrokenCall) => `can't connect to ${connectionInWords(failure)}`,
    fix: (failure: BrokenCall) =>
      `Check ${connectionSetting(failure)} and that the ${failure.isProxied ? "proxy" : "service"} is running.`,
  },
  /** The address is probably wrong, so another attempt would most likely fail, too. */
  "wrong-address": {
    code: "network",
    sent: "no",
    problem: (failure: BrokenCall) => `can't connect to ${connectionInWords(failure)}`,
    fix: (failure: BrokenCall) => `Check ${connectionSetting(failure)}.`,
  },
  "untrusted-certificate": {
    code: "network",
    sent: "no",
    problem: (failure: BrokenCall) =>
      `the certificate of ${connectionInWords(failure)} is not trusted`,
    fix: authorityAdvice,
  },
  "cut-off": {
    code: "network",
    sent: "maybe",
    isTemporary: true,
    problem: (failure: BrokenCall) =>
      `the connection to ${connectionInWords(failure)} was closed before the reply was complete`,
  },
  "no-response": {
    code: "timeout",
    sent: "maybe",
    isTemporary: true,
    problem: (failure: RoutedCall & { readonly limitMs: number }) => {
      const { method, route, attempts, limitMs, outage } = failure;
      const [within, attempted] = outage
        ? [elapsedSeconds(outage.ms), count(outage.attempts, "attempt")]
        : [seconds(limitMs), `attempt ${attempts}`];
      return `no reply from ${serverInWords(failure)} within ${within} (${method} ${route}, ${attempted})`;
    },
    fix: (failure: CallContext) =>
      failure.outage
        ? `Check ${addressSetting(failure)} and that the service is running.`
        : "Check that the service is running, or raise emailmarketing:timeoutSeconds.",
  },
  /** The response isn't in the API's format, or is too long. A 2xx status is in `sentStatus`, not in `status`. */
  unreadable: {
    code: "unexpected-reply",
    sent: "maybe",
    problem: (
      failure: CallContext & { readonly isEmpty?: boolean; readonly sentStatus?: number },
    ) =>
      `${failure.address} replied with ${failure.isEmpty ? "an empty body" : "something that is not the API's"} ${callInWords(failure)}`,
    fix: (failure: CallContext & { readonly isEmpty?: boolean }) =>
      failure.isEmpty && searchRoutes.test(failure.route)
        ? "The reply has neither rows nor a total, so it is not known what the account has."
        : addressAdvice(failure),
  },
  "rate-limited": {
    code: "rate-limit",
    sent: "no",
    isTemporary: true,
    problem: (failure: CallContext) => `too many requests ${callInWords(failure)}`,
    fix: waitLongerAdvice,
  },
  redirect: {
    code: "unexpected-reply",
    sent: "no",
    explainsPage: true,
    problem: "replied with a redirect, which is never followed",
    fix: addressAdvice,
  },
  /** A write got a redirect, such as status 303, that a server may send after it has carried out the write. */
  "maybe-done": {
    code: "unexpected-reply",
    sent: "maybe",
    explainsPage: true,
    problem: "replied with neither a result nor an error",
  },
  /** A write got a web page with a 4xx status, perhaps from a firewall that hides the service's response. */
  hidden: {
    code: "unexpected-reply",
    sent: "maybe",
    problem: "replied with a web page in place of a result",
  },
  /** The proxy refuses to connect, perhaps only with these credentials. */
  "proxy-refused": {
    code: "network",
    sent: "no",
    explainsPage: true,
    problem: (failure: CallContext) =>
      `the proxy in HTTPS_PROXY refused to connect to ${failure.address} ${callInWords(failure)}`,
    fix: "Check HTTPS_PROXY with its credentials, and what the proxy allows.",
  },
  /** The server doesn't know the path or the method, or doesn't implement the operation. */
  "no-route": {
    code: "unexpected-reply",
    sent: "no",
    problem: "has no such endpoint",
    fix: addressAdvice,
  },
  "server-failed": {
    code: "server",
    sent: "maybe",
    isTemporary: true,
    fix: "The error is on the service's side; try again later.",
  },
  "no-record": { code: "not-found", sent: "no" },
  "key-refused": {
    code: "auth",
    sent: "no",
    fix: ({ keyAdvice }: CallContext) => keyAdvice,
  },
  /** The key has worked before, but the service refuses it for a path with an id. */
  "id-refused": {
    code: "auth",
    sent: "no",
    fix: "The key has worked for other requests: it has no permission for this object, or the account has no object with this id.",
  },
  rejected: { code: "validation", sent: "no" },
  conflict: { code: "conflict", sent: "no" },
  "long-wait": {
    code: "rate-limit",
    sent: "no",
    problem: (failure: CallContext & { readonly pausedMs: number; readonly deadlineMs: number }) =>
      `the service asked to wait ${seconds(failure.pausedMs)}, longer than the deadline of ` +
      `${failure.deadlineMs / 1000} s ${callInWords(failure)}`,
    fix: waitLongerAdvice,
  },
  /** The deadline passed before the next attempt could be sent, or while the pages of a search were read. */
  late: {
    code: "timeout",
    sent: "no",
    problem: (failure: CallContext & { readonly deadlineMs: number }) =>
      `the request to ${failure.address} was not completed within the deadline of ` +
      `${failure.deadlineMs / 1000} s ${callInWords(failure)}`,
    fix: waitLongerAdvice,
  },
} satisfies Readonly<Record<string, Row<never>>>;

export type CallReason = keyof typeof reasons;

type FactsOf<Reason> = Reason extends { readonly problem: (failure: infer Facts) => string }
  ? Facts
  : CallContext;

/** The facts about a failed call, from which `callError` makes the error and its sentence. */
export type CallFailure<Reason extends CallReason = CallReason> = {
  readonly [Name in Reason]: FactsOf<(typeof reasons)[Name]> & { readonly reason: Name };
}[Reason];

const rows: { readonly [Name in CallReason]: Row<CallFailure<Name>> } = reasons;

export function failureKind({ reason }: CallFailure): Pick<Row<never>, "code" | "sent"> {
  return rows[reason];
}

/** True if another attempt may succeed. False if the call was given up in an outage. */
export function isTemporary({ reason, outage }: CallFailure): boolean {
  return outage === undefined && rows[reason].isTemporary === true;
}

const refusedKeys = new WeakSet<Error>();
const keyAdvice = new Set<string>();
const isFirstWith = firstTimes<string>();

export function callError(failure: CallFailure): EmailMarketingError {
  const { problem, fix } = wordsOf(failure);
  const { reason, page, keyAdvice: advice, retryAfterMs } = failure;
  const asked =
    retryAfterMs === undefined ? "" : `; the service asked to wait ${seconds(retryAfterMs)}`;
  const sentence = `${problem}${asked}.${fix === undefined ? "" : ` ${fix}`}`;
  const error = new EmailMarketingError(failureKind(failure).code, sentence, failure);
  if (reason !== "key-refused") return error;
  // A web page may come from a proxy, so it doesn't show that the service refuses the key.
  if (page === undefined) refusedKeys.add(error);
  if (advice !== undefined) keyAdvice.add(advice);
  return error;
}

export function isKeyRefused(error: unknown): error is EmailMarketingError {
  return error instanceof Error && refusedKeys.has(error);
}

/** Shortens the advice about a refused key after its first use, because one refused key may fail many steps. */
export function withKeyAdviceOnce(sentence: string): string {
  const told = [...keyAdvice].find((advice) => sentence.includes(advice));
  if (told === undefined || isFirstWith(told)) return sentence;
  return sentence.replace(told, "It is the key that another error says more about.");
}

export function retryNotice(failure: CallFailure, how: "after" | "for up to", ms: number): string {
  return `${wordsOf(failure).problem}; retrying ${how} ${seconds(ms)}`;
}

function wordsOf<Reason extends CallReason>(failure: CallFailure<Reason>) {
  const row: Row<CallFailure<Reason>> = rows[failure.reason];
  const { problem = replyInWords, fix, explainsPage } = row;
  if (failure.page !== undefined && !explainsPage) return pageWords(failure);
  return {
    problem:
      typeof problem === "function"
        ? problem(failure)
        : `${failure.address} ${problem} ${callInWords(failure)}`,
    fix: typeof fix === "function" ? fix(failure) : fix,
  };
}

/** The message for a web page. Blames neither key nor request, because it is unknown which server sent the page. */
function pageWords(failure: CallContext & { readonly reason: CallReason }) {
  const { address, page, reason } = failure;
  const title = page ? ` (${quoted(page)})` : "";
  const again: Partial<Record<CallReason, string>> = {
    "rate-limited": waitLongerAdvice,
    "server-failed": "Try again later.",
  };
  return {
    problem:
      `${address} replied with a web page${title} in place of a reply, perhaps from a proxy or firewall in front of ` +
      `the service ${callInWords(failure)}`,
    // "hidden" needs no advice about the address, because the service has responded there before.
    fix: reason === "hidden" ? undefined : (again[reason] ?? addressAdvice(failure)),
  };
}

const searchRoutes = /\/(?:search|list|opens|unsubs)$/;

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}

/** Rounds to the nearest second, unlike `seconds`, which rounds up. */
function elapsedSeconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

function addressSetting(context: CallContext): string {
  return `emailmarketing:${settingsOfApi[context.api].address}`;
}

function connectionSetting(broken: BrokenCall): string {
  return broken.isProxied ? "HTTPS_PROXY" : addressSetting(broken);
}

function serverInWords({ address, isProxied }: RoutedCall): string {
  return isProxied ? `${address} through the proxy in HTTPS_PROXY` : address;
}

function connectionInWords(broken: BrokenCall): string {
  const { causeCode, method, route, outage } = broken;
  const attempted = outage
    ? `, ${count(outage.attempts, "attempt")} in ${elapsedSeconds(outage.ms)}`
    : "";
  return `${serverInWords(broken)} (${causeCode}, ${method} ${route}${attempted})`;
}

function addressAdvice(context: CallContext): string {
  return `Check that ${addressSetting(context)} is the address of the API, including its version.`;
}

function replyInWords(context: CallContext): string {
  const { details = [] } = context;
  const quote = details.length === 0 ? "without a message" : quotation(details.join("; "));
  return `the service replied ${quote} ${callInWords(context)}`;
}

function callInWords(context: CallContext & { readonly sentStatus?: number }): string {
  const { method, route, status, sentStatus = status } = context;
  return sentStatus === undefined ? `(${method} ${route})` : `(${sentStatus}, ${method} ${route})`;
}

/** Advice for an untrusted certificate. Reports an unreadable NODE_EXTRA_CA_CERTS, because Node.js only warns. */
function authorityAdvice(): string {
  const file = process.env.NODE_EXTRA_CA_CERTS ?? "";
  try {
    if (file !== "") readFileSync(file);
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    return `NODE_EXTRA_CA_CERTS names ${quoted(file)}, which can't be read (${code}). Set it to a file with the certificate of the authority.`;
  }
  return "To trust another certificate authority, set NODE_EXTRA_CA_CERTS to a file with its certificate.";
}
