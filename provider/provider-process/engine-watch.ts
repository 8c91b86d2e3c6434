import { connect } from "node:net";
import { type EngineAddress, engineAddress } from "../account/claims";
import { EmailMarketingError } from "../errors/error";
import { once } from "../input/once";

/** A look takes no longer: what has not refused by then is there, and busy. An older Windows refuses after 2 s. */
const longestLookMs = process.platform === "win32" ? 3000 : 1000;

/**
 * Whether nothing listens at the engine's address any more. The process that started this one tells nothing: it is a
 * shell, which outlives the engine. Only a refused connection counts, since an engine that is busy or stopped accepts late.
 */
export function isEngineGone({ host, port }: EngineAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isGone: boolean) => {
      socket.destroy();
      resolve(isGone);
    };
    socket.once("connect", () => end(false));
    socket.once("error", ({ code }: NodeJS.ErrnoException) => end(code === "ECONNREFUSED"));
    socket.setTimeout(longestLookMs, () => end(false));
  });
}

export type EngineWatch = ReturnType<typeof createEngineWatch>;

/**
 * The engine records what a write has done; without it, a write would change what a later run has made. Each write looks
 * anew, because a look that is remembered could be older than the next run. A write that is under way may end; the process
 * ends with the last of them, whatever else it waits for, since there is no one to report to.
 */
export function createEngineWatch(isEngineGone: () => Promise<boolean>, end: () => void) {
  let isGone = false;
  let underWay = 0;

  function endWhenDone(): void {
    if (!isGone) return;
    // A write that looked at the same moment may be about to begin, and one that has ended is about to be logged.
    setImmediate(() => {
      if (underWay === 0) end();
    });
  }

  /** Looks for the engine, and ends the process if that is gone and no write is under way. */
  async function look(): Promise<void> {
    if (await isEngineGone()) isGone = true;
    endWhenDone();
  }

  return {
    look,
    async write<Value>(send: () => Promise<Value>): Promise<Value> {
      await look();
      if (isGone) {
        throw new EmailMarketingError(
          "network",
          "the request was not sent, because the pulumi command that asked for it is no longer running.",
        );
      }
      underWay += 1;
      try {
        return await send();
      } finally {
        underWay -= 1;
        endWhenDone();
      }
    },
  };
}

/** How often a process looks for its engine while it writes nothing. */
const lookEveryMs = 2000;

/**
 * Prepares this process for the end of its engine, which a kill leaves running; gives the watch that its writes pass, or
 * undefined where no engine's address is known.
 */
export const watchEngine = once((): EngineWatch | undefined => {
  // Nobody reads the standard error of a process whose engine was killed. The SDK prints every uncaught error there, so the
  // first warning would fail, and the report of that failure, and so on for ever, with no turn for the write under way.
  process.stderr.on("error", () => undefined);
  const address = engineAddress(process.argv.slice(2));
  if (!address) return undefined;
  const watch = createEngineWatch(
    () => isEngineGone(address),
    () => process.exit(),
  );
  // One that waits, or has nothing to do, would stay for ever: the SDK's server keeps it running.
  setInterval(() => void watch.look(), lookEveryMs).unref();
  return watch;
});
