import type { CallContext } from "./call-failure";
import { spoken } from "./redact";

/** Why a call failed; a closed set, so that a caller can decide by it. */
export type ErrorCode =
  | "config"
  | "validation"
  | "auth"
  | "not-found"
  | "conflict"
  | "rate-limit"
  | "server"
  | "network"
  | "timeout"
  | "unexpected-reply";

/** What an {@link EmailMarketingError} knows beside its sentence. */
export interface ErrorDetails {
  /** HTTP status of the last reply, when there was one. */
  readonly status?: number;
  /** HTTP method of the call. */
  readonly method?: string;
  /** The path with placeholders for its parameters, such as `/list/{id}`. */
  readonly route?: string;
  /** How many times the call was sent. */
  readonly attempts?: number;
  /** What the service said, redacted, field by field. */
  readonly details?: readonly string[];
  /** "maybe" when the service may have carried a write out although no readable reply came back. */
  readonly sent?: "no" | "maybe";
  /** What was thrown below. */
  readonly cause?: unknown;
}

/**
 * The one error class of this package. Its message is one sentence for a person; the fields are for programs.
 * It carries no stack frames to the user: Pulumi prints the sentence alone.
 *
 * ```ts
 * import { EmailMarketingError, getContact } from "pulumi-email-marketing";
 *
 * export const isKnown = getContact({ id: "contact-1" }).then(
 *   () => true,
 *   (error: unknown) => {
 *     if (error instanceof EmailMarketingError && error.code === "not-found") return false;
 *     throw error;
 *   },
 * );
 * ```
 */
export class EmailMarketingError extends Error {
  /** Always the same, to tell this class by across copies of the package. */
  override readonly name = "EmailMarketingError";
  /** Read by Pulumi, also across copies of its SDK: print the message without stack frames. */
  readonly __pulumiRunError = true;
  /** Why the call failed. */
  readonly code: ErrorCode;
  /** HTTP status of the last reply, when there was one. */
  declare readonly status?: number;
  /** HTTP method of the call. */
  declare readonly method?: string;
  /** The path with placeholders for its parameters, such as `/list/{id}`. */
  declare readonly route?: string;
  /** How many times the call was sent. */
  declare readonly attempts?: number;
  /** What the service said, redacted, field by field; empty when it said nothing. */
  readonly details: readonly string[];
  /** "maybe" when the service may have carried a write out although no readable reply came back; of a read always "no". */
  readonly sent: "no" | "maybe";

  constructor(code: ErrorCode, message: string, more: ErrorDetails = {}) {
    const sentence = spoken(message);
    super(sentence, more.cause === undefined ? undefined : { cause: more.cause });
    // Pulumi writes the name of the property that an error came through in front of its message: the sentence
    // names the resource already, and the property is the package's own.
    Object.defineProperty(this, "message", { get: () => sentence, set: () => undefined });
    // Neither frames nor the class: Pulumi prints the stack of an error that comes after the program has run. The sentence
    // is the user's, and formatting frames through source maps takes the SDK half a minute.
    this.stack = sentence;
    this.code = code;
    this.details = more.details ?? [];
    this.sent = more.sent ?? "no";
    if (more.status !== undefined) this.status = more.status;
    if (more.method !== undefined) this.method = more.method;
    if (more.route !== undefined) this.route = more.route;
    if (more.attempts !== undefined) this.attempts = more.attempts;
  }

  /** Known by its name: a process may hold two copies of this package, and an error of either is one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "EmailMarketingError";
  }
}

/** The same error with another sentence: what was being done is known further out than where it failed. */
export function reworded(error: EmailMarketingError, message: string): EmailMarketingError {
  return new EmailMarketingError(error.code, message, error);
}

/** Whether the service said that it has no such object; known by the code, also across copies of the package. */
export function isNotFound(
  error: unknown,
): error is EmailMarketingError & { readonly code: "not-found" } {
  return error instanceof EmailMarketingError && error.code === "not-found";
}

/** Whether it isn't known if the service carried out the write that failed. */
export function isUnconfirmedWrite(
  error: unknown,
): error is EmailMarketingError & { readonly sent: "maybe" } {
  return error instanceof EmailMarketingError && error.sent === "maybe";
}

const refusedKeys = new WeakSet<Error>();
/** What to do about each refused key, and whether an error that left this process says so. */
const keyAdvice = new Map<string, boolean>();

/** Remembers the error of a refused key; who sent a `page` in place of a reply is not known. */
export function noteRefusedKey(
  error: EmailMarketingError,
  { page, keyAdvice: advice }: Pick<CallContext, "page" | "keyAdvice">,
): void {
  if (page === undefined) refusedKeys.add(error);
  if (advice !== undefined && !keyAdvice.has(advice)) keyAdvice.set(advice, false);
}

/** Whether the service refused the key of a call, be it for whatever was asked. */
export function isKeyRefused(error: unknown): error is EmailMarketingError {
  return error instanceof Error && refusedKeys.has(error);
}

/** A sentence that leaves this process: one refused key fails every step, and only the first says all about it. */
export function withKeyAdviceOnce(sentence: string): string {
  for (const [advice, isTold] of keyAdvice) {
    if (!sentence.includes(advice)) continue;
    keyAdvice.set(advice, true);
    return isTold ? sentence.replace(advice, keyToldBefore) : sentence;
  }
  return sentence;
}

const keyToldBefore = "It is the key that another error says more about.";

/** An error of ours; any other is a bug, and goes on. */
export function ownError(error: unknown): EmailMarketingError {
  if (error instanceof EmailMarketingError) return error;
  throw error;
}

/** For what can't be read and fails nothing: undefined in place of an error of ours. */
export function unlessOwnError(error: unknown): undefined {
  ownError(error);
  return undefined;
}

/** What a call gives; undefined where the service has no such object. */
export async function unlessNotFound<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The same error with what to do about it behind its sentence. */
export function withAdvice(error: EmailMarketingError, next: string): EmailMarketingError {
  return reworded(error, `${error.message} ${next}`);
}

/** Runs one step and puts behind what went wrong what to do about it, where there is something to say. */
export async function advised<Value>(
  step: () => Promise<Value>,
  advice: (error: EmailMarketingError) => string | undefined,
): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    const own = ownError(error);
    const next = advice(own);
    throw next === undefined ? own : withAdvice(own, next);
  }
}
