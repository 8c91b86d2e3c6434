import { withKeyAdviceOnce } from "../errors/call-error";
import { EmailMarketingError, isNotFound } from "../errors/error";
import { RefusedUpdate } from "./refused-update";

/** Runs one step and puts what it is about in front of what went wrong. */
export async function explain<Value>(subject: string, step: () => Promise<Value>): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    throw worded(subject, error);
  }
}

/** What a question found; where the service has no such record, the sentence says what was looked for. */
export async function sought<Value>(found: Promise<Value>, sentence: string): Promise<Value> {
  try {
    return await found;
  } catch (error) {
    throw isNotFound(error) ? error.reworded(sentence) : error;
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
export function worded(subject: string, error: unknown): Error {
  if (error instanceof RefusedUpdate) {
    return new RefusedUpdate(worded(subject, error.reason), error.outputs);
  }
  if (error instanceof EmailMarketingError) return error.reworded(`${subject}: ${error.message}`);
  const message = error instanceof Error ? error.message : String(error);
  return new Error(`${subject}: ${message}`, { cause: error });
}

/** The same error as the engine should see it: it prints the stack of whatever has one. */
export function withoutStack(error: unknown): unknown {
  // What the engine keeps of an object stands beside the sentence of any other error.
  if (error instanceof EmailMarketingError && !("properties" in error)) {
    const sentence = withKeyAdviceOnce(error.message);
    if (sentence !== error.message) return withoutStack(error.reworded(sentence));
  }
  if (error instanceof Error) error.stack = "";
  return error;
}
