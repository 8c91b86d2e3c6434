import type { BenchResult } from "../result";
import { typical } from "./comparison";

/** One thing that docs/scale.md foretells, beside what was measured. */
export interface ModelCheck {
  readonly what: string;
  readonly unit: string;
  readonly foretold: number;
  readonly measured: number;
}

interface Point {
  readonly count: number;
  readonly value: number;
}

/**
 * Searches that find `count` senders one after another in an account with so many: one for the first, pages for the
 * rest; of more than 20 pages one for each, until a tenth as many senders as pages are wanted.
 */
export function searches(count: number, inAccount: number): number {
  if (count <= 1) return count;
  const pages = Math.max(1, Math.ceil(inAccount / 100));
  const alone = pages <= 20 ? 1 : Math.ceil(pages / 10) - 1;
  // The page that tells the total is read in any case.
  return alone >= count ? count + 1 : alone + pages;
}

/** Requests that create senders in an account that holds others already. */
export function createRequests(count: number, alreadyThere: number): number {
  return count + searches(count, alreadyThere);
}

/** Requests that refresh senders of one stack, in an account with so many. */
export function refreshRequests(count: number, inAccount: number): number {
  return searches(count, inAccount);
}

/** Seconds that so many requests take at a pace. */
export function secondsAt(requests: number, perSecond: number): number {
  return requests / perSecond;
}

/** The value at `count` of the polynomial of the lowest degree through all points. */
export function foretell(points: readonly Point[], count: number): number {
  const terms = points.map((own) => {
    const others = points.filter((other) => other !== own);
    const factors = others.map((other) => (count - other.count) / (own.count - other.count));
    return factors.reduce((product, factor) => product * factor, own.value);
  });
  return terms.reduce((sum, term) => sum + term, 0);
}

/** The model's numbers for what this result has measured. */
export function modelChecks(result: BenchResult): ModelCheck[] {
  return [...requestChecks(result), ...stateChecks(result), ...timeChecks(result)];
}

function requestChecks({ runs }: BenchResult): ModelCheck[] {
  const largest = typical(runs)
    .filter(({ contender, shape }) => contender === "provider" && shape === "senders")
    .sort((a, b) => b.count - a.count);
  const foretold = { up: createRequests, refresh: refreshRequests };
  return (["up", "refresh"] as const).flatMap((step) => {
    const one = largest.find((candidate) => candidate.step === step);
    if (!one) return [];
    const { count, requests } = one;
    const inAccount = step === "up" ? 0 : count;
    return [
      {
        what: `${step} of ${count.toLocaleString("en-US")} senders`,
        unit: "requests",
        foretold: foretold[step](count, inAccount),
        measured: requests,
      },
    ];
  });
}

/** State grows by the same with every object: the largest, foretold from the two below it. */
function stateChecks({ runs }: BenchResult): ModelCheck[] {
  const own = runs.filter(
    ({ contender, shape }) => contender === "provider" && shape === "senders",
  );
  const points = new Map(
    own.flatMap(({ count, stateBytes }) =>
      stateBytes === undefined ? [] : [[count, stateBytes] as const],
    ),
  );
  return lastFromBefore(points, 2, { what: "state of", unit: "kB", divisor: 1000 });
}

/** The engine's time grows with the square: the largest, foretold from the three below it. */
function timeChecks({ runs }: BenchResult): ModelCheck[] {
  return ["no-op", "provider"].flatMap((name) => {
    const ups = typical(runs).filter(
      ({ contender, shape, step }) => contender === name && shape === "senders" && step === "up",
    );
    const points = new Map(ups.map(({ count, wallMs }) => [count, wallMs]));
    const told = { what: `up by the ${name} of`, unit: "s", divisor: 1000 };
    return lastFromBefore(points, 3, told);
  });
}

function lastFromBefore(
  values: ReadonlyMap<number, number>,
  degree: number,
  { what, unit, divisor }: { what: string; unit: string; divisor: number },
): ModelCheck[] {
  const points = [...values]
    .map(([count, value]) => ({ count, value }))
    .sort((a, b) => b.count - a.count);
  const [last, ...before] = points;
  if (!last || before.length < degree) return [];
  return [
    {
      what: `${what} ${last.count.toLocaleString("en-US")} senders`,
      unit,
      foretold: foretell(before.slice(0, degree), last.count) / divisor,
      measured: last.value / divisor,
    },
  ];
}
