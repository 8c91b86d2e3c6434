import type { Account } from "../account/account";
import { seenObjects } from "../account/step";
import type { NamedFinding } from "../input/finding";
import { type Properties, present } from "../input/plain";

export interface Declared {
  /** The logical name; empty in a step of the engine, which doesn't know it. */
  readonly name: string;
  readonly id?: string;
  /** The inputs, as far as they are known. */
  readonly props: Properties;
  /** Its inputs as the program gives them, if that is known: one output has one value, and what is made of it may have any. */
  readonly given?: Properties;
  /** The output that its id is, where that is known. */
  readonly idOutput?: object;
  readonly isChanged: boolean;
  /** True once its checks have run, if each runs before the next resource is seen. */
  readonly isAsked?: true;
  /** Texts among its inputs that a sentence about another resource must not show. */
  readonly secrets?: readonly string[];
  /** Increases in the order of declaration. */
  readonly order: number;
}

/** A create, or a change of an object, as a check sees it. */
export interface CheckedStep<Props = Properties, Outputs = object> {
  /** Reads each collection once for all checks. In the engine's process, the update gets the same answers. */
  readonly account: Account;
  /** The object itself. For a replacement, with the id of the replaced object. */
  readonly own: Declared;
  readonly props: Partial<Props>;
  /** What the state has of the object; empty for a new one. */
  readonly old: Partial<Props & Outputs>;
  /** The inputs whose values a new object has in common with the one that it replaces; undefined if it replaces none. */
  readonly keeps?: readonly string[] | undefined;
}

/** The resources that the program declares in the same account, as far as the engine shows them. */
export interface Program<Props = Properties, Outputs = object> extends CheckedStep<Props, Outputs> {
  resources(kind?: string): Promise<readonly Declared[]>;
  /** The resources of a kind beside which the own one is reported: of two that are the same, one reports the other. */
  others(kind: string): Promise<readonly Declared[]>;
  /** Whether the program declares such a resource; undefined if none is seen so far, and others may follow. */
  declares(kind: string, fits: (one: Declared) => boolean): Promise<boolean | undefined>;
}

/**
 * The findings of a check before anything is applied. An `error` would fail the apply, or do what no user wants; the
 * setting `preflight` decides whether it also fails the preview. A `warning` never does.
 */
type Findings = readonly NamedFinding[] | Promise<readonly NamedFinding[]>;

interface Dependent<Props> {
  /**
   * The inputs that the check depends on. It's asked of a new object that declares one of them, and of a change of one of them. A check
   * without inputs is asked of every resource.
   */
  readonly inputs: readonly (keyof Props & string)[];
}

/** A check of one resource, its state and the account. */
export interface StepCheck<Props, Outputs = object> extends Dependent<Props> {
  readonly ask: (step: CheckedStep<Props, Outputs>) => Findings;
  /**
   * If given, the only step of the engine that asks. In a preview: requests whose answers a reviewer alone reads. Before a replacement:
   * what turns on the object that is deleted first.
   */
  readonly only?: "preview" | "replacement";
}

/** A check of the whole program. It's asked of new resources, and without inputs of every one, because another one may have changed. */
export interface ProgramCheck<Props, Outputs = object> extends Dependent<Props> {
  readonly atEnd: (program: Program<Props, Outputs>) => Findings;
  /** True if the check is also asked with the setting preflight "off". It must not read the account then. */
  readonly isAskedIfOff?: true;
}

export type PreflightCheck<Props, Outputs = object> =
  | StepCheck<Props, Outputs>
  | ProgramCheck<Props, Outputs>;

export function isNew({ id, isChanged }: Declared): boolean {
  return isChanged && id === undefined;
}

/** A step from what the service has, as far as it is confirmed, to what is declared; to a new object without `old`. */
export interface ObjectStep {
  readonly id?: string;
  readonly old?: Properties | undefined;
  readonly props: Properties;
}

/** A step of the engine, with the objects of the program that this process has come to. */
export function programOfStep(account: Account, { id, old = {}, props }: ObjectStep): Program {
  const unnamed = { name: "", isChanged: true, order: 0 };
  const resources = async (kind = "") =>
    seenObjects(account.settings, kind).map((one) => ({ ...unnamed, ...one }));
  return {
    account,
    own: present({ ...unnamed, id, props }),
    props,
    old,
    resources,
    others: async () => [],
    declares: async (kind, fits) => (await resources(kind)).some(fits) || undefined,
  };
}
