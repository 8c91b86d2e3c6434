import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  request as send,
} from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import type { Suite } from "mocha";

/** A request that a test server has received. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The port of the client's socket. Requests over one socket have the same port. */
  readonly port: number | undefined;
}

/** A running server. */
export interface TestServer {
  /** The server's address, with `/v1`. */
  readonly url: string;
  readonly received: Received[];
}

/** Responds to a request. `index` counts the requests from 0. */
export type Answer = (response: ServerResponse, index: number, request: Received) => void;

/** Returns a function that starts a server, which is closed after the test. */
export function useListening(suite: Suite): (server: Server) => Promise<Listening> {
  const started: Listening[] = [];
  suite.afterEach("ends the servers", async () => {
    await Promise.all(started.splice(0).map(({ close }) => close()));
  });
  return async (server) => {
    const one = await listening(server);
    started.push(one);
    return one;
  };
}

/** Returns a function that starts a server with given responses, which is closed after the test. */
export function useServers(suite: Suite): (answer: Answer) => Promise<TestServer> {
  const listen = useListening(suite);
  return async (answer) => {
    const received: Received[] = [];
    const listener: RequestListener = (request, response) => {
      const { method = "", url = "", headers, socket } = request;
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const body = Buffer.concat(parts).toString();
        const one = { method, url, headers, body, port: socket.remotePort };
        answer(response, received.push(one) - 1, one);
      });
    };
    const { origin } = await listen(createServer(listener));
    return { url: `${origin}/v1`, received };
  };
}

/** A server that listens on this machine. */
export interface Listening {
  readonly port: number;
  readonly origin: string;
  /** Closes the server and all its connections. */
  close(): Promise<void>;
}

/** Makes a server listen on a free port. */
export async function listening(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Forwards a request to another server, and sends back its response, with other headers if `headersOf` is given. */
export function forwardRequest(
  asked: IncomingMessage,
  response: ServerResponse,
  address: string,
  headersOf = (headers: IncomingHttpHeaders) => headers,
): void {
  const { method, url = "", headers } = asked;
  const sent = send(new URL(url, address), { method, headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, headersOf(upstream.headers));
    upstream.pipe(response);
  });
  sent.on("error", () => asked.socket.destroy());
  asked.pipe(sent);
}

export function json(
  response: ServerResponse,
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
