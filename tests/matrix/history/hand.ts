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

/** Nobody has done anything yet. */
export function createHands(emulator: Emulator, { state }: Engine): Hands {
  const touched = new Set<string>();
  const stops = new Map<string, Stop>();
  const rowOf = (id: string) => emulator.snapshot().campaigns.find((row) => row.id === id);
  return {
    touched,
    stops,
    act(hand) {
      const id = state.get("campaign")?.id ?? "";
      const row = rowOf(id);
      if (!row) return;
      const { status } = row;
      const isOpen = status === "Scheduled" || status === "Paused";
      const schedule = state.get("schedule");
      const { declared } = (schedule?.outputs.reading ?? {}) as { readonly declared?: unknown };
      const dates = [row.scheduled_at, schedule?.inputs.scheduledAt, declared];
      const stop = (isForGood: boolean) => stops.set(id, { id, isForGood, dates });
      if (hand === "edit") {
        emulator.patch("campaigns", id, { subject: "Edited by hand" });
      } else if (hand === "delete") {
        emulator.remove("campaigns", id);
      } else if (isOpen) {
        touched.add(id);
        actOnOpen(hand, { emulator, id, stop, resume: () => stops.delete(id) });
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

interface OpenCampaign {
  readonly emulator: Emulator;
  readonly id: string;
  readonly stop: (isForGood: boolean) => void;
  readonly resume: () => void;
}

/** One that has a date and is not sent yet. */
function actOnOpen(hand: Hand, { emulator, id, stop, resume }: OpenCampaign): void {
  const be = (fields: object) => emulator.patch("campaigns", id, fields);
  if (hand === "move") be({ status: "Scheduled", scheduled_at: "2098-03-20 12:00:00" });
  if (hand === "pause") be({ status: "Paused" });
  if (hand === "abort") be({ status: "Aborted" });
  if (hand === "resume") be({ status: "Scheduled" });
  // It is due at once, and finished a minute later.
  if (hand === "send") be({ status: "Scheduled", scheduled_at: "2025-12-31 09:00:00" });
  if (hand === "pause") stop(false);
  else if (hand === "abort") stop(true);
  else resume();
}
