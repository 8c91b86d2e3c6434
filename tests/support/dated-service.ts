import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Suite } from "mocha";

/** In front of an emulator: its replies with another `Date`, or without one. The emulator's own is the machine's. */
export interface DatedService {
  readonly baseUrl: string;
  /** What the replies say from now on, in milliseconds; undefined: they have no date. */
  date: () => number | undefined;
  /** More headers of the replies. */
  headers: Readonly<Record<string, string>>;
}

/** Stands in front of the emulator of a suite. */
export function useDatedService(suite: Suite, emulator: () => { baseUrl: string }): DatedService {
  let server: Server | undefined;
  let baseUrl = "";
  const service: DatedService = {
    get baseUrl() {
      return baseUrl;
    },
    date: () => undefined,
    headers: {},
  };
  suite.beforeAll("starts what dates the replies", async () => {
    const { origin, pathname } = new URL(emulator().baseUrl);
    const started = createServer((asked, reply) => {
      const { method, headers } = asked;
      const forwarded = request(origin + asked.url, { method, headers }, (answer) => {
        const { date: _, ...rest } = answer.headers;
        const ms = service.date();
        reply.sendDate = false;
        const date = ms === undefined ? {} : { date: new Date(ms).toUTCString() };
        reply.writeHead(answer.statusCode ?? 0, { ...rest, ...date, ...service.headers });
        answer.pipe(reply);
      });
      forwarded.on("error", () => asked.socket.destroy());
      asked.pipe(forwarded);
    });
    server = started;
    await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
    baseUrl = `http://127.0.0.1:${(started.address() as AddressInfo).port}${pathname}`;
  });
  suite.afterAll("stops it", () => {
    server?.closeAllConnections();
    server?.close();
  });
  return service;
}
