import type { Emulator } from "email-marketing-emulator";
import type { CommandResult } from "../tools/engine/command";
import type { TimedResult } from "./timed-command";

/** What is done with a program, in this order. */
export const steps = [
  "preview",
  "up",
  "unchanged-preview",
  "unchanged",
  "refresh",
  "destroy",
] as const;

export type Step = (typeof steps)[number];

/** The steps as the page names them. */
export const stepWords = {
  preview: "preview",
  up: "up",
  "unchanged-preview": "unchanged preview",
  unchanged: "unchanged up",
  refresh: "refresh",
  destroy: "destroy",
} satisfies Record<Step, string>;

/** One way to manage senders. */
export interface Contender {
  /** In the headings of the tables. */
  readonly name: string;
  /** Writes a program into a folder of its own; runs nothing yet. */
  readonly open: (load: Load) => Promise<Deployment>;
}

/** How many senders a program declares, and the service that it talks to. */
export interface Load {
  readonly count: number;
  readonly emulator: Emulator;
}

/** A program with its state. */
export interface Deployment {
  /** Runs a step; a preview shows what the `up` would do, with every input. */
  readonly run: (step: Step, env?: Readonly<Record<string, string>>) => Promise<CommandResult>;
  /** The same, with the time that it takes. */
  readonly timed: (step: Step, env?: Readonly<Record<string, string>>) => Promise<TimedResult>;
  /** The size of the state file. */
  readonly stateBytes: () => Promise<number>;
  /** The size of the provider's code in the state, for one sender; absent where there is none. */
  readonly codeBytes?: () => Promise<number>;
  readonly close: () => Promise<void>;
}
