/** The message of the error that a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "it did not reject",
    (error: Error) => error.message,
  );
}
