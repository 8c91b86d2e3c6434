import fc from "fast-check";

const { DRAW } = process.env;

/** What is drawn of a long proof by, as `.ci/run` does with the number of the day; undefined where all of it runs. */
export const drawSeed: number | undefined = DRAW === undefined ? undefined : Number(DRAW);

/** Every fifth of them: another fifth for each of five seeds in a row. */
export function fifthOf<One>(all: readonly One[], seed: number): One[] {
  return all.filter((_, index) => index % 5 === seed % 5);
}

/** All of them, in an order that the seed decides. */
export function shuffled<One>(all: readonly One[], seed: number): One[] {
  const orders = fc.shuffledSubarray([...all], { minLength: all.length });
  return fc.sample(orders, { seed, numRuns: 1 }).flat();
}
