import { expect } from "chai";
import type { Properties } from "../../provider/plain/value";
import { expectNoLeak } from "./canary";

/** An error, with what one of the package says of a call, and what the engine keeps beside it where a step has failed. */
export interface Failure extends Error {
  readonly code?: unknown;
  readonly sent?: string;
  readonly details?: readonly string[];
  readonly id?: string;
  readonly properties?: Properties;
}

/** The error that a promise rejects with, in which no key and no contact may stand. */
export async function failure(promise: Promise<unknown>): Promise<Failure> {
  return promise.then(
    () => expect.fail("it did not reject"),
    (error: Failure) => {
      expectNoLeak(JSON.stringify({ ...error, message: error.message }), "an error");
      return error;
    },
  );
}

/** The message of that error. */
export async function rejection(promise: Promise<unknown>): Promise<string> {
  return (await failure(promise)).message;
}
