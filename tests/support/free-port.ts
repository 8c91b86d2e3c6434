import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port without a listener, for programs that can't choose a port themselves. Ports for outgoing connections are
 * excluded, because a connection could take the port before the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      ({ code }: NodeJS.ErrnoException) => {
        if (code === "EADDRINUSE") return false;
        throw new Error(`can't listen on a port of this machine (${code})`);
      },
    );
    server.close();
    if (!isFree) continue;
    await once(server, "close");
    return port;
  }
}

/** A port without a listener that is never given to another test. A free port may soon belong to another test. */
export const closedPort = 1;
