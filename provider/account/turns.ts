/** Runs steps with the same key, so many at a time; the others wait, in the order of asking. */
export type Turns = <Value>(key: string, step: () => Promise<Value>) => Promise<Value>;

/** Nothing is under way. */
export function createTurns(most: number): Turns {
  const running = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  return async (key, step) => {
    const before = running.get(key) ?? 0;
    if (before < most) running.set(key, before + 1);
    else {
      await new Promise<void>((resolve) => {
        const queue = waiting.get(key) ?? [];
        queue.push(resolve);
        waiting.set(key, queue);
      });
    }
    try {
      return await step();
    } finally {
      // The next one takes this place, so that the number stays.
      const next = waiting.get(key)?.shift();
      if (next) next();
      else running.set(key, (running.get(key) ?? 1) - 1);
    }
  };
}
