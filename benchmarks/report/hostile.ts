import { table } from "../../contract/table";
import { breaks, growths, type HostileCell, limits } from "../hostile/measure";
import { figure } from "./figure";
import type { JudgedGoal } from "./goal";

/** The slowest text of each place, and the one that grows most. */
export function hostileGoals(cells: readonly HostileCell[]): JudgedGoal[] {
  return targetsIn(cells).flatMap((target) => {
    const own = cells.filter((cell) => cell.target === target);
    const grown = own.flatMap(growths);
    return [
      {
        what: `${target}: slowest text`,
        measured: Math.max(...own.map(({ ms }) => ms.at(-1) ?? 0)) / 1000,
        atMost: limits.processorMs / 1000,
        digits: 2,
        unit: "s of CPU",
      },
      {
        what: `${target}: growth per doubling`,
        ...(grown.length > 0 && { measured: Math.max(...grown) }),
        atMost: limits.growth,
        digits: 1,
        unit: "times",
      },
    ];
  });
}

/** Every text at every place: processor time of the longest, and growth per doubling where it is judged. */
export function hostileTable(cells: readonly HostileCell[], sizes: readonly number[]): string {
  const targets = targetsIn(cells);
  const rows = [...new Set(cells.map(({ text }) => text))].map((text) => [
    text,
    ...targets.map((target) => {
      const cell = cells.find((one) => one.text === text && one.target === target);
      return cell ? cellText(cell, sizes) : "";
    }),
  ]);
  return table(["ms of CPU", ...targets.map((target) => `${target}:`)], rows).join("\n");
}

/** Which texts break a limit where, a line each. */
export function brokenLimits(cells: readonly HostileCell[], sizes: readonly number[]): string[] {
  return cells
    .filter((cell) => breaks(cell, sizes.length))
    .map((cell) => `${cell.target}: ${cell.text}: ${cellText(cell, sizes)}`);
}

function cellText(cell: HostileCell, sizes: readonly number[]): string {
  const { ms, problem } = cell;
  const grown = growths(cell).map((one) => ` ×${figure(one, 2)}`);
  const at = ms.length < sizes.length ? ` at ${figure(sizes[ms.length - 1] ?? 0)}` : "";
  const text = problem ?? `${figure(ms.at(-1) ?? 0)}${at}${grown.join("")}`;
  return breaks(cell, sizes.length) ? `**${text}**` : text;
}

function targetsIn(cells: readonly HostileCell[]): string[] {
  return [...new Set(cells.map(({ target }) => target))];
}
