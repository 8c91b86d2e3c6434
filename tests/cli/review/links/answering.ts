import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Suite } from "mocha";

/** What a server was asked, in the order of asking. */
export interface Asked {
  readonly method: string;
  /** Host and path, the port as PORT. */
  readonly address: string;
  readonly headers: readonly string[];
}

/** A server that is up. */
export interface Answering {
  readonly port: number;
  readonly asked: Asked[];
}

/** Answers a request for a path. */
export type Answer = (response: ServerResponse, request: IncomingMessage, port: number) => void;

export const respondWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

/** Where a server listens, and how. */
export interface Where {
  readonly host?: string;
  readonly port?: number;
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** Servers of a suite that answer by path, with 200 where there is no answer: each lives as long as the test that starts it. */
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
