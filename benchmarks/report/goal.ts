import type { Step } from "../contender";
import type { BenchResult } from "../result";
import { growth, ratios, type Typical, typical } from "./comparison";

/** A figure that must hold, with what was measured. */
export interface Goal {
  readonly what: string;
  /** Absent when the result has nothing that tells. */
  readonly measured?: number | undefined;
  /** The least and the most, where several runs were measured. */
  readonly spread?: readonly [number, number];
  /** Digits after the point that say something. */
  readonly digits: number;
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Absent when nothing was measured. */
  readonly holds?: boolean;
}

type Wanted = Omit<Goal, "holds">;

const wallSteps = ["up", "unchanged", "refresh", "destroy"] as const;

const ratioWanted = { up: 1.1, unchanged: 1.05, refresh: 1.1, destroy: 1.1 };

/** What must hold, with what this result tells of it. */
export function goals(result: BenchResult): Goal[] {
  const all = typical(result.runs);
  const wanted: Wanted[] = [
    ...wallSteps.map((step) => wallGoal(result, step)),
    ...requestGoals(all),
    callGoal(result),
    limitGoal(result),
    memoryGoal(result),
    ...textGoals(result),
  ];
  return wanted.map((goal) => {
    const { measured, atMost = Number.POSITIVE_INFINITY, atLeast = 0 } = goal;
    if (measured === undefined) return goal;
    return { ...goal, holds: measured <= atMost && measured >= atLeast };
  });
}

/** Judged at 1,000 objects, or at the largest count below where that was not run. */
function wallGoal({ runs }: BenchResult, step: (typeof wallSteps)[number]): Wanted {
  const [largest] = ratios(runs, "provider", "no-op")
    .filter((one) => one.shape === "senders" && one.step === step && one.count <= 1000)
    .sort((a, b) => b.count - a.count);
  return {
    what: `${step} of ${count(largest?.count)}senders, time as a multiple of the no-op's`,
    measured: largest?.wallRatio,
    ...(largest && largest.runs > 1
      ? { spread: [largest.leastRatio, largest.mostRatio] as const }
      : {}),
    digits: 2,
    atMost: ratioWanted[step],
  };
}

function requestGoals(all: readonly Typical[]): Wanted[] {
  const of = (step: Step) =>
    all
      .filter((one) => one.contender === "provider" && one.shape === "senders" && one.step === step)
      .sort((a, b) => b.count - a.count)[0];
  const [up, refresh] = [of("up"), of("refresh")];
  const pages = (one: Typical | undefined) => Math.ceil((one?.count ?? 0) / 100);
  const requests = (what: string, one: Typical | undefined, atMost: number): Wanted => ({
    what: `requests ${what} ${count(one?.count)}senders`,
    measured: one?.requests,
    digits: 0,
    atMost,
  });
  return [
    {
      what: `requests that create ${count(up?.count)}senders`,
      measured: up && up.requests - up.searches,
      digits: 0,
      atMost: up?.count ?? 0,
    },
    { what: "searches beside them", measured: up?.searches, digits: 0, atMost: pages(up) + 10 },
    requests("of an unchanged preview of", of("unchanged-preview"), 0),
    requests("of an unchanged up of", of("unchanged"), 0),
    requests("that refresh", refresh, pages(refresh) + 1),
  ];
}

function callGoal({ identicalCalls: measured }: BenchResult): Wanted {
  return {
    what: `requests of ${count(measured?.calls)}identical function calls`,
    measured: measured?.requests,
    digits: 0,
    atMost: 1,
  };
}

function limitGoal({ limited }: BenchResult): Wanted {
  const [up, noop] = [limited?.run, limited?.noop].map((run) =>
    run?.steps.find(({ step }) => step === "up"),
  );
  const allowedMs = ((up?.count ?? 0) / (limited?.perSecond ?? 1)) * 1000;
  return {
    what:
      `up of ${count(up?.count)}senders where the service takes ${count(limited?.perSecond)}requests a second, ` +
      "as a multiple of what the limit allows or the no-op's time, whichever is longer",
    measured: up && up.wallMs / Math.max(allowedMs, noop?.wallMs ?? 0),
    digits: 2,
    atMost: 1.2,
  };
}

function memoryGoal({ lifecycles }: BenchResult): Wanted {
  const points = lifecycles
    .filter(({ what }) => what === "refresh")
    .map(({ count, heldBytes }) => ({ count, value: heldBytes }));
  const what = "bytes that a provider process keeps for each sender that it refreshes";
  return { what, measured: growth(points), digits: 0, atMost: 2000 };
}

function textGoals({ runs }: BenchResult): Wanted[] {
  const bytesOf = (name: string) =>
    Math.max(
      0,
      ...runs
        .filter(({ contender, shape }) => contender === name && shape === "senders")
        .map(({ codeBytes = 0 }) => codeBytes),
    );
  const [own, tutorial] = [bytesOf("provider"), bytesOf("tutorial")];
  return [
    {
      what: "bytes of the provider's text in the state, each copy",
      measured: own === 0 ? undefined : own,
      digits: 0,
      atMost: 100,
    },
    {
      what: "the tutorial's text in the state as a multiple of that",
      measured: own === 0 || tutorial === 0 ? undefined : tutorial / own,
      digits: 0,
      atLeast: 10,
    },
  ];
}

function count(value: number | undefined): string {
  return value === undefined ? "" : `${value.toLocaleString("en-US")} `;
}
