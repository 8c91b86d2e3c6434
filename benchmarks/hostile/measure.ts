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
}

/** A busy machine and the collector only add to what a text takes. */
const mostRounds = 3;

/** Each text at each place, in sizes that double. */
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

/** Measured again if a limit is broken. */
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
export function growths({ ms }: Pick<HostileCell, "ms">): number[] {
  return ms.flatMap((larger, at) => {
    const smaller = ms[at - 1];
    return smaller === undefined || larger < limits.judgedFromMs ? [] : [larger / smaller];
  });
}

/** True if a limit is broken. */
export function breaks(cell: Pick<HostileCell, "ms">, sizes: number): boolean {
  const slowest = cell.ms.at(-1) ?? 0;
  if (cell.ms.length < sizes || slowest > limits.processorMs) return true;
  return growths(cell).some((one) => one > limits.growth);
}

// The bundle is its own process, and writes what it has measured.
if (require.main === module) {
  void measureCells(process.argv.slice(2).map(Number)).then((cells) =>
    process.stdout.write(JSON.stringify(cells)),
  );
}
