import { expectNoLeak } from "./canary";

/** The message of the error that a promise rejects with, in which no key and no contact may stand. */
export async function rejection(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "it did not reject",
    (error: Error) => {
      expectNoLeak(JSON.stringify({ ...error, message: error.message }), "an error");
      return error.message;
    },
  );
}
