import { omitUndefined } from "../plain/value";
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
  /** "maybe" if the service may have carried out the write that failed. */
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
  /** Always the same, so that this class can be recognized even if two copies of the package are loaded. */
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
  /** "maybe" if the service may have carried out the failed write; always "no" for a read. */
  readonly sent: "no" | "maybe";

  constructor(code: ErrorCode, message: string, more: ErrorDetails = {}) {
    const sentence = sanitizeMessage(message);
    const { cause, details = [], sent = "no", status, method, route, attempts } = more;
    super(sentence, omitUndefined({ cause }));
    // Pulumi's SDK sets `message` to put the name of a property in front of the sentence, often an internal one such as
    // `__provider`. The setter does nothing, because the sentence already says what failed.
    Object.defineProperty(this, "message", { get: () => sentence, set: () => undefined });
    // The stack has no frames and no class name, because Pulumi prints the stack of an error that is thrown after the
    // program has run. Formatting frames with source maps would take the SDK half a minute.
    this.stack = sentence;
    this.code = code;
    this.details = details;
    this.sent = sent;
    Object.assign(this, omitUndefined({ status, method, route, attempts }));
  }

  /** Compares names, because a process may load two copies of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "EmailMarketingError";
  }
}

export type Sent = EmailMarketingError["sent"];

/** Copies an error, with another message. The given error stays as it is. */
export function withMessage(error: EmailMarketingError, message: string): EmailMarketingError {
  return new EmailMarketingError(error.code, message, error);
}

export function isNotFound(
  error: unknown,
): error is EmailMarketingError & { readonly code: "not-found" } {
  return error instanceof EmailMarketingError && error.code === "not-found";
}

/** True if it is unknown whether the service has carried out the failed write. */
export function isUnconfirmedWrite(error: unknown): error is EmailMarketingError {
  return error instanceof EmailMarketingError && error.sent === "maybe";
}

/** Returns the error if its class is this package's. Throws any other error again, because it may be a bug. */
export function requireOwnError(error: unknown): EmailMarketingError {
  if (error instanceof EmailMarketingError) return error;
  throw error;
}

/** Ignores an error of this package, for a read whose failure must not fail the step. Throws any other error. */
export function ignoreOwnError(error: unknown): undefined {
  requireOwnError(error);
  return undefined;
}

export function unlessNotFound<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  return asked.catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
}

export function withAdvice(error: EmailMarketingError, next: string): EmailMarketingError {
  return withMessage(error, `${error.message} ${next}`);
}

/** Appends the advice for an error, if there is any, to the error's sentence. */
export function withAdviceOnFailure<Value>(
  asked: Promise<Value>,
  advice: (error: EmailMarketingError) => string | undefined,
): Promise<Value> {
  return asked.catch((error: unknown) => {
    const own = requireOwnError(error);
    const next = advice(own);
    throw next === undefined ? own : withAdvice(own, next);
  });
}

/** Converts a missing module's error to our class. Pulumi takes long to format stack frames, which our class omits. */
export function asInstallationError(error: unknown): unknown {
  const { code, message = "" } = (error ?? {}) as { code?: unknown; message?: string };
  if (typeof code !== "string" || !code.endsWith("MODULE_NOT_FOUND")) return error;
  const [, name] = /^Cannot find (?:package|module) '([^']+)'/.exec(message) ?? [];
  const what = name === undefined ? "a package that it needs" : `the package ${quoted(name)}`;
  const sentence = `can't load ${what} (${code}). Install the project's packages again; with Yarn, set nodeLinker: node-modules.`;
  return new EmailMarketingError("config", sentence, { cause: error });
}

/** An incomplete search: its number of rows, and the service's total. Any object may be among the missing rows. */
export interface Shortfall {
  readonly rows: number;
  readonly total: number;
  /** Objects that were left out because their ids can't be used, each with the reason. */
  readonly unusable?: readonly string[];
}

export function unusableId(which: string, sent: Sent = "no"): EmailMarketingError {
  return new EmailMarketingError("unexpected-reply", unusableIds([which]), { sent });
}

function unusableIds(which: readonly string[]): string {
  return `the service sends the id of ${which.join(", ")}.`;
}

const incompleteSearchErrors = new WeakSet<Error>();

export function incompleteNotice(what: string, { rows, total, unusable }: Shortfall): string {
  const why = unusable
    ? unusableIds(unusable)
    : `the service reports ${total}, but returned ${rows}, even when read a second time. Run the command again; if it ` +
      "happens again, ask the service why the search returns fewer rows than its total.";
  return `the search for ${what} is incomplete: ${why}`;
}

/** The error if a decision needs rows of a search that the service didn't return. */
export function incompleteSearch(what: string, shortfall: Shortfall): EmailMarketingError {
  const error = new EmailMarketingError(
    "unexpected-reply",
    `${incompleteNotice(what, shortfall)} It is not known whether the object exists, so nothing was changed. To apply the ` +
      "rest of the program meanwhile, add --exclude with the URN of this resource, or remove the call of this function.",
  );
  incompleteSearchErrors.add(error);
  return error;
}

export function isIncompleteSearch(error: unknown): boolean {
  return error instanceof Error && incompleteSearchErrors.has(error);
}
