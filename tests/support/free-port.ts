import { type AddressInfo, createServer } from "node:net";

/** A port that nobody listens at, for what can't choose one itself. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A port that nobody listens at, and that is never given to anybody: a free one may be another test's soon after. */
export const closedPort = 1;
