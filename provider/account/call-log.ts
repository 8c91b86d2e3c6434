import { appendFileSync } from "node:fs";
import type { CallEvent } from "../client/call";
import { debug } from "./notice";

/** Where the debug log goes: nowhere (`off`), to the user (`debug`) or to a file (`file:PATH`). */
export function createCallLog(target: string): ((event: CallEvent) => void) | undefined {
  if (target === "off") return undefined;
  if (target === "debug") return (event) => debug(line(event));
  const file = target.slice("file:".length);
  // Synchronous, because the engine may kill the process, and then the last line is the interesting one.
  return (event) => appendFileSync(file, `${new Date().toISOString()} ${line(event)}\n`);
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
