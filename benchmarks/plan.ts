import type { MemoryPlan } from "./memory";
import type { PluginPlan } from "./plugin/measure";

/** What one size of the benchmark measures. */
export interface Plan {
  /** Senders of the stack whose CPU time is profiled. */
  readonly profiled: number;
  /** Senders of the stacks that all contenders manage; two, so that growth shows. */
  readonly compared: readonly [number, number];
  /** Senders that one provider process refreshes, without the engine. */
  readonly refreshed: readonly number[];
  /** Senders of the stack that is made with and without checkpoints. */
  readonly recorded: number;
  /** Changed campaigns whose pages are written. */
  readonly shown: number;
  /** How often a program calls the same function. */
  readonly calls: number;
  /** Campaigns with a mail of 50 kB as a string. */
  readonly memory: MemoryPlan;
  readonly plugin: PluginPlan;
  /** Characters of the texts that are slow to read; each twice the one before. */
  readonly hostile: readonly number[];
}

export const plans = {
  /** Shows in a minute whether everything can be measured here. */
  small: {
    profiled: 20,
    compared: [3, 6],
    refreshed: [100, 300],
    recorded: 5,
    shown: 5,
    calls: 3,
    memory: { applied: [3, 6], previewed: [] },
    plugin: { rounds: 1, unchanged: 10, load: 5, loadRounds: 1 },
    hostile: [2500, 5000, 10_000],
  },
  large: {
    profiled: 1000,
    compared: [10, 100],
    refreshed: [1000, 10_000, 50_000],
    recorded: 1000,
    shown: 200,
    calls: 100,
    memory: { applied: [50, 200], previewed: [1000] },
    plugin: { rounds: 7, unchanged: 10, load: 1000, loadRounds: 11 },
    hostile: [250_000, 500_000, 1_000_000],
  },
} satisfies Record<string, Plan>;

export type SizeName = keyof typeof plans;
