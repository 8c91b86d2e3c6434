import { table } from "../../contract/table";
import type { MemoryMeasure } from "../memory";
import { figure, growth } from "./figure";
import type { JudgedGoal } from "./goal";

/** What must hold of the program's process, where enough campaigns are measured that growth shows. */
export function memoryGoals(measured: readonly MemoryMeasure[]): JudgedGoal[] {
  const ways = [...new Set(measured.map(({ way }) => way))];
  return ways.map((way) => {
    const points = (asked: MemoryMeasure["step"]) =>
      measured
        .filter((one) => one.way === way && one.step === asked)
        .map(({ count, programBytes }) => ({ count, value: programBytes }));
    const ups = points("up");
    const counts = ups.map(({ count }) => count);
    const grown = growth(points("preview").filter(({ count }) => counts.includes(count)));
    const grownByUp = growth(ups);
    const isJudged = grown !== undefined && grownByUp !== undefined && Math.max(...counts) >= 50;
    return {
      what: `memory of the program in a preview above the same \`up\`, for each campaign of 50 kB by ${way}`,
      ...(isJudged && { measured: (grown - grownByUp) / 1e6 }),
      atMost: 0.5,
      digits: 1,
      unit: "MB",
    };
  });
}

/** The figures behind them. */
export function memoryTable(measured: readonly MemoryMeasure[]): string {
  const rows = measured.map(({ way, count, step, programBytes, providerBytes, cpuMs }) => [
    way,
    figure(count),
    step,
    figure(programBytes / 1e6),
    figure(providerBytes / 1e6),
    figure(cpuMs / 1000, 1),
  ]);
  return table(
    ["by", "campaigns:", "step", "program, MB:", "provider, MB:", "CPU time, s:"],
    rows,
  ).join("\n");
}
