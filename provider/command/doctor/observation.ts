import { table } from "../../terminal";

/** How much one observation matters: a `fault` has to be fixed. */
export type ObservationLevel = keyof typeof signs;

const signs = { ok: "ok", note: "-", warning: "!", fault: "ERROR" } as const;

export interface Observation {
  readonly level: ObservationLevel;
  readonly about: string;
  readonly says: string;
  readonly wayOut?: string;
}

export function fine(about: string, says: string): Observation {
  return { level: "ok", about, says };
}

/** Whether a version is one of these or later: `isAtLeast("3.259.0", 3, 254)`. */
export function isAtLeast(version: string, major: number, minor: number): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

export function report(observations: readonly Observation[]): string[] {
  const rows = observations.flatMap(({ level, about, says, wayOut }) => [
    [signs[level], about, says],
    ...(wayOut === undefined ? [] : [["", "", `-> ${wayOut}`]]),
  ]);
  return [...table(rows), ""];
}
