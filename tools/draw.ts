const { DRAW } = process.env;

/** What is drawn of a long proof by, as `.ci/run` does with the number of the day; undefined where all of it runs. */
export const drawSeed: number | undefined = DRAW === undefined ? undefined : Number(DRAW);

/** One of so many parts, another one on each day in a row; `shift` sets draws of one day apart. All where nothing is drawn. */
export function drawn<One>(all: readonly One[], parts: number, shift = 0): readonly One[] {
  if (drawSeed === undefined) return all;
  const part = (drawSeed + shift) % parts;
  return all.filter((_, index) => index % parts === part);
}
