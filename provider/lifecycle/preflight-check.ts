import type { Account } from "../account/account";
import { type ProgramResource, recordOf } from "../account/program-record";
import { stepSecrets } from "../account/step";
import type { NamedFinding } from "../input/finding";
import { omitUndefined, type Properties } from "../plain/value";

/** The create or change of an object, as a preflight check or a guard gets it. */
export interface CheckedStep<Props = Properties, Outputs = object> {
  /** The account, whose caches all checks share. In a provider process, the steps use the same caches. */
  readonly account: Account;
  /** The resource to check. It has the old object's id in the diff of a replacement, and no id as the new object. */
  readonly own: ProgramResource;
  readonly props: Partial<Props>;
  /** The state; empty for a new object. In `atEnd`, it has only the outputs of an unchanged resource, or nothing. */
  readonly old: Partial<Props & Outputs>;
  /** The inputs whose values a replacement keeps. Only set in the checks of the new object. */
  readonly keeps?: readonly string[] | undefined;
  /** The resources of the same account: all that the program declares, or those that the engine has shown so far. */
  resources(kind?: string): Promise<readonly ProgramResource[]>;
  /** Set in a preview or diff with `preflight` "off". A guard then reads only an adopted object, which has no state. */
  readonly isPreflightOff?: true;
}

/** A step with the means to compare it with the whole program. */
export interface Program<Props = Properties, Outputs = object> extends CheckedStep<Props, Outputs> {
  /** The other resources of a kind to compare with `own`. A pair is compared at most once, to report a problem once. */
  others(kind: string): Promise<readonly ProgramResource[]>;
  /** True if `resources` returns all resources of the program. Absent if more resources may follow. */
  readonly isComplete?: true;
}

/** Findings of a preflight check. An `error` predicts a failed or harmful update. A `warning` never fails a preview. */
type Findings = readonly NamedFinding[] | Promise<readonly NamedFinding[]>;

interface Dependent<Props> {
  /** The check runs if one of these inputs is set, changed or removed. If empty, it runs even if nothing changes. */
  readonly inputs: readonly (keyof Props & string)[];
}

/** A check of one resource, its state and the account. */
export interface StepCheck<Props, Outputs = object> extends Dependent<Props> {
  readonly ask: (step: CheckedStep<Props, Outputs>) => Findings;
  /** The only steps that the check is for; by default, creates and changes. "replacement" is a replacement's diff. */
  readonly only?: "new" | "existing" | "preview" | "replacement";
}

/** A check that compares a resource with others, which may have changed. With `inputs`, runs for new resources only. */
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

/** A change from the state to the declared inputs; without `old`, a create. */
export interface ObjectStep {
  readonly id?: string;
  readonly old?: Properties | undefined;
  readonly props: Properties;
}

/** A step for the checks in a provider process. Its `resources` are only the objects that this process has handled. */
export function guardedStep(account: Account, { id, old = {}, props }: ObjectStep): CheckedStep {
  const secrets = stepSecrets();
  const own = omitUndefined({ kind: "", name: "", order: 0, id, props, secrets, isChanged: true });
  const resources = async (kind = "") => recordOf(account.settings).objects(kind);
  return { account, own, props, old, resources };
}
