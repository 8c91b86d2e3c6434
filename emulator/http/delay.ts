import { EventEmitter, once, setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/** Delays of responses, which end early if the emulator closes or is reset. */
export type Delays = ReturnType<typeof createDelays>;

/** Creates delays. `wait` and `hold` resolve to false if `end` is called in the meantime. */
export function createDelays() {
  const releases = new EventEmitter().setMaxListeners(0);
  let ending = newEnding();
  const isReached = (wait: Promise<unknown>) =>
    wait.then(
      () => true,
      () => false,
    );
  return {
    wait: (ms: number) => isReached(sleep(ms, undefined, { signal: ending.signal })),
    /** Waits for the next `release`. */
    hold: () => isReached(once(releases, "release", { signal: ending.signal })),
    release: () => releases.emit("release"),
    end() {
      ending.abort();
      ending = newEnding();
    },
  };
}

function newEnding(): AbortController {
  const ending = new AbortController();
  // Allow any number of listeners, because any number of requests may wait at once.
  setMaxListeners(0, ending.signal);
  return ending;
}
