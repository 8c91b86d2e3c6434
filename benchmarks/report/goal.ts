import { stepWords } from "../contender";
import type { StepProfile } from "../profile";
import type { BenchResult } from "../result";
import { figure, growth } from "./figure";
import { createRequests, refreshRequests } from "./model";

/** A figure that must hold, with what was measured. */
export interface Goal {
  readonly what: string;
  readonly measured: number;
  readonly atMost: number;
  /** Digits after the point that say something. */
  readonly digits: number;
  readonly unit: string;
}

/** A goal that is judged only where enough was measured to judge it by. */
export type JudgedGoal = Omit<Goal, "measured"> & Partial<Pick<Goal, "measured">>;

/** What must hold, with the figures of this result: requests, sizes and shares, none with a bound narrower than its spread. */
export function goals(result: BenchResult): Goal[] {
  return [
    ...requestGoals(result),
    ...result.profiles.map(shareGoal),
    ...sizeGoals(result),
    memoryGoal(result),
  ];
}

function requestGoals({ runs, profiles, identicalCalls }: BenchResult): Goal[] {
  const goal = (what: string, measured: number, atMost: number): Goal => ({
    what,
    measured,
    atMost,
    digits: 0,
    unit: "requests",
  });
  const most = {
    up: (count: number) => createRequests(count, 0),
    unchanged: () => 0,
    refresh: (count: number) => refreshRequests(count, count),
    destroy: () => 0,
  };
  const [run] = [...runs].sort((a, b) => b.count - a.count);
  const preview = run?.steps.find(({ step }) => step === "unchanged-preview");
  return [
    ...profiles.map(({ step, count, requests }) =>
      goal(`${stepWords[step]} of ${figure(count)} senders`, requests, most[step](count)),
    ),
    ...(run && preview
      ? [goal(`${stepWords[preview.step]} of ${figure(run.count)} senders`, preview.requests, 0)]
      : []),
    goal(`${figure(identicalCalls.calls)} identical function calls`, identicalCalls.requests, 1),
  ];
}

/** Far above what is measured, so that only a change of the code reaches it. */
const mostPercent = 10;

function shareGoal({ step, count, ownMs, allMs }: StepProfile): Goal {
  return {
    what: `our code's share of the CPU time, ${stepWords[step]} of ${figure(count)} senders`,
    measured: allMs === 0 ? 0 : (100 * ownMs) / allMs,
    atMost: mostPercent,
    digits: 1,
    unit: "%",
  };
}

function sizeGoals({ runs, diffSizes }: BenchResult): Goal[] {
  const codeBytes = runs.map((run) => run.codeBytes ?? 0);
  const asset = diffSizes.find(({ isAsset }) => isAsset);
  return [
    {
      what: "text of the provider in the state, each copy",
      measured: Math.max(0, ...codeBytes),
      atMost: 100,
      digits: 0,
      unit: "bytes",
    },
    {
      what: "preview of a changed line in a campaign's body of 100 kB, given as a FileAsset",
      measured: asset?.bytes ?? 0,
      atMost: 600,
      digits: 0,
      unit: "bytes",
    },
  ];
}

function memoryGoal({ refreshes }: BenchResult): Goal {
  const points = refreshes.map(({ count, keptBytes }) => ({ count, value: keptBytes }));
  return {
    what: "memory that a provider process keeps for each sender it refreshes",
    measured: growth(points) ?? 0,
    atMost: 2000,
    digits: 0,
    unit: "bytes",
  };
}
