import type { Account } from "../account/account";
import type { Holdings } from "../account/holdings";
import type { Finding, NamedFinding } from "../input/finding";
import type { Settings } from "../settings/settings";

type Properties = Readonly<Record<string, unknown>>;

/** One resource as the program declares it. */
export interface Declared {
  /** Its logical name. */
  readonly name: string;
  /** The object of the program that it is. */
  readonly resource: object;
  /** Undefined for an object yet to be created. */
  readonly id?: string;
  /** Its inputs as far as they are known. */
  readonly props: Properties;
  /** By input, the resource whose output it is, where it is one's: it tells two unknown values apart. */
  readonly origins: Readonly<Record<string, object>>;
  readonly isChanged: boolean;
  /** Counts up by the order of declaration. */
  readonly order: number;
}

/** What a preview knows of the account and the program beside the inputs of the resource that it looks at. */
export interface ProgramContext extends Declared {
  /** True when the object is yet to be created. */
  readonly isNew: boolean;
  /** The inputs whose values it has in common with the object of this account that it replaces; none where it replaces none. */
  readonly keeps: readonly string[];
  readonly settings: Settings;
  /** What the account holds, each kind read once for all resources of the account in this run. */
  holdings(): Holdings;
  /** All resources, or those of a kind, that the program declares in the same account, as far as the door can know them. */
  declared(kind?: string): Promise<readonly Declared[]>;
  /** Whether that is all of them; where it is not, others may follow. */
  readonly knowsAll: boolean;
}

/** What is known of a change beside the inputs. */
export interface ChangeContext<Props> {
  readonly id: string;
  readonly old: Props;
  /** The account of the engine's process: the update gets the answers that are read through it here. */
  readonly account: Account;
  /** Whether an update sends this input. */
  isChanged(input: keyof Props & string): boolean;
}

/**
 * What a look into the account says before anything is applied. An `error` would fail the apply, or do what no user wants;
 * the setting `preflight` decides whether it fails the preview, too. A `warning` never does.
 */
type Findings = readonly NamedFinding[] | Promise<readonly NamedFinding[]>;

/** Questions that a preview asks; nothing to say is an empty list. */
export interface Preflight<Props> {
  /** Asked in the program, where all resources are known: of every new or changed one. */
  readonly ofProgram?: readonly ((props: Partial<Props>, context: ProgramContext) => Findings)[];
  /** Asked in the program, of one that is yet to be created. */
  readonly ofNew?: readonly ((props: Partial<Props>, context: ProgramContext) => Findings)[];
  /** Asked in the program, of one that is yet to be created, whatever `preflight` says: what a setting forbids. */
  readonly guardOfNew?: (
    props: Partial<Props>,
    context: ProgramContext,
  ) => Promise<readonly Finding[]>;
  /** Asked by the engine's diff, since only the state shows what a change sends. */
  readonly ofChange?: readonly ((
    props: Partial<Props>,
    context: ChangeContext<Props>,
  ) => Findings)[];
  /**
   * Asked by the engine's diff of an object that takes the place of another, and by its check of a new one, whose id is
   * empty: for what turns on whether an object of the account is the one that is deleted first.
   */
  readonly ofReplacement?: readonly ((
    props: Partial<Props>,
    context: ChangeContext<Props>,
  ) => Findings)[];
}
