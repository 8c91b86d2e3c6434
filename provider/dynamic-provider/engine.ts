import { connect } from "node:net";
import { engineAddress } from "../account/claims";
import { EmailMarketingError } from "../errors/error";
import { memoize } from "../plain/async";

/** How long the port of an ended engine may take to refuse a connection. Older versions of Windows take 2 s. */
const engineCheckLimitMs = process.platform === "win32" ? 3000 : 1000;

/** True if the engine's address refuses a connection. The parent process may be a shell that outlives the engine. */
export function isEngineGone(address: string): Promise<boolean> {
  const [host, port] = address.split(":");
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) });
    const end = (isGone: boolean) => {
      socket.destroy();
      resolve(isGone);
    };
    socket.once("connect", () => end(false));
    // Only a refusal counts, because a busy or stopped engine accepts late.
    socket.once("error", ({ code }: NodeJS.ErrnoException) => end(code === "ECONNREFUSED"));
    socket.setTimeout(engineCheckLimitMs, () => end(false));
  });
}

export type EngineWatch = ReturnType<typeof createEngineWatch>;

/** Refuses writes once the engine is gone, because nothing would record them. Exits after the last write in flight. */
export function createEngineWatch(isEngineGone: () => Promise<boolean>, end: () => void) {
  let isGone = false;
  let underWay = 0;

  function endWhenDone(): void {
    if (!isGone) return;
    // Deferred, so that a write that has ended is logged, and a write that has passed its check is counted.
    setImmediate(() => {
      if (underWay === 0) end();
    });
  }

  /** Exits the process if no write is in flight and the engine is gone, which the caller may know without a check. */
  async function exitIfEngineEnded(isKnown = false): Promise<void> {
    if (isKnown || (await isEngineGone())) isGone = true;
    endWhenDone();
  }

  return {
    exitIfEngineEnded,
    async write<Value>(send: () => Promise<Value>): Promise<Value> {
      // Checked before each write, because since the last check, the engine may have ended and a later run begun.
      await exitIfEngineEnded();
      if (isGone) {
        throw new EmailMarketingError(
          "network",
          "the request was not sent, because the pulumi command that asked for it is no longer running.",
        );
      }
      underWay += 1;
      return send().finally(() => {
        underWay -= 1;
        endWhenDone();
      });
    },
  };
}

/** The interval at which a process checks whether the engine that uses it is alive. */
export const engineCheckIntervalMs = 2000;

/** Ends this process with its engine, because a killed engine leaves its provider processes running. */
export const watchEngine = memoize((): EngineWatch | undefined => {
  // If the engine was killed, a warning on stderr fails. The SDK would print that error to stderr in an endless loop.
  process.stderr.on("error", () => undefined);
  const address = engineAddress(process.argv.slice(2));
  if (!address) return undefined;
  const watch = createEngineWatch(
    () => isEngineGone(address),
    () => process.exit(),
  );
  // Without this timer, a waiting or idle process would run forever, because the SDK's server keeps the process alive.
  setInterval(() => void watch.exitIfEngineEnded(), engineCheckIntervalMs).unref();
  return watch;
});
