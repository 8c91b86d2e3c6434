import { createServer } from "node:http";
import type { Suite } from "mocha";
import { handOn, type Listening, listening } from "./server";

/** In front of an emulator: its responses with another `Date`, or without one. The emulator's own is the machine's. */
export interface DatedService {
  readonly baseUrl: string;
  /** What the responses say from now on, in milliseconds; undefined: they have no date. */
  date: () => number | undefined;
  /** How the date is written, the form of today by default. */
  form: (date: Date) => string;
  /** More headers of the responses. */
  headers: Readonly<Record<string, string>>;
}

export const currentForm = (date: Date) => date.toUTCString();

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The two older forms of a date in HTTP, by their names. */
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

/** Stands in front of the emulator of a suite. */
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
      handOn(asked, response, emulator().baseUrl, ({ date: _, ...rest }) => {
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
