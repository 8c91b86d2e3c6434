import type { Account } from "../account/account";
import { seenObjects } from "../account/step";
import type { NamedFinding } from "../input/finding";
import { type Properties, present } from "../input/plain";

export interface Declared {
  /** Its logical name; empty where a step of the engine asks, which does not know it. */
  readonly name: string;
  readonly id?: string;
  /** Its inputs as far as they are known. */
  readonly props: Properties;
  /** Its inputs as the program gives them, where that is known: one output has one value, and what is made of it may have any. */
  readonly given: Properties;
  /** The output that its id is, where that is known. */
  readonly idOutput?: object;
  readonly isChanged: boolean;
  /** False while nothing was asked about it, where one is asked about after the other. */
  readonly isAsked?: boolean;
  /** Texts among its inputs that a sentence about another resource must not show. */
  readonly secrets?: readonly string[];
  /** Counts up by the order of declaration. */
  readonly order: number;
}

/** What is known beside the inputs of an object, wherever somebody asks about it. */
export interface PreflightContext<Props = Properties, Outputs = object> {
  /** What it holds is read once for all who ask. In the engine's process, the update gets the same answers. */
  readonly account: Account;
  /** The object itself; of one that replaces another, with the id of the other. */
  readonly own: Declared;
  /** What the state has of it; empty for a new one. The program sees only the outputs of one that does not change. */
  readonly old: Partial<Props & Outputs>;
  /** The inputs whose values it has in common with the object of this account that it replaces; none where it replaces none. */
  readonly keeps: readonly string[];
  /** All resources, or those of a kind, that the program declares in the same account, as far as they can be known here. */
  declared(kind?: string): Promise<readonly Declared[]>;
  /** Whether that is all of them; where it is not, others may follow. */
  readonly knowsAll: boolean;
}

/**
 * What a look into the account says before anything is applied. An `error` would fail the apply, or do what no user wants;
 * the setting `preflight` decides whether it fails the preview, too. A `warning` never does.
 */
type Findings = readonly NamedFinding[] | Promise<readonly NamedFinding[]>;

/** Of which objects a question is asked. A new one sends all of its inputs, a changed one those that differ. */
export type When =
  /** Of each one that is new or changed, in the program: the other resources matter, and not what is sent. */
  | "declared"
  /** Of each one that is there already, changed or not, in the program: what is about something else that left it. */
  | "kept"
  | "new"
  /** Of one that an update changes, in the engine's diff: only the state shows what is sent. */
  | "changed"
  | "new or changed"
  /** Of each one that an update compares with the state, changed or not, once the questions of a change have their answers. */
  | "compared"
  /** Of one that takes the place of another, in its diff, and of a new one: for what turns on which object is deleted first. */
  | "replacing"
  /** In a preview alone, of each one that it creates or changes, where the state is known: only a reviewer reads what is said. */
  | "shown";

export interface PreflightCheck<Props, Outputs = object> {
  readonly when: When;
  /**
   * The inputs that it is about. A step of the engine asks it if one of them differs, or if there is none; the program, which sees no
   * state, always does.
   */
  readonly inputs: readonly (keyof Props & string)[];
  readonly ask: (props: Partial<Props>, context: PreflightContext<Props, Outputs>) => Findings;
  /** True if it is also asked with the setting preflight "off". It must not read the account then. */
  readonly isAskedIfOff?: true;
}

/** A step from what the service has, as far as it is confirmed, to what is declared; to a new object without `old`. */
export interface ObjectStep {
  readonly id?: string;
  readonly old?: Properties | undefined;
  readonly props: Properties;
}

/** What a step of the engine knows: of the program, the objects that this process has come to. */
export function contextOfStep(
  account: Account,
  { id, old = {}, props }: ObjectStep,
): PreflightContext {
  const unnamed = { name: "", given: {}, isChanged: true, order: 0 };
  return {
    account,
    own: present({ ...unnamed, id, props }),
    old,
    keeps: [],
    declared: async (kind = "") =>
      seenObjects(account.settings, kind).map((one) => ({ ...unnamed, ...one })),
    knowsAll: false,
  };
}
