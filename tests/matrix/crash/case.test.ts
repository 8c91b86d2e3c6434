import { expect } from "chai";
import { specifiedKinds } from "../../support/specimen";
import { crashes, crashName, drawnOf, extendedCrashes } from "./case";
import { extendedKinds } from "./program";

describe("drawnOf", () => {
  /** What a draw hits, each once. */
  const hitBy = (drawn: ReturnType<typeof drawnOf>) =>
    new Set(
      drawn.flatMap(({ moment: { step, kinds }, ending }) =>
        kinds.map((kind) => `${step} of ${kind}: ${ending}`),
      ),
    );

  for (const seed of [20_783, 20_784, 20_785, 20_786, 20_787]) {
    it(`hits every kind in each of 3 steps by each of 4 endings, by seed ${seed}`, () => {
      expect(hitBy(drawnOf(crashes, seed))).to.have.lengthOf(3 * 4 * specifiedKinds.length);
      expect(hitBy(drawnOf(extendedCrashes, seed))).to.have.lengthOf(3 * 4 * extendedKinds.length);
    });
  }

  it("is the same for the same seed, and another one for another seed", () => {
    const names = (seed: number) => drawnOf(crashes, seed).map(crashName);
    expect(names(20_783)).to.deep.equal(names(20_783));
    expect(names(20_783)).to.not.deep.equal(names(20_784));
  });
});
