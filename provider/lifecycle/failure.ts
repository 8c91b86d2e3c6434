import { redactSecretInputs } from "../account/step";
import { withKeyAdviceOnce } from "../errors/call-error";
import {
  asInstallationError,
  EmailMarketingError,
  type ErrorCode,
  isNotFound,
  withMessage,
} from "../errors/error";
import { sanitizeMessage } from "../errors/redact";
import { type Finding, withCode, withoutIgnored, withTag } from "../input/finding";

export function withLabelInError<Value>(label: string, step: Promise<Value>): Promise<Value> {
  return step.catch((error: unknown) => {
    throw withLabel(label, error);
  });
}

export function withNotFoundSentence<Value>(found: Promise<Value>, sentence: string) {
  return found.catch((error: unknown) => {
    throw isNotFound(error) ? withMessage(error, sentence) : error;
  });
}

/** Returns the error instead of throwing it, so that a create can still return the id of its object. */
export function catchFailure(done: Promise<void>): Promise<unknown> {
  return done.catch((error: unknown) => error);
}

export function withLabel(label: string, thrown: unknown): Error {
  const error = asInstallationError(thrown);
  const message = error instanceof Error ? error.message : String(error);
  return reworded(error, `${label}: ${message}`);
}

/** A copy of an error with another sentence. */
export function reworded(error: unknown, sentence: string): Error {
  if (error instanceof EmailMarketingError) return withMessage(error, sentence);
  return new Error(sanitizeMessage(sentence), { cause: error });
}

/** The sentence that the engine shows for an error, without secret texts. Without a tag, it gets our error code. */
export function engineSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const sentence = redactSecretInputs(withKeyAdviceOnce(message));
  return error instanceof EmailMarketingError ? withCode(sentence, error.code) : sentence;
}

/** A new error with its code in the message, because Pulumi shows only the message of a program's error. */
export function programError(code: ErrorCode, sentence: string): EmailMarketingError {
  return new EmailMarketingError(code, withCode(sentence, code));
}

/** The error for a program, with the error code in the message. Pulumi shows only the message of an uncaught error. */
export function withCodeInMessage<Thrown>(error: Thrown): Thrown | EmailMarketingError {
  if (!(error instanceof EmailMarketingError)) return error;
  const coded = withCode(error.message, error.code);
  // Keeps the same error if possible, because the SDK reports one error only once, even if it rejects several promises.
  return coded === error.message ? error : withMessage(error, coded);
}

/** Fails if there is a finding and it isn't ignored. The message says that nothing was sent, so call before a write. */
export function requireNone(found: Finding | undefined, props: { ignoreChecks?: unknown }) {
  const [open] = withoutIgnored(found ? [found] : [], props);
  if (!open) return;
  const said = withTag({ ...open, problem: `${open.problem} Nothing was sent.` });
  throw new EmailMarketingError("conflict", said);
}
