import { expect } from "chai";
import { currentRun } from "../../provider/program/program";
import { within } from "./inline-run";

describe("the object of the current run", () => {
  it("is shared by all calls within one run, but not with another run or with calls outside of runs", async () => {
    const two = () => [currentRun(), currentRun()];
    const [first, again] = await within(two);
    const [second] = await within(two);
    const [none, noneAgain] = two();
    expect(first).to.equal(again);
    expect(first).to.not.equal(second);
    expect(none).to.equal(noneAgain);
    expect(none).to.not.equal(first);
  });
});
