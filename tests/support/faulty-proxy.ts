import { createServer } from "node:http";
import { createServer as createNetServer, type Server, type Socket } from "node:net";
import type { Suite } from "mocha";
import { handOn, listening } from "./server";

/** What a server does with a socket in place of a response. */
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

/** A server in front of the service, which forwards the requests that it doesn't break. */
export interface FaultyProxy {
  readonly url: string;
  /** How it treats a request from now on; undefined forwards it. */
  treat(treatment: (route: string) => Break | undefined): void;
}

/** Servers of a suite that break: each lives as long as the suite. */
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
    /** A server that treats each socket so; gives its port. */
    startBroken: async (act: Break) => (await started(createNetServer(act))).port,
    async startFaultyProxy(service: string): Promise<FaultyProxy> {
      let treatment: Parameters<FaultyProxy["treat"]>[0] = () => undefined;
      const server = createServer((asked, response) => {
        const act = treatment(`${asked.method} ${asked.url}`);
        // Once it has the whole request, as a service that has carried it out.
        if (act) return void asked.resume().on("end", () => act(asked.socket));
        handOn(asked, response, service);
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
