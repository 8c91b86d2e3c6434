import { expect } from "chai";
import { createFetcher, type FetchPage } from "../../provider/client/pages";
import { readAll } from "../../provider/client/reader";
import { rejection } from "../support/rejection";

interface Row {
  readonly id: string;
}

function rowsFrom(first: number, count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({ id: `r${first + index}` }));
}

/** A search whose pages have so many rows each, and that states these totals; with the pages that were asked for. */
function search(
  sizes: readonly number[],
  stated: (page: number) => number | undefined = () => undefined,
) {
  const asked: number[] = [];
  const fetchPage: FetchPage<Row> = async (page) => {
    asked.push(page);
    const total = stated(page);
    const before = sizes.slice(0, page - 1).reduce((sum, size) => sum + size, 0);
    const rows = rowsFrom(before, sizes[page - 1] ?? 0);
    return { rows, ...(total === undefined ? {} : { total }) };
  };
  return { fetchPage, asked };
}

/** All rows, with pages fetched ahead or one after the other. */
function reader(isAhead: boolean): (fetchPage: FetchPage<Row>) => Promise<readonly Row[]> {
  return async (fetchPage) => (await readAll(fetchPage, { isAhead })).rows;
}

for (const [name, read] of [
  ["readAll, one page after the other", reader(false)],
  ["readAll, with pages fetched ahead", reader(true)],
] as const) {
  describe(name, () => {
    it("ends at a page that is not full", async () => {
      const { fetchPage, asked } = search([100, 100, 30]);
      expect(await read(fetchPage)).to.deep.equal(rowsFrom(0, 230));
      expect(asked).to.deep.equal([1, 2, 3]);
    });

    it("asks for 100 rows a page", async () => {
      const limits: number[] = [];
      await read(async (_page, limit) => {
        limits.push(limit);
        return { rows: [] };
      });
      expect(limits).to.deep.equal([100]);
    });

    it("ends at an empty page where the total promises rows that never come, twice", async () => {
      const { fetchPage, asked } = search([30], () => 40);
      expect(await read(fetchPage)).to.have.length(30);
      expect(asked).to.deep.equal([1, 2, 1, 2]);
    });

    it("fails a search that gives the same full page for ever", async () => {
      const fetchPage: FetchPage<Row> = async () => ({ rows: rowsFrom(0, 100), total: 100 });
      expect(await rejection(read(fetchPage))).to.equal(
        "page 2 of the search repeats rows of earlier pages, so the search was stopped. Run the command again; if it happens again, ask the service why.",
      );
    });

    it("hands a failure of any page on", async () => {
      const { fetchPage } = search([100, 100, 100, 30], () => 330);
      const failing: FetchPage<Row> = (page, limit) =>
        page === 3 ? Promise.reject(new Error("page 3 failed")) : fetchPage(page, limit);
      expect(await rejection(read(failing))).to.equal("page 3 failed");
    });
  });
}

describe("createFetcher", () => {
  it("fetches eight of the pages that the total promises side by side, once the second is wanted", async () => {
    const asked: number[] = [];
    const answers: (() => void)[] = [];
    const fetchPage = createFetcher<Row>(
      (page) =>
        new Promise((resolve) => {
          asked.push(page);
          answers.push(() => resolve({ rows: rowsFrom(page * 100, 100), total: 2000 }));
        }),
    );
    const first = fetchPage(1);
    answers[0]?.();
    await first;
    expect(asked).to.deep.equal([1]);
    const second = fetchPage(2);
    expect(asked).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    answers[1]?.();
    expect((await second).rows[0]).to.deep.equal({ id: "r200" });
  });

  it("fetches no page beyond the total before it is asked for", async () => {
    const { fetchPage, asked } = search([100, 50], () => 150);
    const next = createFetcher(fetchPage);
    await next(1);
    await next(2);
    expect(asked).to.deep.equal([1, 2]);
    await next(3);
    expect(asked).to.deep.equal([1, 2, 3]);
  });

  it("fetches nothing ahead behind a page that is not full, whatever the total promises", async () => {
    const { fetchPage, asked } = search([100, 30], () => 1_000_000);
    const next = createFetcher(fetchPage);
    await next(1);
    await next(2);
    await next(3);
    await next(4);
    expect(asked).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const short = search([30], () => 1_000_000);
    const nextOfShort = createFetcher(short.fetchPage);
    await nextOfShort(1);
    await nextOfShort(2);
    expect(short.asked).to.deep.equal([1, 2]);
  });

  it("keeps a page that is asked for before its turn, and fetches none ahead of it", async () => {
    const { fetchPage, asked } = search([100, 100, 50], () => 250);
    const next = createFetcher(fetchPage);
    await next(1);
    expect((await next(3)).rows).to.have.length(50);
    expect(asked).to.deep.equal([1, 3]);
    await next(2);
    await next(3);
    expect(asked).to.deep.equal([1, 3, 2]);
  });
});
