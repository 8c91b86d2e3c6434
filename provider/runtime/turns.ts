import type { Limit } from "p-limit";

/** Runs steps with the same key, so many at a time; the others wait, in the order of asking. */
export type Turns = <Value>(key: string, step: () => Promise<Value>) => Promise<Value>;

/** Loaded with the first step: most processes have none. */
function limited(): (most: number) => Limit {
  return require("p-limit") as (most: number) => Limit;
}

/** Nothing is under way. */
export function createTurns(most: number): Turns {
  const turns = new Map<string, Limit>();
  return (key, step) => {
    const turn = turns.get(key) ?? limited()(most);
    turns.set(key, turn);
    return turn(step);
  };
}
