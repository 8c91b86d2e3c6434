import { createServer } from "node:http";
import type { Suite } from "mocha";
import { handOn, type Listening, listening } from "./server";

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
  let server: Listening | undefined;
  const service: DatedService = {
    get baseUrl() {
      return `${server?.origin}${new URL(emulator().baseUrl).pathname}`;
    },
    date: () => undefined,
    headers: {},
  };
  suite.beforeAll("starts what dates the replies", async () => {
    const started = createServer((asked, response) => {
      response.sendDate = false;
      handOn(asked, response, emulator().baseUrl, ({ date: _, ...rest }) => {
        const ms = service.date();
        const date = ms === undefined ? {} : { date: new Date(ms).toUTCString() };
        return { ...rest, ...date, ...service.headers };
      });
    });
    server = await listening(started);
  });
  suite.afterAll("stops it", () => server?.close());
  return service;
}
