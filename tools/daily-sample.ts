const { DRAW } = process.env;

/**
 * The number that selects a part of a long test. `.ci/run` sets the number of the day. Undefined to run the whole test.
 */
export const dailySeed: number | undefined = DRAW === undefined ? undefined : Number(DRAW);

/**
 * Returns one of `parts` parts of a list, a different one each day, or the whole list without a seed. With another
 * `shift`, returns another part on the same day.
 */
export function dailySample<One>(all: readonly One[], parts: number, shift = 0): readonly One[] {
  if (dailySeed === undefined) return all;
  const part = (dailySeed + shift) % parts;
  return all.filter((_, index) => index % parts === part);
}
