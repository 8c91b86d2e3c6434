import { expect } from "chai";
import { createProgress, formatDuration } from "../../../tools/engine/progress";
import { rejection } from "../../support/rejection";
import { recorded } from "../engine-fixture";

describe("createProgress", () => {
  const step = { doing: "Building", expected: "a minute" };

  it("says what starts, how long it should take, and that it is done", async () => {
    const { lines, progress } = recorded();
    expect(await progress.during(step, async () => "result")).to.equal("result");
    expect(lines).to.deep.equal(["Building (a minute) ...", "Building: done in 0.0 s"]);
  });

  it("says that a step failed, and passes its error on", async () => {
    const { lines, progress } = recorded();
    const failing = progress.during(step, async () => {
      throw new Error("broken");
    });
    expect(await rejection(failing)).to.equal("broken");
    expect(lines.at(-1)).to.equal("Building: failed after 0.0 s");
  });

  it("ticks on a terminal, with the latest detail", async () => {
    const overwritten: string[] = [];
    let tick: () => void = () => undefined;
    const ticked = new Promise<void>((resolve) => {
      tick = resolve;
    });
    const overwrite = (text: string) => {
      overwritten.push(text);
      tick();
    };
    const progress = createProgress({ line: () => undefined, overwrite });
    await progress.during(step, async (note) => {
      note("3 packages compiled");
      await ticked;
    });
    expect(overwritten).to.deep.equal(["Building: 1.0 s, 3 packages compiled", ""]);
  });
});

describe("formatDuration", () => {
  it("fits its precision to the length", () => {
    expect([400, 9_949, 12_300, 60_000, 245_000].map(formatDuration)).to.deep.equal([
      "0.4 s",
      "9.9 s",
      "12 s",
      "1 min 0 s",
      "4 min 5 s",
    ]);
  });
});
