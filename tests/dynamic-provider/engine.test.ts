import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { createCalls, createEngineWatch } from "../../provider/dynamic-provider/engine";
import { unknownValue } from "../../provider/input/plain";
import { rejection } from "../support/rejection";

/** A watch whose engine goes when the test says so. */
function watched() {
  const seen = { isGone: false, looks: 0, ended: 0 };
  const watch = createEngineWatch(
    async () => {
      seen.looks += 1;
      return seen.isGone;
    },
    () => {
      seen.ended += 1;
    },
  );
  return { watch, seen };
}

/** A write whose reply the test gives. */
function held() {
  let reply = () => {};
  const replied = new Promise<string>((resolve) => {
    reply = () => resolve("made");
  });
  return { send: () => replied, reply };
}

const mustNotBeSent = () => expect.fail("a write was sent");

describe("createEngineWatch", () => {
  it("checks the engine before every write", async () => {
    const { watch, seen } = watched();
    const write = () => watch.write(async () => "made");
    expect(await Promise.all([write(), write()])).to.deep.equal(["made", "made"]);
    expect(await write()).to.equal("made");
    expect(seen).to.deep.equal({ isGone: false, looks: 3, ended: 0 });
  });

  it("sends nothing and ends the process if the engine is gone", async () => {
    const { watch, seen } = watched();
    seen.isGone = true;
    expect(await rejection(watch.write(mustNotBeSent))).to.equal(
      "the request was not sent, because the pulumi command that asked for it is no longer running.",
    );
    await turn();
    expect(seen.ended).to.be.greaterThan(0);
  });

  it("lets a write in flight finish, and then ends the process", async () => {
    const { watch, seen } = watched();
    const { send, reply } = held();
    const first = watch.write(send);
    await turn();
    seen.isGone = true;
    await rejection(watch.write(mustNotBeSent));
    await watch.look();
    await turn();
    expect(seen.ended).to.equal(0);
    reply();
    expect(await first).to.equal("made");
    await turn();
    expect(seen.ended).to.equal(1);
  });

  it("ends a process that writes nothing if the engine is gone", async () => {
    const { watch, seen } = watched();
    await watch.look();
    await turn();
    expect(seen.ended).to.equal(0);
    seen.isGone = true;
    await watch.look();
    await turn();
    expect(seen.ended).to.equal(1);
  });

  it("sends no write if another check has found the engine gone meanwhile", async () => {
    const answers = [false, true];
    const watch = createEngineWatch(
      async () => answers.shift() ?? true,
      () => undefined,
    );
    const both = await Promise.allSettled([watch.write(mustNotBeSent), watch.look()]);
    expect(both.map(({ status }) => status)).to.deep.equal(["rejected", "fulfilled"]);
  });
});

describe("createCalls", () => {
  const props = { name: "Spring" };
  const open = { name: unknownValue };

  it("treats a diff before the first check as a refresh, unless it has unknown inputs", () => {
    const calls = createCalls({});
    expect(calls.diff("Campaign", "1", props)).to.deep.equal({ isOfRefresh: true, isKept: false });
    expect(calls.diff("Campaign", "1", open)).to.deep.equal({ isOfRefresh: false, isKept: false });
    calls.check("Sender", false);
    expect(calls.diff("Campaign", "1", props)).to.include({ isOfRefresh: false });
  });

  it("treats only a diff right after a check with old inputs as the program's diff", () => {
    const calls = createCalls({});
    calls.check("Campaign", true);
    expect(calls.diff("Campaign", "1", props)).to.deep.equal({ isOfRefresh: false, isKept: true });
    // What goes with an object that is deleted first.
    expect(calls.diff("Campaign", "2", open)).to.include({ isKept: false });
    calls.check("Campaign", false);
    expect(calls.diff("Campaign", "2", open)).to.include({ isKept: false });
    calls.check("CampaignSchedule", true);
    expect(calls.diff("Campaign", "2", open)).to.include({ isKept: false });
  });

  it("treats a check without old inputs as a replacement of the object in the diff before", () => {
    const calls = createCalls({});
    const compare = (kind: string, id: string) => {
      calls.check(kind, true);
      calls.diff(kind, id, props);
    };
    compare("Campaign", "1");
    expect(calls.check("Campaign", false)).to.equal("1");
    expect(calls.check("Campaign", false)).to.equal(undefined);
    compare("Campaign", "2");
    expect(calls.check("CampaignSchedule", false)).to.equal(undefined);
    compare("Campaign", "3");
    compare("Campaign", "4");
    expect(calls.check("Campaign", false)).to.equal("4");
    compare("Campaign", "5");
    compare("Sender", "6");
    expect(calls.check("Campaign", false)).to.equal(undefined);
  });

  it("reports no object as kept if other calls come in between", () => {
    const own = (calls: ReturnType<typeof createCalls>) => {
      calls.check("Campaign", true);
      return calls.diff("Campaign", "1", props).isKept;
    };
    for (const [PULUMI_PARALLEL_DIFF, isKept] of [
      ["true", false],
      ["1", false],
      ["false", true],
      ["", true],
    ] as const) {
      expect(own(createCalls({ PULUMI_PARALLEL_DIFF })), PULUMI_PARALLEL_DIFF).to.equal(isKept);
    }
    const calls = createCalls({});
    expect(calls.read()).to.equal(true);
    expect(own(calls)).to.equal(true);
    expect(calls.read()).to.equal(false);
    expect(own(calls)).to.equal(false);
  });
});
