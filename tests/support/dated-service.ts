import { createServer } from "node:http";
import type { Suite } from "mocha";
import { forwardRequest, type Listening, listening } from "./server";

/** A proxy of an emulator, whose responses have another `Date` or none. The emulator sends this machine's time. */
export interface DatedService {
  readonly baseUrl: string;
  /** The time for the header `Date` of the next responses, in milliseconds. Undefined to omit the header. */
  date: () => number | undefined;
  /** Formats the date. By default in the current format of HTTP. */
  form: (date: Date) => string;
  /** Additional headers of the responses. */
  headers: Readonly<Record<string, string>>;
}

export const currentForm = (date: Date) => date.toUTCString();

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The two obsolete formats of dates in HTTP, by name. */
export const olderForms: Readonly<Record<string, (date: Date) => string>> = {
  "RFC 850"(date) {
    const [, day, month, year, time] = date.toUTCString().split(" ");
    return `${weekdays[date.getUTCDay()]}, ${day}-${month}-${year?.slice(2)} ${time} GMT`;
  },
  asctime(date) {
    const [weekday, day = "", month, year, time] = date.toUTCString().replace(",", "").split(" ");
    return `${weekday} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`;
  },
};

/** Starts the proxy for a suite. */
export function useDatedService(suite: Suite, emulator: () => { baseUrl: string }): DatedService {
  let server: Listening | undefined;
  const service: DatedService = {
    get baseUrl() {
      return `${server?.origin}${new URL(emulator().baseUrl).pathname}`;
    },
    date: () => undefined,
    form: currentForm,
    headers: {},
  };
  suite.beforeAll("starts what dates the replies", async () => {
    const started = createServer((asked, response) => {
      response.sendDate = false;
      forwardRequest(asked, response, emulator().baseUrl, ({ date: _, ...rest }) => {
        const ms = service.date();
        const date = ms === undefined ? {} : { date: service.form(new Date(ms)) };
        return { ...rest, ...date, ...service.headers };
      });
    });
    server = await listening(started);
  });
  suite.afterAll("stops it", () => server?.close());
  return service;
}
