import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Target, targets } from "./target";
import { hostileTexts } from "./text";

/** The limits for each text with each target. */
export const limits = {
  /** Limit for the processor time of one text. */
  processorMs: 1000,
  /** Limit for the growth of the time when the text doubles. */
  growth: 2.5,
  /** Shorter times aren't checked for growth, because most of a short time can be garbage collection. */
  judgedFromMs: 500,
} as const;

export interface HostileCell {
  readonly text: string;
  readonly target: string;
  /** Processor time for each size, the smallest first. Ends after a size that takes longer than the limit. */
  readonly ms: readonly number[];
}

/** The maximum number of measurements of a text. The shortest time counts, because a busy machine only adds time. */
const mostRounds = 3;

export async function measureCells(sizes: readonly number[]): Promise<HostileCell[]> {
  const cells: HostileCell[] = [];
  for (const target of targets) {
    for (const { of } of hostileTexts) await run(target, of(1000));
    for (const { name, of } of hostileTexts) {
      const ms = await least(target, sizes.map(of));
      cells.push({ text: name, target: target.name, ms });
    }
  }
  return cells;
}

/** The shortest measured time for each size. Measures again if a limit is broken. */
async function least(target: Target, texts: readonly string[]): Promise<number[]> {
  let least = await eachSize(target, texts);
  for (let round = 1; round < mostRounds && breaks({ ms: least }, texts.length); round += 1) {
    const again = await eachSize(target, texts);
    least = again.map((one, at) => Math.min(one, least[at] ?? one));
  }
  return least;
}

async function eachSize(target: Target, texts: readonly string[]): Promise<number[]> {
  const ms: number[] = [];
  for (const text of texts) {
    ms.push(await run(target, text));
    if ((ms.at(-1) ?? 0) > limits.processorMs) break;
  }
  return ms;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the processor time that a target takes for a text, in milliseconds. */
async function run(target: Target, text: string): Promise<number> {
  const work = target.prepare(text);
  // Collect the garbage of earlier texts first, so that it doesn't count for this text.
  collectGarbage();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The factors by which each doubling of the text multiplied its time. Leaves out times that are too short to check. */
export function growths({ ms }: Pick<HostileCell, "ms">): number[] {
  return ms.flatMap((larger, at) => {
    const smaller = ms[at - 1];
    return smaller === undefined || larger < limits.judgedFromMs ? [] : [larger / smaller];
  });
}

export function breaks(cell: Pick<HostileCell, "ms">, sizes: number): boolean {
  const slowest = cell.ms.at(-1) ?? 0;
  if (cell.ms.length < sizes || slowest > limits.processorMs) return true;
  return growths(cell).some((one) => one > limits.growth);
}

// The bundle runs as a process of its own, and prints the results.
if (require.main === module) {
  void measureCells(process.argv.slice(2).map(Number)).then((cells) =>
    process.stdout.write(JSON.stringify(cells)),
  );
}
