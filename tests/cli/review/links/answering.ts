import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Suite } from "mocha";

/** A request that a server received. */
export interface Asked {
  readonly method: string;
  /** The host and path, with PORT in place of the port. */
  readonly address: string;
  readonly headers: readonly string[];
}

/** A running server, and the requests that it has received. */
export interface Answering {
  readonly port: number;
  readonly asked: Asked[];
}

/** Responds to a request. */
export type Answer = (response: ServerResponse, request: IncomingMessage, port: number) => void;

export const respondWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

/** The host and port on which a server listens, and its certificate for HTTPS. */
export interface Where {
  readonly host?: string;
  readonly port?: number;
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** Returns a function that starts a server for one test. A path without an answer gets a response with status 200. */
export function useAnswering(suite: Suite) {
  const closing: (() => Promise<void>)[] = [];
  suite.afterEach("ends the servers", async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
  });
  return async (
    answers: Readonly<Record<string, Answer>>,
    where: Where = {},
  ): Promise<Answering> => {
    const { host = "127.0.0.1", port: wanted = 0, tls } = where;
    const asked: Asked[] = [];
    const sockets = new Set<Socket>();
    const listener: RequestListener = (request, response) => {
      const { method = "", url = "", headers } = request;
      const { port } = server.address() as AddressInfo;
      const address = `${headers.host ?? ""}${url}`.replace(`:${port}`, ":PORT");
      asked.push({ method, address, headers: Object.keys(headers).sort() });
      const answer = answers[url.split("?", 1)[0] ?? ""];
      if (answer) answer(response, request, port);
      else response.writeHead(200, { "content-type": "text/html" }).end();
    };
    const server = tls ? createTlsServer(tls, listener) : createServer(listener);
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(wanted, host, resolve));
    closing.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    return { port: (server.address() as AddressInfo).port, asked };
  };
}
