import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Emulator } from "email-marketing-emulator";
import type { Suite } from "mocha";
import { createCertificate } from "../client/tls";
import { type Listening, listening } from "./server";
import { scratchFolder } from "./stack/files";

/**
 * Makes an emulator answer as some hosts, as a real service does: over TLS, and not as this machine. Gives the environment
 * in which a program reaches them, which leads through a proxy.
 */
export function useNamedHosts(
  suite: Suite,
  emulator: () => Emulator,
  hosts: readonly string[],
): () => Record<string, string> {
  let env: Record<string, string> | undefined;
  let proxy: Listening | undefined;
  suite.beforeAll("gives the service its hosts", async () => {
    const { authorityFile, ...certificate } = await createCertificate(await scratchFolder(), hosts);
    const service = createTlsServer(certificate, (socket) => {
      const behind = connect(Number(new URL(emulator().baseUrl).port), "127.0.0.1");
      behind.on("error", () => socket.destroy());
      socket.on("error", () => undefined).on("close", () => behind.destroy());
      socket.pipe(behind).pipe(socket);
    });
    const server = createServer().on("connect", (_request, client: Socket) => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      service.emit("connection", client);
    });
    proxy = await listening(server);
    env = {
      HTTPS_PROXY: proxy.origin,
      NO_PROXY: "127.0.0.1,localhost",
      NODE_EXTRA_CA_CERTS: authorityFile,
    };
  });
  suite.afterAll("takes the hosts away", () => proxy?.close());
  return () => {
    if (!env) throw new Error("the hosts are not there yet");
    return env;
  };
}
