/** Waits that can be ended: nobody is left to wait for when the emulator closes or is reset. */
export interface Delays {
  /** Waits so long; false when it was ended before. */
  wait(ms: number): Promise<boolean>;
  /** Waits for the next release; false when it was ended before. */
  hold(): Promise<boolean>;
  /** Lets everything go on that is held. */
  release(): void;
  /** Ends every wait. */
  end(): void;
}

/** Delays of which none is under way. */
export function createDelays(): Delays {
  const underWay = new Map<NodeJS.Timeout, (isOver: boolean) => void>();
  const held = new Set<(isOver: boolean) => void>();
  const letGo = (isOver: boolean) => {
    for (const resolve of held) resolve(isOver);
    held.clear();
  };
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          underWay.delete(timer);
          resolve(true);
        }, ms);
        underWay.set(timer, resolve);
      }),
    hold: () => new Promise((resolve) => held.add(resolve)),
    release: () => letGo(true),
    end() {
      letGo(false);
      for (const [timer, resolve] of underWay) {
        clearTimeout(timer);
        resolve(false);
      }
      underWay.clear();
    },
  };
}
