import { expect } from "chai";
import { specifiedKinds } from "../../support/fixtures";
import { crashes, crashName, drawnOf, endings, extendedCrashes } from "./case";
import { extendedKinds } from "./program";

describe("drawnOf", () => {
  /** What a draw hits, each once. */
  const hitBy = (drawn: ReturnType<typeof drawnOf>) =>
    new Set(
      drawn.flatMap(({ moment: { step, kinds }, ending }) =>
        kinds.map((kind) => `${step} of ${kind}: ${ending}`),
      ),
    );
  const all = (kinds: readonly string[]) =>
    new Set(
      ["create", "update", "delete"].flatMap((step) =>
        kinds.flatMap((kind) => endings.map((ending) => `${step} of ${kind}: ${ending}`)),
      ),
    );

  for (const seed of [20_783, 20_784, 20_785, 20_786, 20_787]) {
    it(`covers every kind in every step with every ending, by seed ${seed}`, () => {
      expect(hitBy(drawnOf(crashes, seed))).to.deep.equal(all(specifiedKinds));
      expect(hitBy(drawnOf(extendedCrashes, seed))).to.deep.equal(all(extendedKinds));
    });
  }

  it("returns the same cases for the same seed, and others for another seed", () => {
    const names = (seed: number) => drawnOf(crashes, seed).map(crashName);
    expect(names(20_783)).to.deep.equal(names(20_783));
    expect(names(20_783)).to.not.deep.equal(names(20_784));
  });
});
