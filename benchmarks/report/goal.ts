import type { Shape, Step } from "../contender";
import type { BenchResult } from "../result";
import { type Best, best, growth, ratios } from "./comparison";

/** A figure that must hold, with what was measured. */
export interface Goal {
  readonly what: string;
  readonly measured: number;
  /** Digits after the point that say something. */
  readonly digits: number;
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly holds: boolean;
}

type Wanted = Omit<Goal, "holds">;

const wallSteps = ["up", "unchanged", "refresh", "destroy"] as const;

const ratioWanted = { up: 1.1, unchanged: 1.05, refresh: 1.1, destroy: 1.1 };

/** What must hold, as far as this result tells; counts that were not run are absent. */
export function goals(result: BenchResult): Goal[] {
  const all = best(result.runs);
  const wanted = [
    ...wallSteps.map((step) => wallGoal(all, "senders", step)),
    ...requestGoals(all),
    limitGoal(result, all),
    memoryGoal(result),
    ...textGoals(result),
  ];
  return wanted.flatMap((goal) => {
    if (!goal) return [];
    const { measured, atMost = Number.POSITIVE_INFINITY, atLeast = 0 } = goal;
    return [{ ...goal, holds: measured <= atMost && measured >= atLeast }];
  });
}

/** Judged at 1,000 objects, or at the largest count below where that was not run. */
function wallGoal(
  all: readonly Best[],
  shape: Shape,
  step: (typeof wallSteps)[number],
): Wanted | undefined {
  const candidates = ratios(all, "provider", "no-op")
    .filter((one) => one.shape === shape && one.step === step && one.count <= 1000)
    .sort((a, b) => b.count - a.count);
  const [largest] = candidates;
  if (!largest) return undefined;
  return {
    what: `${step} of ${count(largest.count)} ${shape}, time as a multiple of the no-op's`,
    measured: largest.wallRatio,
    digits: 2,
    atMost: ratioWanted[step],
  };
}

function requestGoals(all: readonly Best[]): (Wanted | undefined)[] {
  const of = (step: Step) =>
    all
      .filter((one) => one.contender === "provider" && one.shape === "senders" && one.step === step)
      .sort((a, b) => b.count - a.count)[0];
  const [up, unchanged, refresh] = [of("up"), of("unchanged"), of("refresh")];
  return [
    up && {
      what: `requests that create ${count(up.count)} senders`,
      measured: up.requests - up.searches,
      digits: 0,
      atMost: up.count,
    },
    up && {
      what: "searches beside them",
      measured: up.searches,
      digits: 0,
      atMost: Math.ceil(up.count / 100) + 10,
    },
    unchanged && {
      what: `requests of an unchanged up of ${count(unchanged.count)} senders`,
      measured: unchanged.requests,
      digits: 0,
      atMost: 0,
    },
    refresh && {
      what: `requests that refresh ${count(refresh.count)} senders`,
      measured: refresh.requests,
      digits: 0,
      atMost: Math.ceil(refresh.count / 100) + 1,
    },
  ];
}

function limitGoal({ limited }: BenchResult, all: readonly Best[]): Wanted | undefined {
  const up = limited?.run.steps.find(({ step }) => step === "up");
  if (!limited || !up) return undefined;
  const noop = all.find(
    (one) =>
      one.contender === "no-op" &&
      one.shape === "senders" &&
      one.step === "up" &&
      one.count === up.count,
  );
  const allowedMs = (up.count / limited.perSecond) * 1000;
  return {
    what:
      `up of ${count(up.count)} senders where the service takes ${limited.perSecond} requests a second, ` +
      "as a multiple of what the limit allows or the no-op's time, whichever is longer",
    measured: up.wallMs / Math.max(allowedMs, noop?.wallMs ?? 0),
    digits: 2,
    atMost: 1.2,
  };
}

function memoryGoal({ lifecycles }: BenchResult): Wanted | undefined {
  const points = lifecycles
    .filter(({ what }) => what === "refresh")
    .map(({ count, heldBytes }) => ({ count, value: heldBytes }));
  const measured = growth(points);
  if (measured === undefined) return undefined;
  const what = "bytes that a provider process keeps for each sender that it refreshes";
  return { what, measured, digits: 0, atMost: 2000 };
}

function textGoals({ runs }: BenchResult): (Wanted | undefined)[] {
  const bytesOf = (name: string) =>
    Math.max(
      0,
      ...runs
        .filter(({ contender, shape }) => contender === name && shape === "senders")
        .map(({ codeBytes = 0 }) => codeBytes),
    );
  const [own, tutorial] = [bytesOf("provider"), bytesOf("tutorial")];
  if (own === 0) return [];
  return [
    {
      what: "bytes of the provider's text in the state, each copy",
      measured: own,
      digits: 0,
      atMost: 100,
    },
    tutorial === 0
      ? undefined
      : {
          what: "the tutorial's text in the state as a multiple of that",
          measured: tutorial / own,
          digits: 0,
          atLeast: 10,
        },
  ];
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
