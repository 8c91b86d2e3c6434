/**
 * Does something that ends after so long at the latest, whatever becomes of it: then with `ETIMEDOUT`, as where the system gives
 * up. The process lives until it is done. With `AbortSignal.timeout` it doesn't, and what waits for a connection that is gone
 * would end it in silence.
 */
export async function withinLimit<Value>(
  limitMs: number,
  act: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const ending = new AbortController();
  const late = Object.assign(new Error("The time limit was reached."), { code: "ETIMEDOUT" });
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // First, so that it is this error that counts.
      reject(late);
      ending.abort(late);
    }, limitMs);
  });
  try {
    return await Promise.race([ended, act(ending.signal)]);
  } finally {
    clearTimeout(timer);
  }
}
