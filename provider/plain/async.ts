import { AsyncResource } from "node:async_hooks";
import type { ClientRequest } from "node:http";
import type { Limit } from "p-limit";

export function memoize<Value, Key = void>(compute: (key: Key) => Value): (key: Key) => Value {
  const computed = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const known = computed.get(key) ?? { value: compute(key) };
    computed.set(key, known);
    return known.value;
  };
}

/** Returns a function that returns true the first time that it gets a value. */
export function firstTimes<Value>(): (value: Value) => boolean {
  const seen = new Set<Value>();
  return (value) => {
    if (seen.has(value)) return false;
    seen.add(value);
    return true;
  };
}

/** Runs a limited number of steps with the same key at a time. Other steps with this key wait in order. */
export type KeyedLocks = <Value>(key: string, step: () => Promise<Value>) => Promise<Value>;

export function createKeyedLocks(most: number): KeyedLocks {
  // p-limit is loaded at the first call, because most processes never need it.
  const semaphoreOf = memoize((_key: string) =>
    (require("p-limit") as (most: number) => Limit)(most),
  );
  // Bound, because after a wait, p-limit runs a step in the async context of the step before it.
  return (key, step) => semaphoreOf(key)(AsyncResource.bind(step));
}

export const switchedProtocol = "SWITCHED_PROTOCOL";

/** Fails a request that ends without a response. By default, Node.js closes an upgraded socket without an error. */
export function failWithoutResponse(request: ClientRequest): void {
  const fail = (code: string) => request.emit("error", Object.assign(new Error(code), { code }));
  let hasResponse = false;
  request.once("response", () => {
    hasResponse = true;
  });
  request.once("upgrade", (_response, socket) => {
    socket.destroy();
    fail(switchedProtocol);
  });
  // After an error, the request also closes. Its caller ignores the second error.
  request.once("close", () => hasResponse || fail("ECONNRESET"));
}

/** Runs `act` with a time limit, and fails with the code `ETIMEDOUT` at the limit. */
export async function withTimeout<Value>(
  limitMs: number,
  act: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const ending = new AbortController();
  const late = Object.assign(new Error("The time limit was reached."), { code: "ETIMEDOUT" });
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    // A timer keeps the process alive. With `AbortSignal.timeout`, a process that waits for a dead connection would
    // end silently.
    timer = setTimeout(() => {
      // Reject before aborting, so that this error wins over the error of the abort.
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
