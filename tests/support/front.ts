import { createServer, request } from "node:http";
import {
  type AddressInfo,
  createServer as createNetServer,
  type Server as NetServer,
  type Socket,
} from "node:net";
import type { Suite } from "mocha";

/** What a server does with a socket in place of a reply. */
export type Break = (socket: Socket) => unknown;

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n";

/** Replies that are none, by what they are. */
export const breaks: Readonly<Record<string, Break>> = {
  "another protocol": (socket) =>
    socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n",
    ),
  "hints and silence": (socket) => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"),
  "an end after the head": (socket) => socket.end(head),
  "half a reply": (socket) => socket.write(`${head}{"data":[`),
  "a reset": (socket) => socket.resetAndDestroy(),
};

/** A server in front of the service, which hands on what it doesn't break. */
export interface Front {
  readonly url: string;
  /** How it treats a request from now on; undefined hands it on. */
  treat(treatment: (route: string) => Break | undefined): void;
}

/** Servers of a suite that break: each lives as long as the suite. */
export function useBreakingServers(suite: Suite) {
  const closing: (() => void)[] = [];
  suite.afterAll("ends the servers", () => {
    for (const close of closing) close();
  });

  async function portOf(server: NetServer): Promise<number> {
    const sockets = new Set<Socket>();
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return (server.address() as AddressInfo).port;
  }

  return {
    /** A server that treats each socket so; gives its port. */
    startBroken: (act: Break) => portOf(createNetServer(act)),
    async startFront(service: string): Promise<Front> {
      let treatment: Parameters<Front["treat"]>[0] = () => undefined;
      const server = createServer((asked, response) => {
        const { method = "", url = "", headers } = asked;
        const act = treatment(`${method} ${url}`);
        // Once it has the whole request, as a service that has carried it out.
        if (act) return void asked.resume().on("end", () => act(asked.socket));
        const handedOn = request(new URL(url, service), { method, headers }, (reply) => {
          response.writeHead(reply.statusCode ?? 0, reply.headers);
          reply.pipe(response);
        });
        return void asked.pipe(handedOn);
      });
      return {
        url: `http://127.0.0.1:${await portOf(server)}${new URL(service).pathname}`,
        treat(next) {
          treatment = next;
        },
      };
    },
  };
}
