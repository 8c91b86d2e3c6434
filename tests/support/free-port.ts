import { createServer } from "node:net";
import { listening } from "./server";

/** A port that nobody listens at, for what can't choose one itself. */
export async function freePort(): Promise<number> {
  const { port, close } = await listening(createServer());
  await close();
  return port;
}

/** A port that nobody listens at, and that is never given to anybody: a free one may be another test's soon after. */
export const closedPort = 1;
