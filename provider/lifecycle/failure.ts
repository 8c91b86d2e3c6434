import {
  EmailMarketingError,
  isNotFound,
  isUnconfirmedWrite,
  reworded,
  withKeyAdviceOnce,
} from "../errors/error";
import { ofInstallation } from "../errors/installation";
import { spoken } from "../errors/redact";
import { type Finding, labelled, withCode, withoutIgnored } from "../input/finding";

/** Runs one step and puts what it is about in front of what went wrong. */
export async function explain<Value>(label: string, step: () => Promise<Value>): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    throw worded(label, error);
  }
}

/** What a question found; where the service has no such record, the sentence says what was looked for. */
export async function sought<Value>(found: Promise<Value>, sentence: string): Promise<Value> {
  try {
    return await found;
  } catch (error) {
    throw isNotFound(error) ? reworded(error, sentence) : error;
  }
}

/** What goes wrong in a step that must not undo what came before it. */
export async function failureOf(step: () => Promise<void>): Promise<unknown> {
  try {
    await step();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The error with what it is about in front of its sentence. */
export function worded(label: string, thrown: unknown): Error {
  const error = ofInstallation(thrown);
  if (error instanceof UnconfirmedWithOutputs) {
    return new UnconfirmedWithOutputs(worded(label, error.reason), error.outputs);
  }
  if (error instanceof EmailMarketingError) return reworded(error, `${label}: ${error.message}`);
  const message = error instanceof Error ? error.message : String(error);
  return new Error(spoken(`${label}: ${message}`), { cause: error });
}

/** The same error as the engine should see it: it prints the stack of whatever has one. */
export function withoutStack(thrown: unknown): unknown {
  // What the engine keeps of an object stands beside the sentence of any other error.
  const isToTell = thrown instanceof EmailMarketingError && !("properties" in thrown);
  const error = isToTell ? withSentence(thrown, withKeyAdviceOnce(thrown.message)) : thrown;
  if (error instanceof Error) error.stack = "";
  return error;
}

/** What the engine shows of an error: a sentence with the code at its end, if there is no tag of a finding. */
export function sentenceWithCode(sentence: string, error: unknown): string {
  return error instanceof EmailMarketingError ? withCode(sentence, error.code) : sentence;
}

/** The error as a program gets it: Pulumi shows the sentence of an error that nothing catches. */
export function withCodeInMessage<Thrown>(error: Thrown): Thrown | EmailMarketingError {
  return error instanceof EmailMarketingError ? withSentence(error, error.message) : error;
}

function withSentence(error: EmailMarketingError, sentence: string): EmailMarketingError {
  const coded = withCode(sentence, error.code);
  // The SDK reports an error once, however many promises it rejects.
  return coded === error.message ? error : reworded(error, coded);
}

/** A write that the service has not confirmed, and that leaves outputs in the state by which later steps go. */
export class UnconfirmedWithOutputs extends Error {
  constructor(
    readonly reason: Error,
    readonly outputs: object,
  ) {
    super("unconfirmed", { cause: reason });
  }
}

export function leftBy(
  error: unknown,
): Pick<UnconfirmedWithOutputs, "outputs"> & { readonly reason: unknown } {
  return error instanceof UnconfirmedWithOutputs ? error : { reason: error, outputs: {} };
}

/** Runs a write that leaves these outputs where it isn't confirmed. */
export async function leavingOutputs<Value>(
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
 * Fails a step for what its preview reports, before anything is sent. The one rule for creates and updates: what `ignoreChecks` lets
 * pass in the preview passes here, too, and the service decides.
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
