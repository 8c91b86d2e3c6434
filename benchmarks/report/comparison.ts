import { type Shape, type Step, steps } from "../contender";
import type { RunMeasure, StepMeasure } from "../measure";
import { median } from "../median";

/** What a contender took for one step, over all its runs. */
export interface Typical {
  readonly contender: string;
  readonly shape: Shape;
  readonly count: number;
  readonly step: Step;
  readonly runs: number;
  /** The median of the runs, as of the processor time. */
  readonly wallMs: number;
  readonly cpuMs?: number;
  readonly peakBytes?: number;
  readonly requests: number;
  readonly searches: number;
}

/** A step of one contender as a multiple of another's, of runs that took turns: the median of the multiples. */
export interface Ratio extends Typical {
  readonly wallRatio: number;
  readonly cpuRatio?: number;
  readonly leastRatio: number;
  readonly mostRatio: number;
}

/** What is typical of each step, in the order in which the runs came. */
export function typical(runs: readonly RunMeasure[]): Typical[] {
  return [...grouped(runs).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { contender, shape, count, step } = first;
    return [
      {
        ...{ contender, shape, count, step },
        runs: group.length,
        wallMs: median(group.map(({ wallMs }) => wallMs)),
        ...given("cpuMs", middle(group.flatMap(({ cpuMs }) => cpuMs ?? []))),
        ...given("peakBytes", most(group.flatMap(({ peakBytes }) => peakBytes ?? []))),
        requests: most(group.map(({ requests }) => requests)) ?? 0,
        searches: most(group.map(({ searches }) => searches)) ?? 0,
      },
    ];
  });
}

/** One contender's steps as multiples of another's; steps that the other has not done are left out. */
export function ratios(runs: readonly RunMeasure[], contender: string, against: string): Ratio[] {
  const groups = grouped(runs);
  return typical(runs)
    .filter((one) => one.contender === contender)
    .flatMap((one) => {
      const own = groups.get(keyOf(one)) ?? [];
      const floor = groups.get(keyOf({ ...one, contender: against })) ?? [];
      // The n-th runs of both took turns, so what slowed one down slowed the other one, too.
      const pairs = own.flatMap((mine, n) => {
        const other = floor[n];
        return other ? [{ mine, other }] : [];
      });
      if (pairs.length === 0) return [];
      const wall = pairs.map(({ mine, other }) => mine.wallMs / other.wallMs);
      const cpu = pairs.flatMap(({ mine, other }) =>
        mine.cpuMs && other.cpuMs ? [mine.cpuMs / other.cpuMs] : [],
      );
      const spread = { leastRatio: Math.min(...wall), mostRatio: Math.max(...wall) };
      return [{ ...one, ...spread, wallRatio: median(wall), ...given("cpuRatio", middle(cpu)) }];
    });
}

/** The measures of each contender at each step, in the order of the runs. */
function grouped(runs: readonly RunMeasure[]): Map<string, StepMeasure[]> {
  const groups = new Map<string, StepMeasure[]>();
  for (const measure of runs.flatMap((run) => run.steps)) {
    const key = keyOf(measure);
    groups.set(key, [...(groups.get(key) ?? []), measure]);
  }
  return groups;
}

/** Steps in their order, smallest count first. */
export function inOrder<One extends { count: number; step: Step }>(all: readonly One[]): One[] {
  return [...all].sort(
    (a, b) => a.count - b.count || steps.indexOf(a.step) - steps.indexOf(b.step),
  );
}

/** What each further object adds, between the two largest counts; undefined with fewer than two. */
export function growth(points: readonly { count: number; value: number }[]): number | undefined {
  const [largest, ...smaller] = [...points].sort((a, b) => b.count - a.count);
  // Several runs with one count tell nothing of growth.
  const second = smaller.find(({ count }) => count !== largest?.count);
  if (!largest || !second) return undefined;
  return (largest.value - second.value) / (largest.count - second.count);
}

function keyOf(one: { contender: string; shape: Shape; count: number; step: Step }): string {
  return [one.contender, one.shape, one.count, one.step].join(" ");
}

function middle(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : median(values);
}

function most(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : Math.max(...values);
}

function given<Name extends string>(name: Name, value: number | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: number };
}
