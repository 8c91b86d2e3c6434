import { expect } from "chai";
import { createSnapshot } from "../../provider/account/snapshot";
import { EmailMarketingError, type ErrorCode } from "../../provider/errors/error";
import { rejection } from "../support/rejection";
import { createSkippingClock } from "../support/skipping-clock";

interface Row {
  readonly id: string;
  readonly name: string;
}

const row = (n: number): Row => ({ id: `l${n}`, name: `List ${n}` });

/** A snapshot of so many rows, with what was asked: an id, a text or the number of a page. */
function snapshotOf(count: number) {
  const rows = Array.from({ length: count }, (_, n) => row(n));
  const asked: (number | string)[] = [];
  const clock = createSkippingClock();
  const failures = new Map<number, ErrorCode>();
  const snapshot = createSnapshot<Row>({
    of: { words: ["row", "rows"], keyOf: ({ name }) => name },
    deadline: () => clock.now() + 60_000,
    clock,
    notice: () => undefined,
    searchPages: (text) => async () => {
      asked.push(text);
      const found = rows.filter(({ name }) => name.includes(text));
      return { rows: found };
    },
    fetchPage: async (page, limit) => {
      asked.push(page);
      const code = failures.get(page);
      if (code !== undefined) throw new EmailMarketingError(code, "no search");
      return { rows: rows.slice((page - 1) * limit, page * limit), total: rows.length };
    },
    fetchById: async (id) => {
      asked.push(id);
      return rows.find((one) => one.id === id);
    },
  });
  return { snapshot, asked, failures };
}

describe("createSnapshot of a kind that the service reads by id", () => {
  it("reads the first by its id, once for all who want it, found or not", async () => {
    const { snapshot, asked } = snapshotOf(3);
    const find = () => snapshot.byId("l1");
    const found = [...(await Promise.all([find(), find()])), await find()];
    expect(found).to.deep.equal([row(1), row(1), row(1)]);
    expect(asked).to.deep.equal(["l1"]);
    const empty = snapshotOf(0);
    expect(await empty.snapshot.byId("l1")).to.equal(undefined);
    expect(await empty.snapshot.byId("l1")).to.equal(undefined);
    expect(empty.asked).to.deep.equal(["l1"]);
  });

  it("reads everything for the second, once for all who ask", async () => {
    const { snapshot, asked } = snapshotOf(3);
    const found = await Promise.all(["l0", "l1", "l2"].map((id) => snapshot.byId(id)));
    expect(found).to.deep.equal([row(0), row(1), row(2)]);
    expect(asked).to.have.members(["l0", 1]);
  });

  it("asks by its id, once, for what a reading lacks", async () => {
    const { snapshot, asked } = snapshotOf(3);
    await snapshot.byId("l0");
    expect(await snapshot.byId("l9")).to.equal(undefined);
    expect(await snapshot.byId("l9")).to.equal(undefined);
    expect(asked).to.deep.equal(["l0", 1, "l9"]);
  });

  it("reads each by its id when only a few are wanted of very many", async () => {
    const { snapshot, asked } = snapshotOf(5000);
    for (const n of [4000, 17, 2500]) expect(await snapshot.byId(`l${n}`)).to.deep.equal(row(n));
    expect(asked).to.deep.equal(["l4000", 1, "l17", "l2500"]);
  });

  for (const code of ["validation", "not-found", "unexpected-reply", "server"] as const) {
    it(`reads each by its id where the search is refused (${code}), and asks for it once`, async () => {
      const { snapshot, asked, failures } = snapshotOf(3);
      failures.set(1, code);
      await snapshot.byId("l0");
      const found = await Promise.all([snapshot.byId("l1"), snapshot.byId("l2")]);
      expect([...found, await snapshot.byId("l9")]).to.deep.equal([row(1), row(2), undefined]);
      expect(asked).to.deep.equal(["l0", 1, "l1", "l2", "l9"]);
    });
  }

  it("reads by its id what stands behind a page that is refused", async () => {
    const { snapshot, failures } = snapshotOf(250);
    failures.set(2, "validation");
    await snapshot.byId("l0");
    expect(await snapshot.byId("l220")).to.deep.equal(row(220));
  });

  it("reports a failure that is no refusal, and reads anew for the next", async () => {
    const { snapshot, failures } = snapshotOf(3);
    failures.set(1, "rate-limit");
    await snapshot.byId("l0");
    expect(await rejection(snapshot.byId("l1"))).to.equal("no search");
    failures.clear();
    expect(await snapshot.byId("l1")).to.deep.equal(row(1));
  });

  it("never takes a refused search for an account that holds nothing", async () => {
    const { snapshot, failures } = snapshotOf(3);
    failures.set(1, "validation");
    expect(await rejection(snapshot.all())).to.equal("no search");
    expect(await rejection(snapshot.find(() => true))).to.equal("no search");
  });

  it("keeps an id and a name of the same letters apart", async () => {
    const { snapshot } = snapshotOf(3);
    expect(await snapshot.byKey("l1")).to.equal(undefined);
    expect(await snapshot.byId("l1")).to.deep.equal(row(1));
  });
});
