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

  it("whose first total is too small is incomplete where a page that the next promises stays empty", async () => {
    const { rows, shortfall } = await read((page) => ({
      rows: page === 1 ? pageOf(all, 1) : [],
      total: page === 1 ? 1 : 260,
    }));
    expect(rows).to.have.length(100);
    expect(shortfall).to.deep.equal({ rows: 100, total: 260 });
  });

  it("whose total shrinks in the second reading, too, is incomplete, however alike both are", async () => {
    const { shortfall } = await read((page) => ({
      rows: pageOf(all.slice(0, 259), page),
      total: page === 1 ? 260 : 259,
    }));
    expect(shortfall).to.deep.equal({ rows: 259, total: 260 });
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
