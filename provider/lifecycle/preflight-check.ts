import type { Account } from "../account/account";
import { type ProgramResource, seenObjects } from "../account/program-record";
import type { NamedFinding } from "../input/finding";
import { type Properties, present } from "../plain/value";

/** The create or change of an object, as a preflight check gets it. */
export interface CheckedStep<Props = Properties, Outputs = object> {
  /** The account, whose caches all checks share. In a provider process, the update uses the same caches. */
  readonly account: Account;
  /**
   * The resource to check. In the diff of a replacement, the resource has the id of the replaced object. In a check at
   * the end of the program, a replacement has no id.
   */
  readonly own: ProgramResource;
  readonly props: Partial<Props>;
  /** The state; empty for a new object. */
  readonly old: Partial<Props & Outputs>;
  /**
   * The inputs that have the same value as in the replaced object. Set only for a replacement, and only in a check at
   * the end of the program.
   */
  readonly keeps?: readonly string[] | undefined;
}

/** A step as a guard gets it, with the resources of the same account as far as the engine shows them. */
export interface GuardedStep<Props = Properties, Outputs = object>
  extends CheckedStep<Props, Outputs> {
  resources(kind?: string): Promise<readonly ProgramResource[]>;
  /**
   * True in a preview with `preflight` "off". A guard then judges changed recipients by the state alone, and the update
   * asks the account. An adopted object has no state, so a guard asks the account about it in the preview, too.
   */
  readonly isPreflightOff?: true;
}

/** The resources that the program declares in the same account, as far as the engine shows them. */
export interface Program<Props = Properties, Outputs = object> extends GuardedStep<Props, Outputs> {
  /**
   * The resources of a kind to compare with `own`. If two resources declare the same object, only one of the two gets
   * the other from this function and reports the problem.
   */
  others(kind: string): Promise<readonly ProgramResource[]>;
  /**
   * True if the program declares a resource of this kind that fits. Undefined if none has been seen yet and more
   * resources may follow.
   */
  declares(kind: string, fits: (one: ProgramResource) => boolean): Promise<boolean | undefined>;
}

/**
 * The findings of a check before anything is applied. An `error` would make the update fail, or do harm that no user
 * wants. The setting `preflight` decides whether the preview fails, too. A `warning` never fails a preview.
 */
type Findings = readonly NamedFinding[] | Promise<readonly NamedFinding[]>;

interface Dependent<Props> {
  /**
   * The inputs that the check depends on. The check runs for a new object that declares one of these inputs, and for a
   * change of such an input. A check without inputs runs for every resource.
   */
  readonly inputs: readonly (keyof Props & string)[];
}

/** A check of one resource, its state and the account. */
export interface StepCheck<Props, Outputs = object> extends Dependent<Props> {
  readonly ask: (step: CheckedStep<Props, Outputs>) => Findings;
  /**
   * If set, the check only runs for such a step. "new": a new object. "existing": a change of an existing object.
   * "preview": any step, because the check's requests only serve notes for reviewers. "replacement": the result depends
   * on the object that is deleted first.
   */
  readonly only?: "new" | "existing" | "preview" | "replacement";
}

/**
 * A check of the whole program. It runs for new resources. Without inputs, it runs for every resource, because another
 * resource may have changed.
 */
export interface ProgramCheck<Props, Outputs = object> extends Dependent<Props> {
  readonly atEnd: (program: Program<Props, Outputs>) => Findings;
  /** True if the check also runs with `preflight` "off". The check must then not read the account. */
  readonly isAskedIfOff?: true;
}

export type PreflightCheck<Props, Outputs = object> =
  | StepCheck<Props, Outputs>
  | ProgramCheck<Props, Outputs>;

export function isNew({ id, isChanged }: ProgramResource): boolean {
  return isChanged && id === undefined;
}

/** A change from the confirmed state to the declared inputs; without `old`, a create. */
export interface ObjectStep {
  readonly id?: string;
  readonly old?: Properties | undefined;
  readonly props: Properties;
}

/** A step for the checks in a provider process. Its `resources` are only the objects that this process has handled. */
export function guardedStep(account: Account, { id, old = {}, props }: ObjectStep): GuardedStep {
  const own = present({ kind: "", name: "", order: 0, id, props, isChanged: true });
  const resources = async (kind = "") => seenObjects(account.settings, kind);
  return { account, own, props, old, resources };
}
