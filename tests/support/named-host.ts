import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Emulator } from "email-marketing-emulator";
import type { Suite } from "mocha";
import { createCertificate } from "../client/tls";
import { scratchFolder } from "./stack/files";

/**
 * Makes an emulator reachable under these host names by TLS, like a real service and not like this machine. Returns
 * environment variables with which a program reaches the hosts through a proxy.
 */
export function useNamedHosts(
  suite: Suite,
  emulator: () => Emulator,
  hosts: readonly string[],
): () => Record<string, string> {
  let env: Record<string, string> | undefined;
  const sockets = new Set<Socket>();
  const proxy = createServer();
  suite.beforeAll("gives the service its hosts", async () => {
    const { authorityFile, ...certificate } = await createCertificate(await scratchFolder(), hosts);
    const service = createTlsServer(certificate, (socket) => {
      const behind = connect(Number(new URL(emulator().baseUrl).port), "127.0.0.1");
      sockets.add(behind);
      behind.on("error", () => socket.destroy());
      socket.on("error", () => behind.destroy());
      socket.pipe(behind).pipe(socket);
    });
    proxy.on("connect", (_request, client: Socket) => {
      sockets.add(client);
      client.on("error", () => undefined);
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      service.emit("connection", client);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    env = {
      HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      NO_PROXY: "127.0.0.1,localhost",
      NODE_EXTRA_CA_CERTS: authorityFile,
    };
  });
  suite.afterAll("takes the hosts away", () => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return () => {
    if (!env) throw new Error("the hosts are not there yet");
    return env;
  };
}
