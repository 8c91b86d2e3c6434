import { connect } from "node:net";
import { type EngineAddress, engineAddress } from "../account/claims";
import { EmailMarketingError } from "../errors/error";
import { once } from "../input/once";
import { containsUnknown, type Properties, present } from "../input/plain";
import type { DiffedChange } from "../lifecycle/diff";

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

/** The calls of one process, as far as their order says what they are for. */
export type Calls = ReturnType<typeof createCalls>;

/**
 * What the order of the engine's calls tells a dynamic provider, which is given neither name nor URN: nothing before the first
 * check is of a program. Of one resource the engine asks a check with its past, a diff, and, if it replaces it, a check without a
 * past, and nothing of another one in between. With parallel diffs, or where a refresh goes on beside the program
 * (`--refresh --run-program`), others come in between: then it is known of no object that the program keeps it.
 */
export function createCalls({ PULUMI_PARALLEL_DIFF: parallel = "" } = process.env) {
  let hasProgram = false;
  let isInOrder = /^(0|false|)$/i.test(parallel);
  /** The resource that was checked with its past, with its logical name in a preview, and with its id once it was compared. */
  let current: { readonly kind: string; readonly name?: string; readonly id?: string } | undefined;
  return {
    hasProgram: () => hasProgram,
    /** Notes a check; gives the id of the object that is replaced, where the check is the second one for it. */
    check(kind: string, hasPast: boolean, name?: string): string | undefined {
      const replaced = !hasPast && current?.kind === kind ? current.id : undefined;
      hasProgram = true;
      current = hasPast ? present({ kind, name }) : undefined;
      return replaced;
    },
    /** Notes a diff; gives what it is for. Of what goes with an object that is deleted first, one comes without a check. */
    diff(
      kind: string,
      id: string,
      props: Properties,
    ): Pick<DiffedChange, "isOfRefresh" | "isKept" | "name"> {
      const isOwn = current?.kind === kind && current.id === undefined;
      const isKept = isOwn && isInOrder;
      const name = isKept ? current?.name : undefined;
      current = isOwn ? { kind, id } : undefined;
      // No state holds an unknown value, so a refresh compares none.
      return present({ isOfRefresh: !hasProgram && !containsUnknown(props), isKept, name });
    },
    /** Notes a read; gives whether the order of the calls still says something. */
    read(): boolean {
      if (hasProgram) isInOrder = false;
      return isInOrder;
    },
  };
}
