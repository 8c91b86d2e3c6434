import { EmailMarketingError } from "../client/errors";

/** Runs one step and puts what it is about in front of what went wrong. */
export async function explain<Value>(subject: string, step: () => Promise<Value>): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    throw worded(subject, error);
  }
}

function worded(subject: string, error: unknown): Error {
  if (error instanceof EmailMarketingError) return error.reworded(`${subject}: ${error.message}`);
  const message = error instanceof Error ? error.message : String(error);
  return new Error(`${subject}: ${message}`, { cause: error });
}

/** The same error as the engine should see it: it prints the stack of whatever has one. */
export function withoutStack(error: unknown): unknown {
  if (error instanceof Error) error.stack = "";
  return error;
}
