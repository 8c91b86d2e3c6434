import { readdir } from "node:fs/promises";
import { expect } from "chai";
import { installOfficially } from "../../../tools/engine/installer";
import { recorded } from "../../support/engine-fixture";
import { useScratch } from "../../support/scratch";

describe("installOfficially", function () {
  const scratch = useScratch(this);
  it("gives up without a connection, says why, and leaves nothing behind", async () => {
    const { lines, progress } = recorded();
    const limits = { connectMs: 1, totalMs: 60_000 };
    expect(await installOfficially(scratch(), progress, limits)).to.equal(undefined);
    expect(lines.at(-1)).to.equal("The installer did not work here: no connection within 0.001 s");
    expect(await readdir(scratch())).to.deep.equal([]);
  });

  it("gives up when it takes too long in all", async () => {
    const { lines, progress } = recorded();
    const limits = { connectMs: 60_000, totalMs: 1 };
    expect(await installOfficially(scratch(), progress, limits)).to.equal(undefined);
    expect(lines.at(-1)).to.equal("The installer did not work here: not done within 0.001 s");
  });
});
