import { AsyncLocalStorage } from "node:async_hooks";
import { expect } from "chai";
import { createKeyedLocks, firstTimes, memoize } from "../../provider/plain/async";

describe("memoize, of a function without arguments,", () => {
  it("computes the value on the first call, and returns the same value on later calls", () => {
    let count = 0;
    const value = memoize(() => {
      count += 1;
      return undefined;
    });
    expect(count).to.equal(0);
    expect([value(), value()]).to.deep.equal([undefined, undefined]);
    expect(count).to.equal(1);
  });

  it("computes the value again on the next call after a failure", () => {
    let count = 0;
    const value = memoize(() => {
      count += 1;
      if (count === 1) throw new Error("not yet");
      return count;
    });
    expect(value).to.throw("not yet");
    expect(value()).to.equal(2);
  });
});

describe("firstTimes", () => {
  it("is true only if no earlier call had the same value", () => {
    const isFirst = firstTimes<string | undefined>();
    const given = ["a", "b", "a", undefined, undefined];
    expect(given.map(isFirst)).to.deep.equal([true, true, false, true, false]);
    expect(firstTimes<string>()("a")).to.equal(true);
  });
});

describe("memoize", () => {
  it("computes a value once for each key, and returns the same value to later callers", () => {
    const asked: string[] = [];
    const length = memoize((text: string) => {
      asked.push(text);
      return text.length;
    });
    expect([length("one"), length("three"), length("one")]).to.deep.equal([3, 5, 3]);
    expect(asked).to.deep.equal(["one", "three"]);
  });
});

describe("the locks of createKeyedLocks", () => {
  it("let at most the given number of operations with the same key run at a time", async () => {
    const turns = createKeyedLocks(2);
    const started: string[] = [];
    const step = (name: string) => async () => {
      started.push(name);
      if (name !== "a2") await new Promise(() => {});
    };
    const [, second] = ["a1", "a2", "a3", "a4", "b1"].map((name) =>
      turns(name[0] ?? "", step(name)),
    );
    await Promise.resolve();
    expect(started).to.deep.equal(["a1", "a2", "b1"]);
    await second;
    await Promise.resolve();
    expect(started).to.deep.equal(["a1", "a2", "b1", "a3"]);
  });

  it("run an operation in the async context of its caller, even if it has waited for another one", async () => {
    const context = new AsyncLocalStorage<string>();
    const turns = createKeyedLocks(1);
    const seen = ["first", "second"].map((name) =>
      context.run(name, () => turns("a", async () => context.getStore())),
    );
    expect(await Promise.all(seen)).to.deep.equal(["first", "second"]);
  });
});
