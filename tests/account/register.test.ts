import { expect } from "chai";
import { createRegister } from "../../provider/account/register";
import { rejection } from "../support/rejection";

interface Row {
  readonly id: string;
  readonly name: string;
}

const size: Row = { id: "p1", name: "Size" };
const colour: Row = { id: "p2", name: "Colour" };
const taste: Row = { id: "p3", name: "Taste" };

/** A register over these rows, which a test may change, with the texts that were searched for. */
function registerOf(rows: Row[]) {
  const searches: (string | undefined)[] = [];
  const failures: Error[] = [];
  const register = createRegister<Row>({
    search: async (text) => {
      searches.push(text);
      const failure = failures.shift();
      if (failure) throw failure;
      const part = (text ?? "").toLowerCase();
      return rows.filter(({ name }) => name.toLowerCase().includes(part));
    },
    addressOf: ({ name }) => name,
  });
  return { register, searches, failures };
}

describe("createRegister", () => {
  it("reads everything once for all who ask", async () => {
    const { register, searches } = registerOf([size, colour]);
    const both = await Promise.all([register.all(), register.all()]);
    expect(both).to.deep.equal([
      [size, colour],
      [size, colour],
    ]);
    expect(await register.find(({ name }) => name === "Colour")).to.equal(colour);
    expect(await register.find(({ name }) => name === "Taste")).to.equal(undefined);
    expect(searches).to.deep.equal([undefined]);
  });

  it("tells a failure to those who waited, and reads anew for the next", async () => {
    const { register, searches, failures } = registerOf([size]);
    failures.push(new Error("no answer"));
    const waiting = [register.all(), register.all()].map(rejection);
    expect(await Promise.all(waiting)).to.deep.equal(["no answer", "no answer"]);
    expect(await register.all()).to.deep.equal([size]);
    expect(searches).to.deep.equal([undefined, undefined]);
  });

  it("shows what our own writes have made, changed and removed", async () => {
    const { register } = registerOf([size, colour]);
    await register.all();
    register.put(taste);
    register.put({ id: "p1", name: "Width" });
    register.drop("p2");
    expect(await register.all()).to.deep.equal([taste, { id: "p1", name: "Width" }]);
  });

  it("shows a write of ours that came before the first read", async () => {
    const { register } = registerOf([size]);
    register.put(taste);
    register.drop("p1");
    expect(await register.all()).to.deep.equal([taste]);
  });

  it("gives a known row by its id without a search for it", async () => {
    const { register, searches } = registerOf([size, colour]);
    expect(await register.byId("p2", "Colour")).to.equal(colour);
    expect(searches).to.deep.equal([undefined]);
  });

  it("searches for an id that it lacks by its address, before it calls it gone", async () => {
    const rows = [size, colour];
    const { register, searches } = registerOf(rows);
    await register.all();
    rows.push({ id: "p4", name: "Taste" }, taste);
    expect(await register.byId("p3", "Taste")).to.equal(taste);
    expect(await register.byId("p9", "Taste")).to.equal(undefined);
    expect(searches).to.deep.equal([undefined, "Taste", "Taste"]);
  });

  it("does not bring back what we removed when a search lags behind", async () => {
    const { register } = registerOf([size, colour]);
    register.drop("p2");
    expect(await register.byId("p2", "Colour")).to.equal(undefined);
    expect(await register.ask("Colour")).to.equal(undefined);
  });

  it("asks for one address anew, in whatever case, and takes no part of a text for it", async () => {
    const rows = [{ id: "p5", name: "Size of shoes" }];
    const { register, searches } = registerOf(rows);
    await register.all();
    rows.push(size);
    expect(await register.ask("SIZE")).to.equal(size);
    expect(await register.ask("shoe")).to.equal(undefined);
    expect(searches).to.deep.equal([undefined, "SIZE", "shoe"]);
  });
});
