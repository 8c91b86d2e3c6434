import type { Emulator } from "email-marketing-emulator";
import fc from "fast-check";
import type { Engine } from "./engine";

/** What a person does to the program's campaign in the service's own pages, between two commands. */
export type Hand = (typeof hands)[number];

const hands = ["edit", "move", "pause", "resume", "abort", "delete", "send"] as const;

/** Random hands; most commands have none before them. */
export const someHands: fc.Arbitrary<readonly Hand[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...hands), { minLength: 1, maxLength: 2 }) },
);

/** A campaign that a person has stopped, and the dates that it had then. */
export interface Stop {
  readonly id: string;
  readonly isForGood: boolean;
  /** The service's, which a killed run may have set, and those of the state, where a refresh has shown a moved one. */
  readonly dates: readonly unknown[];
}

/** What people have done so far. */
export interface Hands {
  /** Campaigns whose status somebody has decided: no test changes it any more. */
  readonly touched: Set<string>;
  readonly stops: Map<string, Stop>;
  /** Lets a person act on the campaign that the state has. */
  act(hand: Hand): void;
  /** Notes what the program declares: another date than at a pause is a decision to go on. */
  declare(scheduledAt: unknown): void;
}

/** What a hand makes of a campaign that has a date and is not sent yet. */
const changes: Readonly<Record<Exclude<Hand, "edit" | "delete">, object>> = {
  move: { status: "Scheduled", scheduled_at: "2098-03-20 12:00:00" },
  pause: { status: "Paused" },
  resume: { status: "Scheduled" },
  abort: { status: "Aborted" },
  // It is due at once, and finished a minute later.
  send: { status: "Scheduled", scheduled_at: "2025-12-31 09:00:00" },
};

/** Nobody has done anything yet. */
export function createHands(emulator: Emulator, { state }: Engine): Hands {
  const touched = new Set<string>();
  const stops = new Map<string, Stop>();
  return {
    touched,
    stops,
    act(hand) {
      const id = state.get("campaign")?.id ?? "";
      const row = emulator.snapshot().campaigns.find((one) => one.id === id);
      if (!row) return;
      const { status } = row;
      const isOpen = status === "Scheduled" || status === "Paused";
      if (hand === "edit") {
        emulator.patch("campaigns", id, { subject: "Edited by hand" });
      } else if (hand === "delete") {
        emulator.remove("campaigns", id);
      } else if (isOpen) {
        touched.add(id);
        emulator.patch("campaigns", id, changes[hand]);
        const schedule = state.get("schedule");
        const { declared } = (schedule?.outputs.reading ?? {}) as { readonly declared?: unknown };
        const dates = [row.scheduled_at, schedule?.inputs.scheduledAt, declared];
        const isForGood = hand === "abort";
        if (isForGood || hand === "pause") stops.set(id, { id, isForGood, dates });
        else stops.delete(id);
      }
    },
    declare(scheduledAt) {
      if (scheduledAt === undefined) return;
      for (const [id, { isForGood, dates }] of stops) {
        if (!isForGood && !dates.includes(scheduledAt)) stops.delete(id);
      }
    },
  };
}
