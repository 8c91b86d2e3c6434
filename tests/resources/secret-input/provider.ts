import type { Properties } from "../../../provider/plain/value";
import type { Kind } from "../../support/resource";
import type { Declared } from "./program";

/** An object of the stack, as the engine stores it. */
export interface Stored {
  readonly kind: Kind;
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

/** The messages of a stack's commands, and the texts in its state. */
export interface Shown {
  readonly messages: string[];
  /** The texts that the state shows, without those that the engine encrypts. */
  readonly stored: string[];
}

export type IsSecret = (kind: Kind, input: string) => boolean;

/** A provider process of one command. Its steps throw the errors that the engine shows. */
export interface OpenedProvider {
  /** Returns false if the engine takes the resource for unchanged. */
  preview(one: Declared, order: number, old?: Stored): Promise<boolean>;
  /** Runs the program of a preview, if the runtime checks resources in the program. */
  runProgram(
    program: readonly Declared[],
    objects: ReadonlyMap<string, Stored>,
    changed: ReadonlySet<string>,
  ): Promise<void>;
  update(one: Declared, old?: Stored): Promise<Stored>;
  read(name: string, old: Stored): Promise<Pick<Stored, "outputs">>;
  remove(name: string, old: Stored): Promise<void>;
}

export type OpenProvider = (
  settings: Readonly<Record<string, string>>,
  isSecret: IsSecret,
  shown: Shown,
) => Promise<OpenedProvider>;
