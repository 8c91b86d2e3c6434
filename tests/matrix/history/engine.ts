import type { SpecifiedKind } from "../../support/specimen";

/** One resource of a program. */
export interface Declaration {
  readonly name: string;
  readonly kind: SpecifiedKind;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Inputs that are the id of another resource, by that one's name. */
  readonly ids?: Readonly<Record<string, string>>;
}

/** One resource in the state. */
export interface Entry {
  readonly kind: SpecifiedKind;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Its last step failed halfway: the next run updates it, changed or not, unless a refresh comes first. */
  readonly isUnfinished: boolean;
}

/** Where a run crashes: with which of its steps, counted from 0, and on which side of it. */
export interface CrashPoint {
  readonly step: number;
  readonly when: "before" | "after";
}

/** How one step of the provider ended, as the engine knows it; `crashed` is what it never heard. */
export interface StepRecord {
  readonly name: string;
  readonly step: "create" | "update" | "delete" | "read";
  readonly ended: "done" | "kept" | "failed" | "crashed";
  readonly id?: string;
}

/** What a run did. */
export interface Run {
  readonly errors: readonly string[];
  /** What its provider told the user. */
  readonly printed: readonly string[];
  readonly isCrashed: boolean;
  readonly steps: readonly StepRecord[];
}

/** Pulumi's engine with one stack: a model of it, or the real one. */
export interface Engine {
  /** The resources in the state by their names. */
  readonly state: ReadonlyMap<string, Omit<Entry, "isUnfinished">>;
  /** Makes the account what the program declares. */
  up(program: readonly Declaration[], crash?: CrashPoint): Promise<Run>;
  refresh(crash?: CrashPoint): Promise<Run>;
  /** `pulumi state delete`. */
  forget(name: string): Promise<void>;
}
