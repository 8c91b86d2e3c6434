import { EmailMarketingError, type ErrorCode } from "../errors/error";
import type { Call, ClientOptions } from "./call";
import { type Complaint, carriesError, complaints, isRecord, recordNotFound } from "./decode";
import { redact } from "./redact";
import { type FailureKind, retryAfterMs } from "./retry";

/** A good reply. */
export interface Success {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A try that failed, and whether the same call may work when sent again. */
export interface Failure {
  readonly failure: FailureKind;
  readonly error: EmailMarketingError;
  /** The wait that the service asked for. */
  readonly waitMs?: number;
}

/** A whole reply, as it came, with the call that it answers. */
export interface Reply {
  readonly call: Call;
  readonly options: ClientOptions;
  readonly known: { status: number; method: string; route: string; attempts: number };
  readonly text: string;
  /** The headers that say when to come again, and by which clock. */
  readonly advice: { readonly retryAfter: string | null; readonly date: string | null };
}

/** The one place that turns a reply into a value or an error. */
export function judge(reply: Reply): Success | Failure {
  const { call, known, text } = reply;
  const { status } = known;
  const body = parse(text);
  if (status < 200 || status > 299 || carriesError(body)) return refusal(reply, body);
  if (text.trim() === "" && call.acknowledged) return { status, body: {} };
  const bare = isRecord(body) && Object.keys(body).every((name) => name === "message");
  if (isRecord(body) && (!bare || call.acknowledged)) return { status, body };
  return { failure: "final", error: unreadable(reply) };
}

/** JSON, or plain text as itself; a page of HTML says nothing that a message could use. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.trimStart().startsWith("<") ? undefined : text;
  }
}

function where({ known }: Reply): string {
  return `(${known.status}, ${known.method} ${known.route})`;
}

/** The sentence for a reply whose form shows that another server answers, or nobody who knows the call. */
export function unexpectedReply(call: Call, options: ClientOptions, what: string) {
  return new EmailMarketingError(
    "unexpected-reply",
    `${options.address()} answers with ${what} (${call.method} ${call.path.route}). ` +
      `Is ${options.addressSetting} the address of the service, with its version?`,
    { method: call.method, route: call.path.route, ambiguous: call.policy !== "read" },
  );
}

function unreadable({ call, options, known, text }: Reply): EmailMarketingError {
  const trimmed = text.trim();
  const form = trimmed === "" ? "nothing" : trimmed.startsWith("<") ? "HTML" : "something unknown";
  return unexpectedReply(
    call,
    options,
    `${form} where the service sends JSON, status ${known.status}`,
  );
}

function refusal(reply: Reply, body: unknown): Failure {
  const { options, known, advice } = reply;
  const said = complaints(body);
  const details = said.map((complaint) => wording(complaint, options.keys));
  const quote =
    details.length === 0
      ? "the service gives no reason"
      : `the service says "${details.join("; ")}"`;
  const verdict = classify(reply, said);
  const waitMs = retryAfterMs(advice.retryAfter, dateOf(advice.date));
  const asked =
    waitMs === undefined ? "" : `, to be sent again after ${Math.ceil(waitMs / 1000)} s`;
  const sentence = `${verdict.sentence ?? quote} ${where(reply)}${asked}. ${verdict.next ?? ""}`;
  return {
    failure: verdict.failure,
    error: new EmailMarketingError(verdict.code, sentence.trim(), {
      ...known,
      details,
      ambiguous: verdict.failure === "interrupted" && reply.call.policy !== "read",
    }),
    ...(waitMs === undefined || verdict.failure === "final" ? {} : { waitMs }),
  };
}

/** The service's own time, so that a wait until a date holds even where this machine's clock is wrong. */
function dateOf(header: string | null): number {
  const at = Date.parse(header ?? "");
  return Number.isNaN(at) ? Date.now() : at;
}

function wording({ field, message }: Complaint, keys: readonly string[]): string {
  return redact(field === "" ? message : `${field}: ${message}`, keys);
}

interface Verdict {
  readonly code: ErrorCode;
  readonly failure: FailureKind;
  /** In place of the service's own words. */
  readonly sentence?: string;
  readonly next?: string;
}

function classify({ options, known }: Reply, said: readonly Complaint[]): Verdict {
  const { status, route } = known;
  const address = `Is ${options.addressSetting} the address of the service, with its version?`;
  if (status === 429) {
    const sentence = "the service refuses because of too many requests";
    return { code: "rate-limit", failure: "refused", sentence };
  }
  if (status >= 300 && status < 400) {
    const sentence = `${options.address()} answers with a redirect, which is never followed`;
    return { code: "unexpected-reply", failure: "final", sentence, next: address };
  }
  if (status === 407) {
    const sentence = "the proxy wants other credentials";
    return { code: "network", failure: "final", sentence, next: "Is HTTPS_PROXY right?" };
  }
  if (status === 405 || status === 501) {
    const sentence = `${options.address()} does not offer this operation`;
    return { code: "unexpected-reply", failure: "final", sentence, next: address };
  }
  if (status >= 500 || status === 408) {
    return {
      code: "server",
      failure: "interrupted",
      next: "The fault lies with the service: run again later.",
    };
  }
  if (said.some(({ message }) => recordNotFound.test(message)))
    return { code: "not-found", failure: "final" };
  if (status === 401 || status === 403) {
    return { code: "auth", failure: "final", next: options.keyAdvice() };
  }
  if (status === 404 && said.every(({ field }) => field === "")) {
    const sentence = `${options.address()} knows no ${route}`;
    return { code: "unexpected-reply", failure: "final", sentence, next: address };
  }
  return { code: status === 409 ? "conflict" : "validation", failure: "final" };
}
