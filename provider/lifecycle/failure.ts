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

/** Removes an error's stack trace, because the engine would print it. */
export function withoutStack(thrown: unknown): unknown {
  // Keep an error with `properties` as the same object, because it carries the state for the engine.
  const isReplaceable = thrown instanceof EmailMarketingError && !("properties" in thrown);
  const error = isReplaceable ? withSentence(thrown, withKeyAdviceOnce(thrown.message)) : thrown;
  if (error instanceof Error) error.stack = "";
  return error;
}

/** The sentence that the engine shows, with the error code or the finding's tag at the end. */
export function sentenceWithCode(sentence: string, error: unknown): string {
  return error instanceof EmailMarketingError ? withCode(sentence, error.code) : sentence;
}

/** A new error for a program, with the error code in the sentence. */
export function programError(code: ErrorCode, sentence: string): EmailMarketingError {
  return new EmailMarketingError(code, withCode(sentence, code));
}

/**
 * The error for a program, with the error code in the sentence. Pulumi shows only the sentence of an uncaught error.
 */
export function withCodeInMessage<Thrown>(error: Thrown): Thrown | EmailMarketingError {
  return error instanceof EmailMarketingError ? withSentence(error, error.message) : error;
}

function withSentence(error: EmailMarketingError, sentence: string): EmailMarketingError {
  const coded = withCode(sentence, error.code);
  // Keeps the object if possible, because the SDK reports one object only once, even if it rejects several promises.
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

/** Runs a write. If the write stays unconfirmed, stores `outputs` in the state. */
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
 * Fails a step with the first finding, before anything is sent. `ignoreChecks` suppresses findings as in the preview.
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
