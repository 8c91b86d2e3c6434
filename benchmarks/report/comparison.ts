import { type Shape, type Step, steps } from "../contender";
import type { RunMeasure, StepMeasure } from "../measure";

/** The best that a contender did at one step, over all its runs. */
export interface Best {
  readonly contender: string;
  readonly shape: Shape;
  readonly count: number;
  readonly step: Step;
  /** The shortest: what else the machine did can only add to it. */
  readonly wallMs: number;
  readonly cpuMs?: number;
  readonly peakBytes?: number;
  readonly requests: number;
  readonly searches: number;
}

/** A step of one contender as a multiple of another's. */
export interface Ratio extends Best {
  readonly wallRatio: number;
  readonly cpuRatio?: number;
}

/** The best of each step, in the order in which the runs came. */
export function best(runs: readonly RunMeasure[]): Best[] {
  const groups = new Map<string, StepMeasure[]>();
  for (const measure of runs.flatMap((run) => run.steps)) {
    const key = keyOf(measure);
    groups.set(key, [...(groups.get(key) ?? []), measure]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { contender, shape, count, step } = first;
    return [
      {
        ...{ contender, shape, count, step },
        wallMs: least(group.map(({ wallMs }) => wallMs)) ?? 0,
        ...given("cpuMs", least(group.flatMap(({ cpuMs }) => cpuMs ?? []))),
        ...given("peakBytes", most(group.flatMap(({ peakBytes }) => peakBytes ?? []))),
        requests: most(group.map(({ requests }) => requests)) ?? 0,
        searches: most(group.map(({ searches }) => searches)) ?? 0,
      },
    ];
  });
}

/** One contender's steps as multiples of another's; steps that the other has not done are left out. */
export function ratios(all: readonly Best[], contender: string, against: string): Ratio[] {
  return all
    .filter((one) => one.contender === contender)
    .flatMap((one) => {
      const floor = all.find((other) => keyOf(other) === keyOf({ ...one, contender: against }));
      if (!floor) return [];
      const { cpuMs } = one;
      const cpuRatio = cpuMs && floor.cpuMs ? cpuMs / floor.cpuMs : undefined;
      return [{ ...one, wallRatio: one.wallMs / floor.wallMs, ...given("cpuRatio", cpuRatio) }];
    });
}

/** Steps in their order, smallest count first. */
export function inOrder<One extends { count: number; step: Step }>(all: readonly One[]): One[] {
  return [...all].sort(
    (a, b) => a.count - b.count || steps.indexOf(a.step) - steps.indexOf(b.step),
  );
}

/** What each further object adds, between the two largest counts; undefined with fewer than two. */
export function growth(points: readonly { count: number; value: number }[]): number | undefined {
  const [largest, second] = [...points].sort((a, b) => b.count - a.count);
  if (!largest || !second || largest.count === second.count) return undefined;
  return (largest.value - second.value) / (largest.count - second.count);
}

function keyOf(one: { contender: string; shape: Shape; count: number; step: Step }): string {
  return [one.contender, one.shape, one.count, one.step].join(" ");
}

function least(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : Math.min(...values);
}

function most(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : Math.max(...values);
}

function given<Name extends string>(name: Name, value: number | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: number };
}
