import { expect } from "chai";
import { createSnapshot } from "../../provider/account/snapshot";
import { rejection } from "../support/rejection";
import { createSkippingClock } from "../support/skipping-clock";

interface Row {
  readonly id: string;
  readonly name: string;
}

const size: Row = { id: "p1", name: "Size" };
const colour: Row = { id: "p2", name: "Colour" };
const taste: Row = { id: "p3", name: "Taste" };

/** A snapshot of these rows, which a test may change, with the pages that were read and the texts searched for. */
function snapshotOf(rows: Row[]) {
  const asked: (number | string)[] = [];
  const clock = createSkippingClock();
  const failures: Error[] = [];
  const snapshot = createSnapshot<Row>({
    of: { words: ["row", "rows"], keyOf: ({ name }) => name, isSmall: true },
    deadline: () => clock.now() + 60_000,
    clock,
    notice: () => undefined,
    searchPages: (text) => async () => {
      asked.push(text);
      const found = rows.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
      return { rows: found };
    },
    fetchPage: async (page, limit) => {
      asked.push(page);
      const failure = failures.shift();
      if (failure) throw failure;
      return { rows: rows.slice((page - 1) * limit, page * limit) };
    },
  });
  return { snapshot, asked, failures };
}

describe("createSnapshot of a kind of which an account holds few", () => {
  it("reads everything once for all who ask", async () => {
    const { snapshot, asked } = snapshotOf([size, colour]);
    const both = await Promise.all([snapshot.all(), snapshot.all()]);
    expect(both).to.deep.equal([
      [size, colour],
      [size, colour],
    ]);
    expect(await snapshot.find(({ name }) => name === "Colour")).to.equal(colour);
    expect(await snapshot.find(({ name }) => name === "Taste")).to.equal(undefined);
    expect(asked).to.deep.equal([1]);
  });

  it("tells a failure to those who waited, and reads anew for the next", async () => {
    const { snapshot, asked, failures } = snapshotOf([size]);
    failures.push(new Error("no answer"));
    const waiting = [snapshot.all(), snapshot.all()].map(rejection);
    expect(await Promise.all(waiting)).to.deep.equal(["no answer", "no answer"]);
    expect(await snapshot.all()).to.deep.equal([size]);
    expect(asked).to.deep.equal([1, 1]);
  });

  it("shows what our own writes have made, changed and removed", async () => {
    const { snapshot } = snapshotOf([size, colour]);
    await snapshot.all();
    snapshot.put(taste);
    snapshot.put({ id: "p1", name: "Width" });
    snapshot.drop("p2");
    expect(await snapshot.all()).to.deep.equal([taste, { id: "p1", name: "Width" }]);
  });

  it("shows a write of ours that came before the first read", async () => {
    const { snapshot } = snapshotOf([size]);
    snapshot.put(taste);
    snapshot.drop("p1");
    expect(await snapshot.all()).to.deep.equal([taste]);
  });

  it("asks for no one alone, and reads no page behind the one that shows it", async () => {
    const full = Array.from({ length: 100 }, (_, n) => ({ id: `p${n}`, name: `Name ${n}` }));
    const { snapshot, asked } = snapshotOf(full);
    expect(await snapshot.byId("p7", "Name 7")).to.deep.equal({ id: "p7", name: "Name 7" });
    expect(await snapshot.byKey("NAME 8")).to.deep.equal({ id: "p8", name: "Name 8" });
    expect(asked).to.deep.equal([1]);
  });

  it("gives a known row by its id without a search for it", async () => {
    const { snapshot, asked } = snapshotOf([size, colour]);
    expect(await snapshot.byId("p2", "Colour")).to.equal(colour);
    expect(asked).to.deep.equal([1]);
  });

  it("asked for an id that it lacks by its address, twice before it calls it gone", async () => {
    const rows = [size, colour];
    const { snapshot, asked } = snapshotOf(rows);
    await snapshot.all();
    rows.push({ id: "p4", name: "Taste" }, taste);
    expect(await snapshot.byId("p3", "Taste")).to.equal(taste);
    expect(await snapshot.byId("p9", "Taste")).to.equal(undefined);
    expect(asked).to.deep.equal([1, "Taste", "Taste", "Taste"]);
  });

  it("does not bring back what we removed when a search lags behind", async () => {
    const { snapshot } = snapshotOf([size, colour]);
    snapshot.drop("p2");
    expect(await snapshot.byId("p2", "Colour")).to.equal(undefined);
    expect(await snapshot.ask("Colour")).to.equal(undefined);
  });

  it("asks for one address anew, in whatever case, and takes no part of a text for it", async () => {
    const rows = [{ id: "p5", name: "Size of shoes" }];
    const { snapshot, asked } = snapshotOf(rows);
    await snapshot.all();
    rows.push(size);
    expect(await snapshot.ask("SIZE")).to.equal(size);
    expect(await snapshot.ask("shoe")).to.equal(undefined);
    expect(asked).to.deep.equal([1, "SIZE", "shoe"]);
  });
});
