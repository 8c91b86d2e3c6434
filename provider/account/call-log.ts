import { appendFileSync } from "node:fs";
import type { CallEvent } from "../client/call";
import { debug, notice } from "./notice";

/** Writes the debug log to the user (`debug`) or to a file (`file:PATH`). */
export function createCallLog(target: string): (event: CallEvent) => void {
  if (target === "debug") return (event) => debug(line(event));
  const file = target.slice("file:".length);
  return (event) => {
    try {
      // Synchronous, because the engine may kill the process, and then the last line is the interesting one.
      appendFileSync(file, `${new Date().toISOString()} ${line(event)}\n`);
    } catch (error) {
      // What came of the request must reach the state all the same.
      notice(
        `the debug log can't be written (${(error as Error).message}). Nothing else depends on it.`,
      );
    }
  };
}

function line(event: CallEvent): string {
  const { method, route, attempt, status, code, durationMs, waitMs, pace } = event;
  return [
    `${method} ${route}`,
    `try=${attempt}`,
    status === undefined ? undefined : `status=${status}`,
    code === undefined ? undefined : `error=${code}`,
    `ms=${durationMs}`,
    waitMs === undefined ? undefined : `wait=${waitMs}`,
    `pace=${pace.perSecond.toFixed(1)}/s`,
    `inflight=${pace.inFlight}`,
    `waiting=${pace.waiting}`,
    pace.pausedMs === 0 ? undefined : `paused=${Math.ceil(pace.pausedMs)}`,
  ]
    .filter((part) => part !== undefined)
    .join(" ");
}
