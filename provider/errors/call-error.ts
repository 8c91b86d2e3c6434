import { readFileSync } from "node:fs";
import { count } from "../plain/text";
import {
  type CallContext,
  type CallFailure,
  type CallReason,
  type Sent,
  settingsOfApi,
} from "./call-failure";
import { EmailMarketingError, type ErrorCode, noteRefusedKey } from "./error";
import { quotation, quoted } from "./redact";

interface Row<Name extends CallReason> {
  readonly code: ErrorCode;
  readonly sent: Sent;
  readonly isTemporary?: true;
  readonly problem: (failure: CallFailure<Name>) => string;
  readonly fix?: string | ((failure: CallFailure<Name>) => string | undefined);
}

const waitLongerAdvice = "Try again later, or raise emailmarketing:deadlineSeconds.";

const reasons: { readonly [Name in CallReason]: Row<Name> } = {
  unreachable: {
    code: "network",
    sent: "no",
    isTemporary: true,
    problem: (failure) => `can't connect to ${connectionInWords(failure)}`,
    fix: (failure) =>
      `Check ${connectionSetting(failure)} and that the ${failure.isProxied ? "proxy" : "service"} is running.`,
  },
  "wrong-address": {
    code: "network",
    sent: "no",
    problem: (failure) => `can't connect to ${connectionInWords(failure)}`,
    fix: (failure) => `Check ${connectionSetting(failure)}.`,
  },
  "untrusted-certificate": {
    code: "network",
    sent: "no",
    problem: (failure) => `the certificate of ${connectionInWords(failure)} is not trusted`,
    fix: authorityAdvice,
  },
  "cut-off": {
    code: "network",
    sent: "maybe",
    isTemporary: true,
    problem: (failure) =>
      `the connection to ${connectionInWords(failure)} was closed before the reply was complete`,
  },
  "no-response": {
    code: "timeout",
    sent: "maybe",
    isTemporary: true,
    problem: (failure) => {
      const { method, route, attempts, limitMs, outage } = failure;
      const [within, attempted] = outage
        ? [elapsedSeconds(outage.ms), count(outage.attempts, "attempt")]
        : [seconds(limitMs), `attempt ${attempts}`];
      return `no reply from ${serverInWords(failure)} within ${within} (${method} ${route}, ${attempted})`;
    },
    fix: (failure) =>
      failure.outage
        ? `Check ${addressSetting(failure)} and that the service is running.`
        : "Check that the service is running, or raise emailmarketing:timeoutSeconds.",
  },
  unreadable: {
    code: "unexpected-reply",
    sent: "maybe",
    problem: (failure) =>
      problemAtAddress(
        failure,
        failure.isEmpty
          ? "replied with an empty body"
          : "replied with something that is not the API's",
      ),
    fix: (failure) =>
      failure.isEmpty && searchRoutes.test(failure.route)
        ? "The reply has neither rows nor a total, so it is not known what the account has."
        : addressAdvice(failure),
  },
  "rate-limited": {
    code: "rate-limit",
    sent: "no",
    isTemporary: true,
    problem: (failure) => `too many requests ${callInWords(failure)}`,
    fix: waitLongerAdvice,
  },
  redirect: {
    code: "unexpected-reply",
    sent: "no",
    problem: (failure) =>
      problemAtAddress(failure, "replied with a redirect, which is never followed"),
    fix: addressAdvice,
  },
  "maybe-done": {
    code: "unexpected-reply",
    sent: "maybe",
    problem: (failure) => problemAtAddress(failure, "replied with neither a result nor an error"),
  },
  hidden: {
    code: "unexpected-reply",
    sent: "maybe",
    problem: (failure) => problemAtAddress(failure, "replied with a web page in place of a result"),
  },
  "proxy-refused": {
    code: "network",
    sent: "no",
    problem: (failure) =>
      `the proxy in HTTPS_PROXY refused to connect to ${failure.address} ${callInWords(failure)}`,
    fix: "Check HTTPS_PROXY with its credentials, and what the proxy allows.",
  },
  "no-route": {
    code: "unexpected-reply",
    sent: "no",
    problem: (failure) => problemAtAddress(failure, "has no such endpoint"),
    fix: addressAdvice,
  },
  "server-failed": {
    code: "server",
    sent: "maybe",
    isTemporary: true,
    problem: replyInWords,
    fix: "The error is on the service's side; try again later.",
  },
  "no-record": { code: "not-found", sent: "no", problem: replyInWords },
  "key-refused": {
    code: "auth",
    sent: "no",
    problem: replyInWords,
    fix: ({ keyAdvice }) => keyAdvice,
  },
  "id-refused": {
    code: "auth",
    sent: "no",
    problem: replyInWords,
    fix: "The key has worked for other requests: it may not access this object, or the id is not one of this account.",
  },
  rejected: { code: "validation", sent: "no", problem: replyInWords },
  conflict: { code: "conflict", sent: "no", problem: replyInWords },
  "long-wait": {
    code: "rate-limit",
    sent: "no",
    problem: (failure) =>
      `the service asked to wait ${seconds(failure.pausedMs)}, longer than the deadline of ` +
      `${failure.deadlineMs / 1000} s ${callInWords(failure)}`,
    fix: waitLongerAdvice,
  },
  late: {
    code: "timeout",
    sent: "no",
    problem: (failure) =>
      `the request was not completed within the deadline of ${failure.deadlineMs / 1000} s ${callInWords(failure)}`,
    fix: waitLongerAdvice,
  },
};

export function codeOf({ reason }: CallFailure): ErrorCode {
  return reasons[reason].code;
}

export function sentOf({ reason }: CallFailure): Sent {
  return reasons[reason].sent;
}

/** True if another attempt may succeed. False after an outage of the maximum length. */
export function isTemporary({ reason, outage }: CallFailure): boolean {
  return outage === undefined && reasons[reason].isTemporary === true;
}

export function callError(failure: CallFailure): EmailMarketingError {
  const error = new EmailMarketingError(codeOf(failure), sentence(failure), failure);
  if (failure.reason === "key-refused") noteRefusedKey(error, failure);
  return error;
}

export function retryNotice(
  failure: CallFailure,
  given: { readonly waitMs: number } | { readonly deadlineMs: number },
): string {
  const { problem } = wordsOf(failure);
  if ("waitMs" in given) return `${problem}; retrying after ${seconds(given.waitMs)}`;
  // The same sentence for every attempt, so that it is shown only once.
  return `${problem}; retrying for up to ${seconds(given.deadlineMs)}`;
}

/** Reasons whose own message explains more than one about the web page in the response. */
const reasonsWithOwnSentence: ReadonlySet<CallReason> = new Set([
  "redirect",
  "maybe-done",
  "proxy-refused",
]);

function wordsOf<Reason extends CallReason>(failure: CallFailure<Reason>) {
  if (failure.page !== undefined && !reasonsWithOwnSentence.has(failure.reason))
    return pageWords(failure);
  const { problem, fix }: Row<Reason> = reasons[failure.reason];
  return { problem: problem(failure), fix: typeof fix === "function" ? fix(failure) : fix };
}

/**
 * The sentence about a web page in place of a response. It blames neither the key nor the request, because the sender
 * of the page is unknown.
 */
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
    // "hidden" means that the service has responded at this address before, so the address is right.
    fix: reason === "hidden" ? undefined : (again[reason] ?? addressAdvice(failure)),
  };
}

function sentence(failure: CallFailure): string {
  const { problem, fix } = wordsOf(failure);
  const { retryAfterMs } = failure;
  const asked =
    retryAfterMs === undefined ? "" : `; the service asked to wait ${seconds(retryAfterMs)}`;
  return fix === undefined ? `${problem}${asked}.` : `${problem}${asked}. ${fix}`;
}

const searchRoutes = /\/(?:search|list|opens|unsubs)$/;

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}

/** Elapsed time in words, rounded to the nearest second. In contrast, `seconds` rounds a coming wait up. */
function elapsedSeconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

function addressSetting(context: CallContext): string {
  return `emailmarketing:${settingsOfApi[context.api].address}`;
}

function connectionSetting(broken: BrokenCall): string {
  return broken.isProxied ? "HTTPS_PROXY" : addressSetting(broken);
}

function serverInWords({
  address,
  isProxied,
}: CallContext & { readonly isProxied: boolean }): string {
  return isProxied ? `${address} through the proxy in HTTPS_PROXY` : address;
}

type BrokenCall = CallContext & { readonly isProxied: boolean; readonly causeCode: string };

function connectionInWords(broken: BrokenCall): string {
  const { causeCode, method, route, outage } = broken;
  const attempted = outage
    ? `, ${count(outage.attempts, "attempt")} in ${elapsedSeconds(outage.ms)}`
    : "";
  return `${serverInWords(broken)} (${causeCode}, ${method} ${route}${attempted})`;
}

function problemAtAddress(context: CallContext, what: string): string {
  return `${context.address} ${what} ${callInWords(context)}`;
}

function addressAdvice(context: CallContext): string {
  return `Check that ${addressSetting(context)} is the address of the API, including its version.`;
}

function replyInWords(context: CallContext): string {
  const { details = [] } = context;
  const quote = details.length === 0 ? "without a message" : quotation(details.join("; "));
  return `the service replied ${quote} ${callInWords(context)}`;
}

function callInWords({
  method,
  route,
  ...response
}: CallContext & { readonly sentStatus?: number }): string {
  const status = response.sentStatus ?? response.status;
  return status === undefined ? `(${method} ${route})` : `(${status}, ${method} ${route})`;
}

/**
 * Advice for an untrusted certificate. The advice names the file of NODE_EXTRA_CA_CERTS if it is unreadable, because
 * Node.js only prints a warning.
 */
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
