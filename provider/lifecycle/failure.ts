import {
  EmailMarketingError,
  type ErrorCode,
  isNotFound,
  isUnconfirmedWrite,
  ofInstallation,
  reworded,
  withKeyAdviceOnce,
} from "../errors/error";
import { sanitizeMessage } from "../errors/redact";
import { type Finding, labelled, withCode, withoutIgnored } from "../input/finding";

/** Runs one step. If the step fails, its error begins with `label`. */
export async function explain<Value>(label: string, step: () => Promise<Value>): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    throw worded(label, error);
  }
}

/** The result of a request. If the request fails with not-found, the error gets this sentence. */
export async function sought<Value>(found: Promise<Value>, sentence: string): Promise<Value> {
  try {
    return await found;
  } catch (error) {
    throw isNotFound(error) ? reworded(error, sentence) : error;
  }
}

/** Runs a step and returns the step's error instead of throwing. Used if the failure must not undo earlier steps. */
export async function failureOf(step: () => Promise<void>): Promise<unknown> {
  try {
    await step();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Puts the label of the object in front of an error's sentence. */
export function worded(label: string, thrown: unknown): Error {
  const error = ofInstallation(thrown);
  if (error instanceof UnconfirmedWithOutputs) {
    return new UnconfirmedWithOutputs(worded(label, error.reason), error.outputs);
  }
  if (error instanceof EmailMarketingError) return reworded(error, `${label}: ${error.message}`);
  const message = error instanceof Error ? error.message : String(error);
  return new Error(sanitizeMessage(`${label}: ${message}`), { cause: error });
}

/** Removes an error's stack trace, because the engine would print it. */
export function withoutStack(thrown: unknown): unknown {
  // Keep an error with `properties` as the same object, because it carries the state for the engine.
  const isToTell = thrown instanceof EmailMarketingError && !("properties" in thrown);
  const error = isToTell ? withSentence(thrown, withKeyAdviceOnce(thrown.message)) : thrown;
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
  return coded === error.message ? error : reworded(error, coded);
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
  const said = labelled({ ...first, problem: `${first.problem} Nothing was sent.` });
  throw new EmailMarketingError("conflict", said);
}
