import { expect } from "chai";
import type { Properties } from "../../provider/plain/value";
import { expectNoLeak } from "./canary";

/** An error, with the fields of the package's errors, and with what the engine stores if a step fails. */
export interface Failure extends Error {
  readonly code?: unknown;
  readonly sent?: string;
  readonly details?: readonly string[];
  readonly id?: string;
  readonly properties?: Properties;
}

/** The error with which a promise rejects. Fails if the error contains a key or a contact's address. */
export async function failure(promise: Promise<unknown>): Promise<Failure> {
  return promise.then(
    () => expect.fail("it did not reject"),
    (error: Failure) => {
      expectNoLeak(JSON.stringify({ ...error, message: error.message }), "an error");
      return error;
    },
  );
}

/** The message of the error with which a promise rejects. */
export async function rejection(promise: Promise<unknown>): Promise<string> {
  return (await failure(promise)).message;
}
