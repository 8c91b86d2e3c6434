import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Target, targets } from "./target";
import { hostileTexts } from "./text";

/** What must hold of each text at each place. */
export const limits = {
  /** Of the longest text. */
  processorMs: 1000,
  /** Per doubling of the text. */
  growth: 2.5,
  /** Below, a collection of garbage can be most of the time, so growth is not judged. */
  judgedFromMs: 500,
} as const;

/** What one text took at one place. */
export interface HostileCell {
  readonly text: string;
  readonly target: string;
  /** Processor time for each size, the smallest first; fewer where one took longer than any may. */
  readonly ms: readonly number[];
  /** What was thrown. */
  readonly problem?: string;
}

/** A busy machine and the collector only add to what a text takes. */
const mostRounds = 3;

/** Each text at each place, in sizes that double. */
export async function measureCells(sizes: readonly number[]): Promise<HostileCell[]> {
  const cells: HostileCell[] = [];
  for (const target of targets) {
    for (const { of } of hostileTexts) await run(target, of(1000));
    for (const { name, of } of hostileTexts) {
      const measured = await least(target, sizes.map(of));
      cells.push({ text: name, target: target.name, ...measured });
    }
  }
  return cells;
}

type Measured = Pick<HostileCell, "ms" | "problem">;

/** Measured again where a limit is broken. */
async function least(target: Target, texts: readonly string[]): Promise<Measured> {
  let measured = await eachSize(target, texts);
  for (let round = 1; round < mostRounds && breaks(measured, texts.length); round += 1) {
    const again = await eachSize(target, texts);
    const ms = again.ms.map((one, at) => Math.min(one, measured.ms[at] ?? one));
    measured = { ...again, ms };
  }
  return measured;
}

async function eachSize(target: Target, texts: readonly string[]): Promise<Measured> {
  const ms: number[] = [];
  for (const text of texts) {
    try {
      ms.push(await run(target, text));
    } catch (error) {
      return { ms, problem: String(error).slice(0, 80) };
    }
    if ((ms.at(-1) ?? 0) > limits.processorMs) break;
  }
  return { ms };
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Processor time in milliseconds. */
async function run(target: Target, text: string): Promise<number> {
  const work = target.prepare(text);
  // What earlier texts left is not of this one.
  collectGarbage();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** By how much each doubling of the text multiplied its time, where that is judged. */
export function growths({ ms }: Measured): number[] {
  return ms.flatMap((larger, at) => {
    const smaller = ms[at - 1];
    return smaller === undefined || larger < limits.judgedFromMs ? [] : [larger / smaller];
  });
}

/** Whether a limit is broken. */
export function breaks(measured: Measured, sizes: number): boolean {
  const { ms, problem } = measured;
  if (problem !== undefined || ms.length < sizes) return true;
  return (
    (ms.at(-1) ?? 0) > limits.processorMs || growths(measured).some((one) => one > limits.growth)
  );
}
