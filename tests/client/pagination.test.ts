import { expect } from "chai";
import { senders } from "../../provider/api/collections";
import {
  type FetchPage,
  type Page,
  type ReadOptions,
  readAll,
} from "../../provider/client/pagination";
import { clientOf, noLimit } from "../support/client";
import { createSkippingClock } from "../support/clock";
import { rejection } from "../support/rejection";
import { json, useServers } from "../support/server";

interface Row {
  readonly id: string;
}

const rowsFrom = (first: number, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${first + index}` }));
const all = rowsFrom(0, 259);
const reversed = all.slice(0, 258).toReversed();
const page = (n: number, rows: readonly Row[] = all, size = 100) =>
  rows.slice((n - 1) * size, n * size);

/** The response of a search to a request for a page. `time` is 1 for the first request for this page. */
type PageResponse = (page: number, time: number) => Page<Row>;

/** Reads a search. Returns the result and the numbers of the requested pages. */
async function read(response: PageResponse, options?: ReadOptions) {
  const asked: number[] = [];
  const fetchPage: FetchPage<Row> = async (number, limit) => {
    expect(limit).to.equal(100);
    asked.push(number);
    return response(number, asked.filter((one) => one === number).length);
  };
  const found = await readAll(fetchPage, options);
  return { ...found, asked };
}

/** A description of each search, its response, and the expected rows (of the total if incomplete) and requests. */
const searches: readonly (readonly [string, PageResponse, string])[] = [
  ["states the total", (n) => ({ rows: page(n), total: 259 }), "259 in 3"],
  ["has only full pages", (n) => ({ rows: page(n, all.slice(0, 200)), total: 200 }), "200 in 2"],
  ["returns no row", () => ({ rows: [], total: 0 }), "0 in 1"],
  ["states no total", (n) => ({ rows: page(n) }), "259 in 4"],
  ["states no total and has pages of 50", (n) => ({ rows: page(n, all, 50) }), "259 in 7"],
  ["has pages of 50", (n) => ({ rows: page(n, all, 50), total: 259 }), "259 in 6"],
  ["states a total of 0", (n) => ({ rows: page(n), total: 0 }), "259 in 4"],
  [
    "states the number of rows on the page as the total",
    (n) => ({ rows: page(n), total: page(n).length }),
    "259 in 4",
  ],
  [
    "states a total only on page 1",
    (n) => ({ rows: page(n), ...(n === 1 && { total: 259 }) }),
    "259 in 3",
  ],
  ["always states a total that is 10 too high", (n) => ({ rows: page(n), total: 269 }), "259 in 8"],
  [
    "states a total of a million",
    (n) => ({ rows: page(n), total: 1_000_000 }),
    "259 of 1000000 in 22",
  ],
  [
    "states a total that grows by one on each page",
    (n) => ({ rows: page(n), total: 258 + n }),
    "259 of 262 in 8",
  ],
  [
    "loses a row between two pages",
    (n, time) => ({
      rows: page(n, all.slice(n + time > 2 ? 1 : 0)),
      total: n + time > 2 ? 258 : 259,
    }),
    "258 in 7",
  ],
  [
    "gets a new row between two pages",
    (n) => ({ rows: page(n, [...all, { id: "new" }]), total: n === 1 ? 259 : 260 }),
    "260 in 3",
  ],
  [
    "returns an empty second page only once",
    (n, time) => ({ rows: n === 2 && time === 1 ? [] : page(n), total: 259 }),
    "259 in 6",
  ],
  [
    "always returns an empty second page",
    (n) => ({ rows: n === 2 ? [] : page(n), total: 259 }),
    "100 of 259 in 6",
  ],
  ["returns only empty pages", () => ({ rows: [], total: 259 }), "0 of 259 in 2"],
  ["returns page 1 for every page", () => ({ rows: page(1), total: 259 }), "100 of 259 in 6"],
  ["returns page 1 for every page without a total", () => ({ rows: page(1) }), "100 in 2"],
  [
    "returns the last page for every later page",
    (n) => ({ rows: page(Math.min(n, 3)) }),
    "259 in 4",
  ],
  [
    "omits a different row in each reading",
    (n, time) => ({ rows: page(n).filter((_, index) => index !== time), total: 259 }),
    "256 of 259 in 8",
  ],
  [
    "omits the same row in both readings, the second in reverse order",
    (n, time) => ({ rows: page(n, time === 1 ? page(1, all, 258) : reversed), total: 259 }),
    "258 of 259 in 8",
  ],
  [
    "always returns a row on two pages and omits another",
    (n) => ({ rows: page(n, all.with(100, { id: "r99" })), total: 259 }),
    "258 of 259 in 8",
  ],
  [
    "always states a total that is 10 too high, and returns the last page for every later page",
    (n) => ({ rows: page(Math.min(n, 3)), total: 269 }),
    "259 in 8",
  ],
  [
    "returns a row on two pages",
    (n) => ({ rows: all.slice((n - 1) * 99, (n - 1) * 99 + 100), total: 259 }),
    "259 in 3",
  ],
];

describe("reading all pages of a search", function () {
  const serve = useServers(this);

  for (const [what, response, expected] of searches) {
    const rows = expected.replace(" in ", " rows in ");
    const found = `${rows} ${expected.endsWith(" 1") ? "request" : "requests"}`;
    const result = found.includes(" of ")
      ? `reports an incomplete result (${found})`
      : `finds ${found}`;
    it(`${result} if the search ${what}`, async () => {
      const { rows, shortfall, asked } = await read(response);
      expect(new Set(rows.map(({ id }) => id)).size).to.equal(rows.length);
      if (shortfall) expect(shortfall.rows).to.equal(rows.length);
      const of = shortfall ? ` of ${shortfall.total}` : "";
      expect(`${rows.length}${of} in ${asked.length}`).to.equal(expected);
    });
  }

  for (const [most, total, pages] of [
    [100, 259, [1]],
    [100, undefined, [1, 2]],
    [150, 259, [1, 2]],
    [300, 259, [1, 2, 3]],
  ] as const) {
    it(`requests only ${pages.length === 1 ? "page" : "pages"} ${pages.join(", ")} if the caller wants at most ${most} of ${total ?? "an unknown number of"} rows`, async () => {
      const { asked, shortfall } = await read(
        (n) => ({ rows: page(n), ...(total !== undefined && { total }) }),
        { most },
      );
      expect([asked, shortfall]).to.deep.equal([pages, undefined]);
    });
  }

  it("requests up to eight pages at the same time once the total is known", async () => {
    const asked: number[] = [];
    const answers: (() => void)[] = [];
    const many = rowsFrom(0, 1000);
    const reading = readAll<Row>((n) => {
      asked.push(n);
      return new Promise((resolve) => {
        answers.push(() => resolve({ rows: page(n, many), total: 1000 }));
      });
    });
    const answer = async () => {
      answers.shift()?.();
      await new Promise(setImmediate);
      return [...asked];
    };
    expect(asked).to.deep.equal([1]);
    expect(await answer()).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await answer()).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    while (answers.length > 0) await answer();
    expect((await reading).rows).to.deep.equal(many);
  });

  it("fails with the request's error if the request for a page fails", async () => {
    const reading = read((n) => {
      if (n === 3) throw new Error("page 3 failed");
      return { rows: page(n), total: 259 };
    });
    expect(await rejection(reading)).to.equal("page 3 failed");
  });

  it("fails at the deadline of the whole search if the service never stops returning new rows", async () => {
    const clock = createSkippingClock();
    const server = await serve((response, index) => {
      clock.skip(30_000);
      const data = rowsFrom(index * 100, 100).map(({ id }) => ({ id, sender_email: `${id}@a.b` }));
      json(response, { count: (index + 2) * 100, data });
    });
    const client = clientOf(server.url, { clock, rateLimiter: noLimit, deadlineMs: 100_000 });
    expect(await rejection(senders.read(client, {}))).to.equal(
      `the request to ${server.url} was not completed within the deadline of 100 s (POST /senders/search). ` +
        "Try again later, or raise emailmarketing:deadlineSeconds.",
    );
    expect(server.received).to.have.length(4);
  });
});
