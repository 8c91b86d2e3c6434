import type { ClientRequest } from "node:http";

export const switchedProtocol = "SWITCHED_PROTOCOL";

/**
 * Makes a request fail if its connection ends without a response. If no one handles an upgrade, Node.js closes the
 * socket without an error.
 */
export function failWithoutReply(request: ClientRequest): void {
  const fail = (code: string) => request.emit("error", Object.assign(new Error(code), { code }));
  let hasReply = false;
  request.once("response", () => {
    hasReply = true;
  });
  request.once("upgrade", (_response, socket) => {
    socket.destroy();
    fail(switchedProtocol);
  });
  // If the request has already failed, it ignores this second error.
  request.once("close", () => hasReply || fail("ECONNRESET"));
}

/**
 * Runs `act` with a time limit, and fails with `ETIMEDOUT` when the limit is reached, like the operating system. A
 * plain timer keeps the process alive until then. With `AbortSignal.timeout`, a process that waits for a dead
 * connection would end silently.
 */
export async function withTimeout<Value>(
  limitMs: number,
  act: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const ending = new AbortController();
  const late = Object.assign(new Error("The time limit was reached."), { code: "ETIMEDOUT" });
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_resolve, reject) => {
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
