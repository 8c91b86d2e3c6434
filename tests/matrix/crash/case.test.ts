import { expect } from "chai";
import { specifiedKinds } from "../../support/fixtures";
import { crashes, crashName, dailyCrashes, endings, extendedCrashes } from "./case";
import { extendedKinds } from "./program";

describe("the daily sample of crash tests", () => {
  const sorted = (all: Iterable<string>) => [...new Set(all)].sort();
  const hitBy = (drawn: ReturnType<typeof dailyCrashes>) =>
    sorted(drawn.flatMap(({ moment: { step, kinds } }) => kinds.map((kind) => `${step} ${kind}`)));
  const everyStepOf = (kinds: readonly string[]) =>
    sorted(
      kinds.flatMap((kind) => ["create", "update", "delete"].map((step) => `${step} ${kind}`)),
    );

  for (const seed of [20_783, 20_784, 20_785, 20_786, 20_787]) {
    it(`has a crash in every step of every resource type (seed ${seed})`, () => {
      for (const [all, kinds] of [
        [crashes, specifiedKinds],
        [extendedCrashes, extendedKinds],
      ] as const) {
        const drawn = dailyCrashes(all, seed);
        expect(hitBy(drawn)).to.deep.equal(everyStepOf(kinds));
        expect(sorted(drawn.map(({ ending }) => ending))).to.deep.equal(sorted(endings));
      }
    });
  }

  it("has the same crashes for the same seed, and other crashes for another seed", () => {
    const names = (seed: number) => dailyCrashes(crashes, seed).map(crashName);
    expect(names(20_783)).to.deep.equal(names(20_783));
    expect(names(20_783)).to.not.deep.equal(names(20_784));
  });
});
