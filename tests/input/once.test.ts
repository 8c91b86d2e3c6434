import { expect } from "chai";
import { createTurns, once, oncePer } from "../../provider/input/once";

describe("once", () => {
  it("computes nothing before it is asked, and the same value for all who ask", () => {
    let count = 0;
    const value = once(() => {
      count += 1;
      return undefined;
    });
    expect(count).to.equal(0);
    expect([value(), value()]).to.deep.equal([undefined, undefined]);
    expect(count).to.equal(1);
  });

  it("computes anew after it has failed", () => {
    let count = 0;
    const value = once(() => {
      count += 1;
      if (count === 1) throw new Error("not yet");
      return count;
    });
    expect(value).to.throw("not yet");
    expect(value()).to.equal(2);
  });
});

describe("oncePer", () => {
  it("computes once for each key", () => {
    const asked: string[] = [];
    const length = oncePer((text: string) => {
      asked.push(text);
      return text.length;
    });
    expect([length("one"), length("three"), length("one")]).to.deep.equal([3, 5, 3]);
    expect(asked).to.deep.equal(["one", "three"]);
  });
});

describe("createTurns", () => {
  it("runs so many steps of a key at a time, in the order of asking", async () => {
    const turns = createTurns(2);
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const step = (name: string) => () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    };
    const all = ["a1", "a2", "a3", "a4", "b1"].map((name) => turns(name.slice(0, 1), step(name)));
    await Promise.resolve();
    expect(started).to.deep.equal(["a1", "a2", "b1"]);
    ends.get("a2")?.();
    await all[1];
    await Promise.resolve();
    expect(started).to.deep.equal(["a1", "a2", "b1", "a3"]);
    for (const name of ["a1", "b1", "a3"]) ends.get(name)?.();
    await Promise.all([all[0], all[2]]);
    await Promise.resolve();
    ends.get("a4")?.();
    await Promise.all(all);
    expect(started).to.deep.equal(["a1", "a2", "b1", "a3", "a4"]);
  });

  it("gives the turn of a step that fails to the next one", async () => {
    const turns = createTurns(1);
    const failing = turns("a", () => Promise.reject(new Error("no")));
    const next = turns("a", () => Promise.resolve("yes"));
    expect(await failing.catch((error: Error) => error.message)).to.equal("no");
    expect(await next).to.equal("yes");
  });
});
