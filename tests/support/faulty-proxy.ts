import { createServer } from "node:http";
import { createServer as createNetServer, type Server, type Socket } from "node:net";
import type { Suite } from "mocha";
import { forwardRequest, listening } from "./server";

/** An action on a socket in place of a response. */
export type Break = (socket: Socket) => unknown;

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n";

/** Actions of a faulty server, by description. */
export const breaks: Readonly<Record<string, Break>> = {
  "switches to another protocol": (socket) =>
    socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n",
    ),
  "sends only early hints (status 103)": (socket) =>
    socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"),
  "sends only the headers of a response": (socket) => socket.end(head),
  "sends half a response": (socket) => socket.write(`${head}{"data":[`),
  "resets the connection": (socket) => socket.resetAndDestroy(),
};

/** A proxy of the service, which forwards all requests except those that it breaks. */
export interface FaultyProxy {
  readonly url: string;
  /** Sets how the proxy breaks the next requests. It forwards a request if `treatment` returns undefined. */
  treat(treatment: (route: string) => Break | undefined): void;
}

/** Starts faulty servers for a suite, and stops them when the suite ends. */
export function useFaultyServers(suite: Suite) {
  const closing: (() => Promise<void>)[] = [];
  suite.afterAll("ends the servers", async () => {
    await Promise.all(closing.map((close) => close()));
  });

  async function started(server: Server) {
    const { port, origin, close } = await listening(server);
    closing.push(close);
    return { port, origin };
  }

  return {
    /** Starts a server that does this with each socket. Returns the server's port. */
    startBroken: async (act: Break) => (await started(createNetServer(act))).port,
    async startFaultyProxy(service: string): Promise<FaultyProxy> {
      let treatment: Parameters<FaultyProxy["treat"]>[0] = () => undefined;
      const server = createServer((asked, response) => {
        const act = treatment(`${asked.method} ${asked.url}`);
        // Break the connection only after the whole request has arrived, as if the service had carried it out.
        if (act) return void asked.resume().on("end", () => act(asked.socket));
        forwardRequest(asked, response, service);
      });
      return {
        url: `${(await started(server)).origin}${new URL(service).pathname}`,
        treat(next) {
          treatment = next;
        },
      };
    },
  };
}
