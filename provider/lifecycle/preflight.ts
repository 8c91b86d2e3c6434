import type { Holdings } from "../account/account";
import type { Client } from "../client/request";
import type { Settings } from "../settings/settings";

/** Something that a preview sees coming. */
export interface Foreseen {
  /** What `ignoreChecks` silences it by. */
  readonly name: string;
  /**
   * `fault`: an apply would fail, or do what nobody wants; the setting `preflight` says what a fault is. `advice`: a
   * warning at most. `note`: worth knowing.
   */
  readonly level: "fault" | "advice" | "note";
  /** What is wrong and what to do, one line. */
  readonly problem: string;
}

/** One resource as the program declares it. */
export interface Declared {
  /** Its logical name. */
  readonly name: string;
  /** Its inputs as far as they are known. */
  readonly props: Readonly<Record<string, unknown>>;
  readonly isChanged: boolean;
  /** Counts up by the order of declaration. */
  readonly order: number;
}

/** What a preview knows of the resource that it looks at, and of its surroundings. */
export interface Surroundings extends Declared {
  /** True when the object is yet to be made. */
  readonly isNew: boolean;
  readonly settings: Settings;
  /** The main interface of the account, for reads only. */
  readonly main: Client;
  /** What the account holds. */
  holdings(): Holdings;
  /** What is looked up once for all resources of the account in this run. */
  once<Value>(what: string, look: () => Promise<Value>): Promise<Value>;
  /** All resources of a kind that the program declares in the same account, once the program has run to its end. */
  declared(kind: string): Promise<readonly Declared[]>;
}

/** Looks into one matter; nothing to say is an empty list. */
export type Foresight<Props> = (
  props: Partial<Props>,
  surroundings: Surroundings,
) => readonly Foreseen[] | Promise<readonly Foreseen[]>;
