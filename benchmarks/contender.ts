import type { Emulator } from "email-marketing-emulator";
import type { CommandResult } from "../tools/engine/command";

/** What a program declares: senders only, or a mix of the kinds. */
export type Shape = "senders" | "mixed";

/** What is measured of a deployment, in the order in which it is done. */
export const steps = [
  "preview",
  "up",
  "unchanged-preview",
  "unchanged",
  "refresh",
  "destroy",
] as const;

export type Step = (typeof steps)[number];

/** One way to keep objects of the service under management. */
export interface Contender {
  /** In the columns of the tables and in the JSON. */
  readonly name: string;
  /** What it is, in one sentence. */
  readonly what: string;
  /** What it can't do that the provider does, each in a few words. */
  readonly cannot: readonly string[];
  /** The shapes that it can declare. */
  readonly shapes: readonly Shape[];
  /** Tells the process whose memory is measured by its command line. */
  readonly isProviderProcess: (commandLine: string) => boolean;
  /** Lays a program in a folder of its own; runs nothing yet. */
  readonly open: (load: Load) => Promise<Deployment>;
}

/** What a deployment shall hold, and the service that it speaks to. */
export interface Load {
  readonly shape: Shape;
  readonly count: number;
  readonly emulator: Emulator;
}

/** A program with its state. */
export interface Deployment {
  /** Does a step; a preview shows what the `up` would do, with every input. */
  readonly run: (step: Step) => Promise<CommandResult>;
  /** The size of the state as it lies on the disk. */
  readonly stateBytes: () => Promise<number>;
  /** The size of what the state holds of the provider's code, for one object; absent where there is none. */
  readonly codeBytes?: () => Promise<number>;
  readonly close: () => Promise<void>;
}
