import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { withLock } from "../../../tools/engine/lock";
import { rejection } from "../../support/rejection";
import { useScratch } from "../../support/scratch";

describe("withLock", function () {
  const scratch = useScratch(this);
  const tell = () => undefined;

  it("lets one work after the other", async () => {
    const lock = join(scratch(), "lock");
    const events: string[] = [];
    const work = (name: string) => async () => {
      events.push(`${name} starts`);
      await new Promise(setImmediate);
      events.push(`${name} ends`);
    };
    await Promise.all([withLock(lock, tell, work("a")), withLock(lock, tell, work("b"))]);
    expect(events.map((event) => event.slice(2))).to.deep.equal([
      "starts",
      "ends",
      "starts",
      "ends",
    ]);
    expect(await readdir(scratch())).to.deep.equal([]);
  });

  it("tells whom it waits for", async () => {
    const lock = join(scratch(), "lock");
    const told: number[] = [];
    const first = withLock(lock, tell, () =>
      withLock(join(scratch(), "other"), tell, async () => {
        const second = withLock(
          lock,
          (pid) => told.push(pid),
          async () => undefined,
        );
        while (told.length === 0) {
          await new Promise(setImmediate);
        }
        return { second };
      }),
    );
    await (await first).second;
    expect(told).to.deep.equal([process.pid]);
  });

  it("takes over from a process that is gone", async () => {
    const lock = join(scratch(), "lock");
    // No system gives out ids as high as this one.
    await writeFile(lock, "2147483646\n");
    expect(await withLock(lock, tell, async () => "done")).to.equal("done");
  });

  it("gives the lock back when the work fails", async () => {
    const lock = join(scratch(), "lock");
    const failing = withLock(lock, tell, async () => {
      throw new Error("broken");
    });
    expect(await rejection(failing)).to.equal("broken");
    expect(await withLock(lock, tell, async () => "again")).to.equal("again");
  });
});
