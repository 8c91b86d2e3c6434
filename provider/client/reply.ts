import type { CallContext, CallFailure } from "../errors/call-failure";
import type { Call } from "./call";
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
  readonly kind: FailureKind;
  readonly facts: CallFailure;
  /** The wait that the service asked for. */
  readonly waitMs?: number;
}

/** A whole reply, as it came, with the call that it answers. */
export interface Reply {
  readonly call: Call;
  readonly context: CallContext;
  /** Taken out of what is quoted. */
  readonly keys: readonly string[];
  readonly status: number;
  readonly text: string;
  /** The headers that say when to come again, and by which clock. */
  readonly advice: { readonly retryAfter: string | null; readonly date: string | null };
}

/** The one place that tells from a reply whether the call succeeded, and why not. */
export function judge(reply: Reply): Success | Failure {
  const { call, status, text } = reply;
  const body = parse(text);
  if (status < 200 || status > 299 || carriesError(body)) return refusal(reply, body);
  if (text.trim() === "" && call.acknowledged) return { status, body: {} };
  const bare = isRecord(body) && Object.keys(body).every((name) => name === "message");
  if (isRecord(body) && (!bare || call.acknowledged)) return { status, body };
  return unreadable(reply);
}

/** JSON, or plain text as itself; a page of HTML says nothing that a message could use. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.trimStart().startsWith("<") ? undefined : text;
  }
}

/** The facts have no status: what answered is no service that one could pace oneself by. */
function unreadable({ call, context, status, text }: Reply): Failure {
  const trimmed = text.trim();
  const form = trimmed === "" ? "nothing" : trimmed.startsWith("<") ? "html" : "unknown";
  const ambiguous = call.policy !== "read";
  const facts = { ...context, reason: "not-json", form, sentStatus: status, ambiguous } as const;
  return { kind: "final", facts };
}

function refusal({ call, context, keys, status, advice }: Reply, body: unknown): Failure {
  const said = complaints(body);
  const { kind, reason } = classify(status, said);
  const waitMs = retryAfterMs(advice.retryAfter, dateOf(advice.date));
  return {
    kind,
    facts: {
      ...context,
      reason,
      status,
      details: said.map((complaint) => wording(complaint, keys)),
      ambiguous: kind === "interrupted" && call.policy !== "read",
      ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
    },
    ...(waitMs === undefined || kind === "final" ? {} : { waitMs }),
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
  readonly kind: FailureKind;
  readonly reason:
    | "rate-limited"
    | "redirect"
    | "proxy-credentials"
    | "no-operation"
    | "no-route"
    | "server-failed"
    | "no-record"
    | "key-refused"
    | "rejected"
    | "conflict";
}

function classify(status: number, said: readonly Complaint[]): Verdict {
  if (status === 429) return { kind: "refused", reason: "rate-limited" };
  if (status >= 300 && status < 400) return { kind: "final", reason: "redirect" };
  if (status === 407) return { kind: "final", reason: "proxy-credentials" };
  if (status === 405 || status === 501) return { kind: "final", reason: "no-operation" };
  if (status >= 500 || status === 408) return { kind: "interrupted", reason: "server-failed" };
  if (said.some(({ message }) => recordNotFound.test(message))) {
    return { kind: "final", reason: "no-record" };
  }
  if (status === 401 || status === 403) return { kind: "final", reason: "key-refused" };
  if (status === 404 && said.every(({ field }) => field === "")) {
    return { kind: "final", reason: "no-route" };
  }
  return { kind: "final", reason: status === 409 ? "conflict" : "rejected" };
}
