import type { Account } from "../account/account";
import type { Holdings } from "../account/holdings";
import type { NamedFinding } from "../input/finding";
import type { Settings } from "../settings/settings";

type Properties = Readonly<Record<string, unknown>>;

/** One resource as the program declares it. */
export interface Declared {
  /** Its logical name. */
  readonly name: string;
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
  readonly settings: Settings;
  /** What the account holds, each kind read once for all resources of the account in this run. */
  holdings(): Holdings;
  /** All resources of a kind that the program declares in the same account, once the program has run to its end. */
  declared(kind: string): Promise<readonly Declared[]>;
}

/** What is known of a change beside the inputs. */
export interface ChangeContext<Props> {
  readonly settings: Settings;
  readonly id: string;
  readonly old: Props;
  holdings(): Holdings;
  /** The account itself, for reads that the update makes as well. */
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
  /** Asked by the engine's diff, since only the state shows what a change sends. */
  readonly ofChange?: readonly ((
    props: Partial<Props>,
    context: ChangeContext<Props>,
  ) => Findings)[];
}
