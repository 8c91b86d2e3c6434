/** Runs steps that bear the same key one after another, in the order of asking; other steps run beside them. */
export type OneByOne = <Value>(key: string, step: () => Promise<Value>) => Promise<Value>;

/** Nothing is under way. */
export function createOneByOne(): OneByOne {
  const last = new Map<string, Promise<unknown>>();
  return (key, step) => {
    // The failure of a step is its own: the next one runs all the same.
    const turn = (last.get(key) ?? Promise.resolve()).then(step, step);
    last.set(key, turn);
    return turn;
  };
}
