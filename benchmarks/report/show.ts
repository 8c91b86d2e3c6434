import type { ShowMeasure } from "../show";
import { figure } from "./figure";
import type { Goal } from "./goal";

/** What must hold of pages that a reviewer waits for: elapsed times, with room for a machine that does something else. */
export function showGoals(measured: readonly ShowMeasure[]): Goal[] {
  return measured.flatMap(({ what, count, wallMs, peakBytes, openMs }) => {
    const show = `\`show\` of ${figure(count)} changed campaigns of 100 kB, given as ${what}`;
    return [
      { what: show, measured: wallMs / 1000, atMost: 5, digits: 1, unit: "s" },
      { what: "the same, memory", measured: peakBytes / 1e6, atMost: 300, digits: 0, unit: "MB" },
      { what: "its index in Chromium", measured: openMs / 1000, atMost: 1, digits: 2, unit: "s" },
    ];
  });
}
