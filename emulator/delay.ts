/** Waits that can be ended: nobody is left to wait for when the emulator closes or is reset. */
export interface Delays {
  /** Waits so long; false when it was ended before. */
  wait(ms: number): Promise<boolean>;
  /** Ends every wait. */
  end(): void;
}

/** Delays of which none is under way. */
export function createDelays(): Delays {
  const underWay = new Map<NodeJS.Timeout, (isOver: boolean) => void>();
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          underWay.delete(timer);
          resolve(true);
        }, ms);
        underWay.set(timer, resolve);
      }),
    end() {
      for (const [timer, resolve] of underWay) {
        clearTimeout(timer);
        resolve(false);
      }
      underWay.clear();
    },
  };
}
