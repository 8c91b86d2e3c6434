import { localMs } from "../../input/time";

/** `Sat ` of a local time, to stand before it; nothing for what is none. */
export function weekday(local: string): string {
  const ms = localMs(local);
  return ms === undefined ? "" : `${new Date(ms).toUTCString().slice(0, 3)} `;
}
