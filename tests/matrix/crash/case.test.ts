import { expect } from "chai";
import { specifiedKinds } from "../../support/specimen";
import { crashes, crashName, drawnOf, endings, extendedCrashes } from "./case";
import { extendedKinds } from "./program";

describe("drawnOf", () => {
  const steps = ["create", "update", "delete"] as const;

  /** The kinds that a draw hits in each step by each ending. */
  const hitBy = (drawn: ReturnType<typeof drawnOf>) =>
    steps.flatMap((step) =>
      endings.map((ending) => {
        const own = drawn.filter((crash) => crash.moment.step === step && crash.ending === ending);
        return [...new Set(own.flatMap(({ moment }) => moment.kinds))].sort().join(", ");
      }),
    );
  const times12 = (kinds: string) => Array.from({ length: 12 }, () => kinds);

  for (const seed of [20_783, 20_784, 20_785, 20_786, 20_787]) {
    it(`hits every kind in every step by every ending, by seed ${seed}`, () => {
      const all = (some: readonly string[]) => times12([...some].sort().join(", "));
      expect(hitBy(drawnOf(crashes, seed))).to.deep.equal(all(specifiedKinds));
      expect(hitBy(drawnOf(extendedCrashes, seed))).to.deep.equal(all(extendedKinds));
    });
  }

  it("is the same for the same seed, and another one for another seed", () => {
    const names = (seed: number) => drawnOf(crashes, seed).map(crashName);
    expect(names(20_783)).to.deep.equal(names(20_783));
    expect(names(20_783)).to.not.deep.equal(names(20_784));
  });
});
