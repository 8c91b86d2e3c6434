import type { ClientRequest } from "node:http";

export const switchedProtocol = "SWITCHED_PROTOCOL";

/**
 * Lets a request fail whose connection ends without a reply, however it ends: Node.js closes the socket of an upgrade to which
 * nobody listens, and says nothing of it.
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
  // Where an error has come before, that one counts.
  request.once("close", () => hasReply || fail("ECONNRESET"));
}

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
