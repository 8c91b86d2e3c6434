import type { CallContext } from "./call-failure";
import { quoted, sanitizeMessage } from "./redact";

/** The reason for a failure. A program can handle each value, because there are no others. */
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

/** The details of an {@link EmailMarketingError}, in addition to its message. */
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
  /** The original error, if another error caused this one. */
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
    const sentence = sanitizeMessage(message);
    super(sentence, more.cause === undefined ? undefined : { cause: more.cause });
    // Pulumi sets `message` to put a property's name in front of the sentence. The setter does nothing, because the
    // sentence already names the resource, and the property is internal to this package.
    Object.defineProperty(this, "message", { get: () => sentence, set: () => undefined });
    // The stack has no frames and no class name, because Pulumi prints the stack of an error that is thrown after the
    // program has run. Formatting frames with source maps would take the SDK half a minute.
    this.stack = sentence;
    this.code = code;
    this.details = more.details ?? [];
    this.sent = more.sent ?? "no";
    if (more.status !== undefined) this.status = more.status;
    if (more.method !== undefined) this.method = more.method;
    if (more.route !== undefined) this.route = more.route;
    if (more.attempts !== undefined) this.attempts = more.attempts;
  }

  /** Compares names, because a process may load two copies of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "EmailMarketingError";
  }
}

/** Copies an error with another sentence, because the message of an error can't be changed. */
export function withMessage(error: EmailMarketingError, message: string): EmailMarketingError {
  return new EmailMarketingError(error.code, message, error);
}

/**
 * True if the service responded that the object doesn't exist. Compares the code, which also works across copies of the
 * package.
 */
export function isNotFound(
  error: unknown,
): error is EmailMarketingError & { readonly code: "not-found" } {
  return error instanceof EmailMarketingError && error.code === "not-found";
}

/** True if the service may or may not have carried out the failed write. */
export function isUnconfirmedWrite(
  error: unknown,
): error is EmailMarketingError & { readonly sent: "maybe" } {
  return error instanceof EmailMarketingError && error.sent === "maybe";
}

const refusedKeys = new WeakSet<Error>();
/** Each piece of advice about a refused key, and whether a printed error already contains it. */
const keyAdvice = new Map<string, boolean>();

/**
 * Records an error about a refused key, and its advice. If the response is a web page, records only the advice,
 * because a proxy may have sent the page.
 */
export function noteRefusedKey(
  error: EmailMarketingError,
  { page, keyAdvice: advice }: Pick<CallContext, "page" | "keyAdvice">,
): void {
  if (page === undefined) refusedKeys.add(error);
  if (advice !== undefined && !keyAdvice.has(advice)) keyAdvice.set(advice, false);
}

export function isKeyRefused(error: unknown): error is EmailMarketingError {
  return error instanceof Error && refusedKeys.has(error);
}

/**
 * Shortens repeated advice about a key, because one refused key may fail many steps. Called for each error that is
 * printed.
 */
export function withKeyAdviceOnce(sentence: string): string {
  for (const [advice, isTold] of keyAdvice) {
    if (!sentence.includes(advice)) continue;
    keyAdvice.set(advice, true);
    return isTold ? sentence.replace(advice, shortKeyAdvice) : sentence;
  }
  return sentence;
}

const shortKeyAdvice = "It is the key that another error says more about.";

/** Returns the error if its class is this package's. Any other error is a bug and is thrown again. */
export function requireOwnError(error: unknown): EmailMarketingError {
  if (error instanceof EmailMarketingError) return error;
  throw error;
}

/** Ignores an error of this package, for a read whose failure must not fail the step. Throws any other error. */
export function ignoreOwnError(error: unknown): undefined {
  requireOwnError(error);
  return undefined;
}

export async function unlessNotFound<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

export function withAdvice(error: EmailMarketingError, next: string): EmailMarketingError {
  return withMessage(error, `${error.message} ${next}`);
}

/** Runs one step. If the step fails and there is advice for the error, appends the advice to the error's sentence. */
export async function withAdviceOnFailure<Value>(
  step: () => Promise<Value>,
  advice: (error: EmailMarketingError) => string | undefined,
): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    const own = requireOwnError(error);
    const next = advice(own);
    throw next === undefined ? own : withAdvice(own, next);
  }
}

/**
 * Converts the error about a missing module to an error of this package, because Pulumi's SDK formats the stack frames
 * of others, which takes long. Returns other errors unchanged.
 */
export function asInstallationError(error: unknown): unknown {
  const { code, message = "" } = (error ?? {}) as {
    readonly code?: unknown;
    readonly message?: string;
  };
  if (typeof code !== "string" || !code.endsWith("MODULE_NOT_FOUND")) return error;
  const [, name] = /^Cannot find (?:package|module) '([^']+)'/.exec(message) ?? [];
  const what = name === undefined ? "a package that it needs" : `the package ${quoted(name)}`;
  const sentence = `can't load ${what} (${code}). Install the project's packages again; with Yarn, set nodeLinker: node-modules.`;
  return new EmailMarketingError("config", sentence, { cause: error });
}
