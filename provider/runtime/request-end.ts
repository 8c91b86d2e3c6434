import type { ClientRequest } from "node:http";

/** The code of a request whose server goes on with another protocol (101). */
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
