import type { Shape } from "./contender";
import type { LifecycleTask } from "./lifecycle-process";

/** Runs of all contenders with one number of objects. */
export interface Round {
  readonly shape: Shape;
  readonly count: number;
  readonly runs: number;
  /** The contenders that take part; all that can declare the shape when absent. */
  readonly only?: readonly string[];
}

/** What one size of the benchmark does; its bounds are here and nowhere else. */
export interface Plan {
  readonly rounds: readonly Round[];
  readonly startUps: number;
  readonly lifecycles: readonly LifecycleTask[];
  /** Senders to create where the service limits its requests. */
  readonly limited: number;
  /** Every command together must be done by then, or the rest is left out. */
  readonly minutes: number;
}

export const sizeNames = ["small", "large"] as const;

export type SizeName = (typeof sizeNames)[number];

export const limitPerSecond = 50;

/** Everything above 1,000 objects is the engine's own square: it and the provider are enough there. */
export const plans: Record<SizeName, Plan> = {
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
    limited: 100,
    minutes: 20,
  },
  large: {
    // What tells most comes first, for a run whose time is over before all is done.
    rounds: [
      { shape: "senders", count: 10, runs: 3 },
      { shape: "senders", count: 1000, runs: 2, only: ["no-op", "provider"] },
      { shape: "senders", count: 100, runs: 3 },
      { shape: "mixed", count: 100, runs: 2 },
      { shape: "senders", count: 1000, runs: 1, only: ["tutorial", "opentofu", "command"] },
      { shape: "mixed", count: 1000, runs: 1, only: ["no-op", "provider"] },
      { shape: "senders", count: 2000, runs: 1, only: ["no-op", "provider", "opentofu"] },
    ],
    startUps: 15,
    lifecycles: [
      { what: "create", count: 5000 },
      { what: "refresh", count: 1000 },
      { what: "refresh", count: 10_000 },
      { what: "refresh", count: 50_000 },
    ],
    limited: 1000,
    minutes: 90,
  },
};
