import { table } from "../../terminal";

/** The severity of an observation. A `fault` is a problem that the user has to fix. */
type ObservationLevel = keyof typeof signs;

const signs = { ok: "ok", note: "-", warning: "!", fault: "ERROR" } as const;

export interface Observation {
  readonly level: ObservationLevel;
  readonly about: string;
  readonly says: string;
  readonly hint: string | undefined;
}

const of =
  (level: ObservationLevel) =>
  (about: string, says: string, hint?: string): Observation => ({ level, about, says, hint });

export const fine = of("ok");
export const note = of("note");
export const warning = of("warning");
export const fault = of("fault");

/** True if a version is at least `major.minor`: `isAtLeast("3.259.0", 3, 254)`. */
export function isAtLeast(version: string, major: number, minor: number): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

export function report(observations: readonly Observation[]): string[] {
  const rows = observations.flatMap(({ level, about, says, hint }) => [
    [signs[level], about, says],
    ...(hint === undefined ? [] : [["", "", `-> ${hint}`]]),
  ]);
  return [...table(rows), ""];
}
