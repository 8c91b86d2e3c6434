const { DRAW } = process.env;

/**
 * The number that selects a part of a long test; `.ci/run` sets it to the number of the day. Undefined to run
 * everything.
 */
export const dailySeed: number | undefined = DRAW === undefined ? undefined : Number(DRAW);

/**
 * Returns one of `parts` parts, another one each day, or everything without a seed. With `shift`, several lists of a
 * day don't all
 * start with the same part.
 */
export function dailySample<One>(all: readonly One[], parts: number, shift = 0): readonly One[] {
  if (dailySeed === undefined) return all;
  const part = (dailySeed + shift) % parts;
  return all.filter((_, index) => index % parts === part);
}
