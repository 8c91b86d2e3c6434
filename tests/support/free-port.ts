import { createServer } from "node:net";
import { listening } from "./server";

/** A port without a listener, for programs that can't choose a port themselves. */
export async function freePort(): Promise<number> {
  const { port, close } = await listening(createServer());
  await close();
  return port;
}

/** A port without a listener that is never given to another test. A free port may soon belong to another test. */
export const closedPort = 1;
