import type { Finding } from "./finding";

/** The rule of a report over days: the last one is not before the first. */
export function ordered(args: {
  readonly dateFrom?: string;
  readonly dateTo?: string;
}): readonly Finding[] {
  const { dateFrom, dateTo } = args;
  if (dateFrom === undefined || dateTo === undefined || dateTo >= dateFrom) return [];
  return [{ path: "dateTo", problem: "is before dateFrom" }];
}
