import { expect } from "chai";
import { senders } from "../../provider/api/sender";
import type { FetchPage } from "../../provider/client/pages";
import { type ReaderOptions, readAll } from "../../provider/client/reader";
import { clientOf, noPace } from "../support/client";
import { rejection } from "../support/rejection";
import { json, useServers } from "../support/server";

interface Row {
  readonly id: string;
}

const rowsFrom = (first: number, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${first + index}` }));

const all = rowsFrom(0, 260);

/** What a search replies to one request for a page. */
interface Told {
  readonly rows: readonly Row[];
  readonly total?: number;
}

/** Reads a search whose every reply a function makes, from the page and from how often that page was asked for. */
async function read(reply: (page: number, pass: number) => Told, options: ReaderOptions<Row> = {}) {
  const asked: number[] = [];
  const fetchPage: FetchPage<Row> = async (page) => {
    asked.push(page);
    return reply(page, asked.filter((one) => one === page).length);
  };
  return { ...(await readAll(fetchPage, options)), asked };
}

const pageOf = (rows: readonly Row[], page: number) => rows.slice((page - 1) * 100, page * 100);

describe("a search", function () {
  const serve = useServers(this);

  it("that is whole is read once", async () => {
    const { rows, shortfall, asked } = await read((page) => ({
      rows: pageOf(all, page),
      total: 260,
    }));
    expect(rows).to.deep.equal(all);
    expect(shortfall).to.equal(undefined);
    expect(asked).to.deep.equal([1, 2, 3]);
  });

  for (const empty of [1, 2, 3]) {
    it(`whose page ${empty} of 3 is empty is read anew once, and is whole then`, async () => {
      const { rows, shortfall } = await read((page, pass) => ({
        rows: page === empty && pass === 1 ? [] : pageOf(all, page),
        total: 260,
      }));
      expect(rows).to.have.deep.members(all);
      expect(shortfall).to.equal(undefined);
    });

    it(`whose page ${empty} of 3 stays empty is incomplete`, async () => {
      const { rows, shortfall } = await read((page) => ({
        rows: page === empty ? [] : pageOf(all, page),
        total: 260,
      }));
      const left = empty === 3 ? 200 : 160;
      expect(rows).to.have.length(left);
      expect(shortfall).to.deep.equal({ rows: left, total: 260 });
    });
  }

  it("whose first total is too small is incomplete where a page that the next promises stays empty", async () => {
    const { rows, shortfall } = await read((page) => ({
      rows: page === 1 ? pageOf(all, 1) : [],
      total: page === 1 ? 1 : 260,
    }));
    expect(rows).to.have.length(100);
    expect(shortfall).to.deep.equal({ rows: 100, total: 260 });
  });

  it("whose every page is empty is incomplete", async () => {
    const { rows, shortfall, asked } = await read(() => ({ rows: [], total: 260 }));
    expect(rows).to.deep.equal([]);
    expect(shortfall).to.deep.equal({ rows: 0, total: 260 });
    expect(asked.filter((page) => page === 1)).to.have.length(2);
  });

  it("of which a row is deleted between two pages is read anew and loses no other", async () => {
    const left = all.filter(({ id }) => id !== "r5");
    const { rows, shortfall } = await read((page, pass) => {
      const held = page === 1 && pass === 1 ? all : left;
      return { rows: pageOf(held, page), total: held.length };
    });
    expect(rows).to.deep.equal(left);
    expect(shortfall).to.equal(undefined);
  });

  it("whose total shrinks in the second reading, too, is incomplete, however alike both are", async () => {
    const { shortfall } = await read((page) => ({
      rows: pageOf(all.slice(0, 259), page),
      total: page === 1 ? 260 : 259,
    }));
    expect(shortfall).to.deep.equal({ rows: 259, total: 260 });
  });

  it("whose total grows while it is read is read once", async () => {
    const { rows, shortfall, asked } = await read((page) => ({
      rows: pageOf(all, page),
      total: 259 + page,
    }));
    expect(rows).to.have.length(260);
    expect(shortfall).to.equal(undefined);
    expect(asked.filter((page) => page === 1)).to.have.length(1);
  });

  it("whose total counts otherwise is whole once a second reading is like the first", async () => {
    const { rows, shortfall, asked } = await read((page) => ({
      rows: pageOf(all, page),
      total: 270,
    }));
    expect(rows).to.deep.equal(all);
    expect(shortfall).to.equal(undefined);
    expect(asked).to.deep.equal([1, 2, 3, 4, 1, 2, 3, 4]);
  });

  it("whose two readings lack different rows is whole where both together have as many as the total states", async () => {
    const { rows, shortfall } = await read((page, pass) => ({
      rows: pageOf(all, page).filter((_, index) => index !== pass),
      total: 260,
    }));
    expect(rows).to.have.deep.members(all);
    expect(shortfall).to.equal(undefined);
  });

  it("whose two readings lack different rows is incomplete where both together have fewer than the total states", async () => {
    const { rows, shortfall } = await read((page, pass) => ({
      rows: pageOf(all, page).filter((_, index) => index !== pass),
      total: 261,
    }));
    expect(rows).to.have.deep.members(all);
    expect(shortfall).to.deep.equal({ rows: 254, total: 261 });
  });

  it("that states the rows of each page as the total is no search that shrinks", async () => {
    const { rows, asked } = await read((page) => {
      const onPage = pageOf(all, page);
      return { rows: onPage, total: onPage.length };
    });
    expect(rows).to.deep.equal(all);
    expect(asked).to.deep.equal([1, 2, 3]);
  });

  it("ends at two pages without a new row, however much its total promises", async () => {
    const { shortfall, asked } = await read(
      (page) => ({ rows: pageOf(all, page), total: 1_000_000 }),
      { isAhead: false },
    );
    expect(asked).to.deep.equal([1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
    expect(shortfall).to.deep.equal({ rows: 260, total: 1_000_000 });
  });

  it("for a text is incomplete where the total counts all objects: nothing shows what it counts", async () => {
    const { rows, shortfall, asked } = await read((page) => ({
      rows: page === 1 ? rowsFrom(0, 3) : [],
      total: 260,
    }));
    expect(rows).to.have.length(3);
    expect(shortfall).to.deep.equal({ rows: 3, total: 260 });
    expect(asked).to.deep.equal([1, 2, 3, 1, 2, 3]);
  });

  it("reads on where its pages may be no larger", async () => {
    const found = rowsFrom(0, 120);
    const { rows } = await read((page) => ({
      rows: found.slice((page - 1) * 50, page * 50),
      total: 120,
    }));
    expect(rows).to.deep.equal(found);
  });

  it("that brings new rows for ever ends by the deadline of the whole", async () => {
    const server = await serve((response, index) => {
      const data = rowsFrom(index * 100, 100).map(({ id }) => ({ id, sender_email: `${id}@a.b` }));
      json(response, { count: (index + 2) * 100, data });
    });
    const startedAt = performance.now();
    const client = clientOf(server.url, { pace: noPace, deadlineMs: 300 });
    expect(await rejection(senders.read(client, {}))).to.equal(
      "the search did not end within the deadline of 0.3 s (POST /senders/search). " +
        "Try again later, or raise emailmarketing:deadlineSeconds.",
    );
    expect(performance.now() - startedAt).to.be.within(299, 2000);
    expect(server.received.length).to.be.greaterThan(2);
  });
});
