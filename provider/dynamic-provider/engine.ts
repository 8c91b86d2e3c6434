import { connect } from "node:net";
import { type EngineAddress, engineAddress } from "../account/claims";
import { EmailMarketingError } from "../errors/error";
import { once } from "../input/once";
import { containsUnknown, type Properties, present } from "../input/plain";
import type { DiffedChange } from "../lifecycle/diff";

/**
 * The time limit for a connection. An engine that hasn't refused by then is alive, but busy. Older versions of
 * Windows take 2 s to refuse.
 */
const longestLookMs = process.platform === "win32" ? 3000 : 1000;

/**
 * True if nothing listens at the engine's address any more. The parent process can't tell, because it is a shell that
 * outlives the engine. Only a refused connection counts, because a busy or stopped engine accepts late.
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
 * Stops writes after the engine has ended. Without the engine, the result of a write isn't recorded, and the write
 * could change objects of a later run. Each write checks again, because an earlier check could be older than the next
 * run. A write in flight may finish; after the last one the process exits, whatever else it waits for.
 */
export function createEngineWatch(isEngineGone: () => Promise<boolean>, end: () => void) {
  let isGone = false;
  let underWay = 0;

  function endWhenDone(): void {
    if (!isGone) return;
    // Deferred, because another write may have passed its check, and the last one must still be logged.
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

/** How often a process checks its engine while it writes nothing. */
const lookEveryMs = 2000;

/**
 * Prepares this process for the end of its engine, because killing the engine leaves the process running. Returns the
 * watch for its writes; undefined if no engine's address is known.
 */
export const watchEngine = once((): EngineWatch | undefined => {
  // After the engine was killed, no one reads this process's stderr, so a warning fails. The SDK prints every
  // uncaught error to stderr, which fails again in an endless loop that starves the write in flight.
  process.stderr.on("error", () => undefined);
  const address = engineAddress(process.argv.slice(2));
  if (!address) return undefined;
  const watch = createEngineWatch(
    () => isEngineGone(address),
    () => process.exit(),
  );
  // Without this, a waiting or idle process would run forever, because the SDK's server keeps it alive.
  setInterval(() => void watch.look(), lookEveryMs).unref();
  return watch;
});

/** The engine's calls to one process, from whose order their purpose is inferred. */
export type Calls = ReturnType<typeof createCalls>;

/**
 * Infers facts from the order of the engine's calls, because a dynamic provider gets neither name nor URN. Before the
 * first check, no program runs. For one resource, the engine calls check with the old inputs, then diff and, for a
 * replacement, check without old inputs, with no call for another resource in between. With parallel diffs, or with a
 * refresh beside the program (`--refresh --run-program`), other calls may come in between; then no object is known to
 * be kept by the program.
 */
export function createCalls({ PULUMI_PARALLEL_DIFF: parallel = "" } = process.env) {
  let hasProgram = false;
  let isInOrder = /^(0|false|)$/i.test(parallel);
  /** The resource of the last check with old inputs: its logical name in a preview, and its id after the diff. */
  let current: { readonly kind: string; readonly name?: string; readonly id?: string } | undefined;
  return {
    hasProgram: () => hasProgram,
    /** Records a check. Returns the id of the replaced object if this is the second check of a replacement. */
    check(kind: string, hasPast: boolean, name?: string): string | undefined {
      const replaced = !hasPast && current?.kind === kind ? current.id : undefined;
      hasProgram = true;
      current = hasPast ? present({ kind, name }) : undefined;
      return replaced;
    },
    /**
     * Records a diff. Returns its purpose. A dependent of an object that is deleted first gets a diff without a
     * check.
     */
    diff(
      kind: string,
      id: string,
      props: Properties,
    ): Pick<DiffedChange, "isOfRefresh" | "isKept" | "name"> {
      const isOwn = current?.kind === kind && current.id === undefined;
      const isKept = isOwn && isInOrder;
      const name = isKept ? current?.name : undefined;
      current = isOwn ? { kind, id } : undefined;
      // A diff with an unknown value isn't of a refresh, because no state has unknown values.
      return present({ isOfRefresh: !hasProgram && !containsUnknown(props), isKept, name });
    },
    /** Records a read. Returns true if the order of the calls is still reliable. */
    read(): boolean {
      if (hasProgram) isInOrder = false;
      return isInOrder;
    },
  };
}
