import { connect } from "node:net";
import { type EngineAddress, engineAddress } from "../account/claims";
import { EmailMarketingError } from "../errors/error";
import { once } from "../plain/async";

/**
 * The time limit for a connection to the engine. An engine that hasn't refused within this time is alive, but busy.
 * Older versions of Windows take 2 s to refuse.
 */
const longestLookMs = process.platform === "win32" ? 3000 : 1000;

/**
 * True if no process listens at the engine's address any more. The parent process doesn't show this, because it is a
 * shell that outlives the engine. Only a refused connection counts, because a busy or stopped engine accepts late.
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
 * Prevents writes after the engine has ended, because their results wouldn't be recorded, and they could change objects
 * of a later run. Each write checks the engine again, because the next run may have begun since the last check. After
 * the last write in flight the process exits, even if other work is pending.
 */
export function createEngineWatch(isEngineGone: () => Promise<boolean>, end: () => void) {
  let isGone = false;
  let underWay = 0;

  function endWhenDone(): void {
    if (!isGone) return;
    // Deferred, because another write may have passed its check, and the last write must still be logged.
    setImmediate(() => {
      if (underWay === 0) end();
    });
  }

  /** Checks the engine, and exits the process if the engine is gone and no write is in flight. */
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

/** The interval at which a process checks its engine while it has no write in flight. */
const lookEveryMs = 2000;

/**
 * Prepares this process for the end of the engine, because killing the engine doesn't end the process. Returns the
 * watch for writes; undefined if the engine's address is unknown.
 */
export const watchEngine = once((): EngineWatch | undefined => {
  // After the engine was killed, writing a warning to stderr fails. The SDK prints every uncaught error to stderr,
  // which fails again. This endless loop would starve the write in flight.
  process.stderr.on("error", () => undefined);
  const address = engineAddress(process.argv.slice(2));
  if (!address) return undefined;
  const watch = createEngineWatch(
    () => isEngineGone(address),
    () => process.exit(),
  );
  // Without this timer, a waiting or idle process would run forever, because the SDK's server keeps the process alive.
  setInterval(() => void watch.look(), lookEveryMs).unref();
  return watch;
});
