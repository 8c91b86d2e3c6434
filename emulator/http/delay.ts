/** Waits that end early when the emulator closes or is reset. */
export interface Delays {
  /** Waits for so long; false if `end` cut it short. */
  wait(ms: number): Promise<boolean>;
  /** Waits for the next `release`; false if `end` came first. */
  hold(): Promise<boolean>;
  /** Releases everything that is held. */
  release(): void;
  /** Ends every wait. */
  end(): void;
}

/** Creates delays, with none in progress. */
export function createDelays(): Delays {
  const waiting = new Map<NodeJS.Timeout, (isDone: boolean) => void>();
  const held = new Set<(isDone: boolean) => void>();
  const resolveHeld = (isDone: boolean) => {
    for (const resolve of held) resolve(isDone);
    held.clear();
  };
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(timer);
          resolve(true);
        }, ms);
        waiting.set(timer, resolve);
      }),
    hold: () => new Promise((resolve) => held.add(resolve)),
    release: () => resolveHeld(true),
    end() {
      resolveHeld(false);
      for (const [timer, resolve] of waiting) {
        clearTimeout(timer);
        resolve(false);
      }
      waiting.clear();
    },
  };
}
