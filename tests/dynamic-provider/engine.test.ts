import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { createEngineWatch } from "../../provider/dynamic-provider/dynamic-provider";
import { rejection } from "../support/rejection";

/** A watch whose engine ends when the test sets `isGone`. */
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

/** A write that gets its response when the test calls `reply`. */
function held() {
  let reply = () => {};
  const replied = new Promise<string>((resolve) => {
    reply = () => resolve("made");
  });
  return { send: () => replied, reply };
}

const mustNotBeSent = () => expect.fail("a write was sent");

describe("the engine watch of a provider process", () => {
  it("checks before every write whether the engine is still running", async () => {
    const { watch, seen } = watched();
    const write = () => watch.write(async () => "made");
    expect(await Promise.all([write(), write()])).to.deep.equal(["made", "made"]);
    expect(await write()).to.equal("made");
    expect(seen).to.deep.equal({ isGone: false, looks: 3, ended: 0 });
  });

  it("refuses a write if the engine has ended", async () => {
    const { watch, seen } = watched();
    seen.isGone = true;
    expect(await rejection(watch.write(mustNotBeSent))).to.equal(
      "the request was not sent, because the pulumi command that asked for it is no longer running.",
    );
    await turn();
    expect(seen.ended).to.be.greaterThan(0);
  });

  it("ends the process only after a running write has finished", async () => {
    const { watch, seen } = watched();
    const { send, reply } = held();
    const first = watch.write(send);
    await turn();
    seen.isGone = true;
    await rejection(watch.write(mustNotBeSent));
    await watch.exitIfEngineEnded();
    await turn();
    expect(seen.ended).to.equal(0);
    reply();
    expect(await first).to.equal("made");
    await turn();
    expect(seen.ended).to.equal(1);
  });

  it("ends an idle process if the engine has ended", async () => {
    const { watch, seen } = watched();
    await watch.exitIfEngineEnded();
    await turn();
    expect(seen.ended).to.equal(0);
    seen.isGone = true;
    await watch.exitIfEngineEnded();
    await turn();
    expect(seen.ended).to.equal(1);
  });

  it("refuses writes and ends the process if the engine is known to be gone, even if its address responds", async () => {
    const { watch, seen } = watched();
    await watch.exitIfEngineEnded(true);
    await turn();
    expect(seen).to.deep.equal({ isGone: false, looks: 0, ended: 1 });
    expect(await rejection(watch.write(mustNotBeSent))).to.match(/no longer running/);
  });

  it("refuses a write if another check has just found that the engine has ended", async () => {
    const answers = [false, true];
    const watch = createEngineWatch(
      async () => answers.shift() ?? true,
      () => undefined,
    );
    const both = await Promise.allSettled([watch.write(mustNotBeSent), watch.exitIfEngineEnded()]);
    expect(both.map(({ status }) => status)).to.deep.equal(["rejected", "fulfilled"]);
  });
});
