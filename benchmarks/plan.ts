import type { Shape, Step } from "./contender";
import type { LifecycleTask } from "./lifecycle-process";

/** Runs of all contenders with one number of objects. */
export interface Round {
  readonly shape: Shape;
  readonly count: number;
  readonly runs: number;
  /** The contenders that take part; all that can declare the shape when absent. */
  readonly only?: readonly string[];
  /** The steps that are done; all when absent. */
  readonly steps?: readonly Step[];
}

/** What one size of the benchmark does; its bounds are here and nowhere else. */
export interface Plan {
  readonly rounds: readonly Round[];
  readonly startUps: number;
  readonly lifecycles: readonly LifecycleTask[];
  /** How often a program calls the same function. */
  readonly calls: number;
  /** Senders to create where the service limits its requests. */
  readonly limited: number;
  /** Every command together must be done by then, or the rest is left out. */
  readonly minutes: number;
}

export const sizeNames = ["tiny", "small", "large"] as const;

export type SizeName = (typeof sizeNames)[number];

export const limitPerSecond = 50;

const two = ["no-op", "provider"];
const withoutFirstPreview = ["up", "unchanged-preview", "unchanged", "refresh", "destroy"] as const;
/** What can be repeated is, since a short step says little on a machine that others share. */
const repeatedly: readonly Step[] = [
  ...(["up", "unchanged-preview"] as const),
  ...Array<Step>(3).fill("unchanged"),
  ...Array<Step>(5).fill("refresh"),
  "destroy",
];

/** Everything above 1,000 objects is the engine's own square: it and the provider are enough there. */
export const plans: Record<SizeName, Plan> = {
  // Tells whether everything can be measured here, and nothing of what it takes.
  tiny: {
    rounds: [
      { shape: "senders", count: 3, runs: 1 },
      { shape: "mixed", count: 10, runs: 1 },
    ],
    startUps: 1,
    lifecycles: [
      { what: "create", count: 20 },
      { what: "refresh", count: 100 },
      { what: "refresh", count: 300 },
    ],
    calls: 3,
    limited: 3,
    minutes: 10,
  },
  small: {
    rounds: [
      { shape: "senders", count: 10, runs: 3 },
      { shape: "senders", count: 100, runs: 3 },
      { shape: "mixed", count: 100, runs: 1 },
    ],
    startUps: 7,
    lifecycles: [
      { what: "create", count: 300 },
      { what: "refresh", count: 1000 },
      { what: "refresh", count: 5000 },
    ],
    calls: 20,
    limited: 100,
    minutes: 20,
  },
  large: {
    // What must hold comes first, for a run whose time is over before all is done.
    rounds: [
      { shape: "senders", count: 10, runs: 3 },
      { shape: "senders", count: 1000, runs: 8, only: two, steps: repeatedly },
      { shape: "senders", count: 100, runs: 3 },
      { shape: "mixed", count: 100, runs: 1 },
      { shape: "senders", count: 2000, runs: 1, only: two, steps: withoutFirstPreview },
      { shape: "mixed", count: 1000, runs: 1, only: two },
      { shape: "senders", count: 1000, runs: 1, only: ["tutorial", "opentofu", "command"] },
    ],
    startUps: 15,
    lifecycles: [
      { what: "create", count: 5000 },
      { what: "refresh", count: 1000 },
      { what: "refresh", count: 10_000 },
      { what: "refresh", count: 50_000 },
    ],
    calls: 100,
    limited: 1000,
    minutes: 130,
  },
};
