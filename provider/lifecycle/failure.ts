import {
  asInstallationError,
  EmailMarketingError,
  type ErrorCode,
  isNotFound,
  isUnconfirmedWrite,
  withKeyAdviceOnce,
  withMessage,
} from "../errors/error";
import { sanitizeMessage } from "../errors/redact";
import { type Finding, withCode, withoutIgnored, withTag } from "../input/finding";

export async function withLabelInError<Value>(
  label: string,
  step: () => Promise<Value>,
): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    throw withLabel(label, error);
  }
}

export async function withNotFoundSentence<Value>(
  found: Promise<Value>,
  sentence: string,
): Promise<Value> {
  try {
    return await found;
  } catch (error) {
    throw isNotFound(error) ? withMessage(error, sentence) : error;
  }
}

/** Returns the step's error instead of throwing. Used if the failure must not undo earlier steps. */
export async function catchFailure(step: () => Promise<void>): Promise<unknown> {
  try {
    await step();
    return undefined;
  } catch (error) {
    return error;
  }
}

export function withLabel(label: string, thrown: unknown): Error {
  const error = asInstallationError(thrown);
  if (error instanceof UnconfirmedWithOutputs) {
    return new UnconfirmedWithOutputs(withLabel(label, error.reason), error.outputs);
  }
  if (error instanceof EmailMarketingError) return withMessage(error, `${label}: ${error.message}`);
  const message = error instanceof Error ? error.message : String(error);
  return new Error(sanitizeMessage(`${label}: ${message}`), { cause: error });
}

/**
 * Prepares an error for the engine. Removes the stack trace, which the engine would print, adds the error code to the
 * message, and shortens advice about a key that was printed before.
 */
export function withoutStack(thrown: unknown): unknown {
  // Doesn't copy an error with `properties`, because these carry the state to the engine.
  const isReplaceable = thrown instanceof EmailMarketingError && !("properties" in thrown);
  const error = isReplaceable ? withSentence(thrown, withKeyAdviceOnce(thrown.message)) : thrown;
  if (error instanceof Error) error.stack = "";
  return error;
}

/**
 * The sentence that the engine shows. Adds the error code, unless the sentence already ends with a code or a finding's
 * tag.
 */
export function sentenceWithCode(sentence: string, error: unknown): string {
  return error instanceof EmailMarketingError ? withCode(sentence, error.code) : sentence;
}

/** A new error for a program, with the error code in the message. */
export function programError(code: ErrorCode, sentence: string): EmailMarketingError {
  return new EmailMarketingError(code, withCode(sentence, code));
}

/** The error for a program, with the error code in the message. Pulumi shows only the message of an uncaught error. */
export function withCodeInMessage<Thrown>(error: Thrown): Thrown | EmailMarketingError {
  return error instanceof EmailMarketingError ? withSentence(error, error.message) : error;
}

function withSentence(error: EmailMarketingError, sentence: string): EmailMarketingError {
  const coded = withCode(sentence, error.code);
  // Returns the same error if the message already has the code. The SDK reports one error only once, even if it rejects
  // several promises.
  return coded === error.message ? error : withMessage(error, coded);
}

/** The error of an unconfirmed write, with outputs to store in the state for later steps. */
export class UnconfirmedWithOutputs extends Error {
  constructor(
    readonly reason: Error,
    readonly outputs: object,
  ) {
    super("unconfirmed", { cause: reason });
  }
}

export function outputsOfFailure(
  error: unknown,
): Pick<UnconfirmedWithOutputs, "outputs"> & { readonly reason: unknown } {
  return error instanceof UnconfirmedWithOutputs ? error : { reason: error, outputs: {} };
}

/** Runs a write. If the write's outcome is unknown, the error carries `outputs`, which the state then gets. */
export async function keepingOutputs<Value>(
  outputs: object,
  write: () => Promise<Value>,
): Promise<Value> {
  try {
    return await write();
  } catch (error) {
    throw isUnconfirmedWrite(error) ? new UnconfirmedWithOutputs(error, outputs) : error;
  }
}

/**
 * Fails a step with the first finding that `ignoreChecks` doesn't suppress. Call it before a write, because the message
 * says that nothing was sent.
 */
export function requireNone(
  findings: readonly (Finding | undefined)[],
  props: { readonly ignoreChecks?: unknown },
): void {
  const found = findings.filter((one) => one !== undefined);
  const [first] = withoutIgnored(found, props);
  if (!first) return;
  const said = withTag({ ...first, problem: `${first.problem} Nothing was sent.` });
  throw new EmailMarketingError("conflict", said);
}
