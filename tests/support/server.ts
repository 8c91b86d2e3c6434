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

/** A request as a server of the tests saw it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The port that the client's socket came from: equal for requests over one socket. */
  readonly port: number | undefined;
}

/** A server that is up. */
export interface TestServer {
  /** Its address, with `/v1`. */
  readonly url: string;
  readonly received: Received[];
}

/** Answers one request, the `index`th, counted from 0. */
export type Answer = (response: ServerResponse, index: number, request: Received) => void;

/** Lets servers of a suite listen, each as long as the test that starts it. */
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

/** Servers of a suite with given responses. */
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
  /** Ends it, and breaks what is under way. */
  close(): Promise<void>;
}

/** Lets a server listen at a free port. */
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

/** Forwards a request to another server, and its response back, with other headers if need be. */
export function handOn(
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

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
