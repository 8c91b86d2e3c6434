import type { EventEmitter } from "node:events";
import { fstatSync } from "node:fs";
import type { Socket } from "node:net";
import { engineAddress } from "../account/claims";
import type { Clock } from "../client/rate-limiter";
import { createEngineWatch, isEngineGone } from "../dynamic-provider/engine";

/** How often a process without a pipe to its engine looks for it. */
const lookEveryMs = 2000;

/**
 * Ends the process with its engine. A command that ends sends SIGINT, and kills what is still there 5 s later; after a
 * Ctrl-C the steps under way end first, and are recorded. A killed engine leaves the end of the pipe: then no one records
 * what a write does, so none begins any more.
 */
export function startLifetime(given: readonly string[]) {
  const address = engineAddress(given);
  let underWay = 0;
  let isEnding = false;
  let isPipeClosed = false;

  const end = () => process.exit(0);
  const watch = createEngineWatch(
    async () => isPipeClosed || (address !== undefined && (await isEngineGone(address))),
    end,
  );
  const endWhenIdle = () => {
    isEnding = true;
    if (underWay === 0) end();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, endWhenIdle);
  // Only a pipe closes with the engine: a terminal or a file says nothing about it.
  if (fstatSync(0).isFIFO()) {
    const close = () => {
      isPipeClosed = true;
      void watch.look();
    };
    process.stdin.on("end", close).on("error", close).resume();
  } else if (address !== undefined) {
    setInterval(() => void watch.look(), lookEveryMs).unref();
  } else {
    // Started by hand, from a terminal: its parent is the shell, or the program, that somebody attaches it for.
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && endWhenIdle(), lookEveryMs).unref();
  }
  return {
    /** For writes, none of which begins once the engine is gone. */
    watch,
    end: endWhenIdle,
    /** The engine's address; undefined for a plugin that was started by hand. */
    engine: address && `${address.host}:${address.port}`,
    /** Keeps the process until what this gives is called, unless its engine is gone. */
    begin() {
      underWay += 1;
      return () => {
        underWay -= 1;
        // The reply leaves first.
        if (isEnding) setImmediate(() => underWay === 0 && end());
      };
    },
  };
}

const forgottenAfterMs = 10 * 60 * 1000;

/** Calls `end` ten minutes after the last connection was closed, or where none ever came. */
export function whenForgotten(
  server: EventEmitter,
  { after }: Pick<Clock, "after">,
  end: () => void,
): void {
  let open = 0;
  let cancel = after(forgottenAfterMs, end);
  server.on("connection", (socket: Socket) => {
    open += 1;
    cancel();
    socket.once("close", () => {
      open -= 1;
      if (open === 0) cancel = after(forgottenAfterMs, end);
    });
  });
}
