import type { Account } from "../account/account";
import { type ProgramResource, seenObjects } from "../account/program-record";
import type { NamedFinding } from "../input/finding";
import { type Properties, present } from "../input/plain";

/** The create or change of an object that a check gets. */
export interface CheckedStep<Props = Properties, Outputs = object> {
  /** Its caches are shared by all checks. In the engine's process, the update uses the same caches. */
  readonly account: Account;
  /** The object itself. For a replacement, with the id of the replaced object. */
  readonly own: ProgramResource;
  readonly props: Partial<Props>;
  /** The state; empty for a new object. */
  readonly old: Partial<Props & Outputs>;
  /** For a replacement: the inputs with the same value as in the replaced object. Otherwise undefined. */
  readonly keeps?: readonly string[] | undefined;
}

/** The resources that the program declares in the same account, as far as the engine shows them. */
export interface Program<Props = Properties, Outputs = object> extends CheckedStep<Props, Outputs> {
  resources(kind?: string): Promise<readonly ProgramResource[]>;
  /**
   * The resources of a kind to compare with `own`. Of two resources that are the same object, only one gets the other
   * here and reports it.
   */
  others(kind: string): Promise<readonly ProgramResource[]>;
  /** True in a preview with `preflight` "off": a guard reads only what it can't judge without. The update asks again. */
  readonly isUnasked?: true;
  /** True if the program declares such a resource. Undefined if none was seen so far and more may follow. */
  declares(kind: string, fits: (one: ProgramResource) => boolean): Promise<boolean | undefined>;
}

/**
 * The findings of a check before anything is applied. An `error` would fail the apply, or do what no user wants; the
 * setting `preflight` decides whether it also fails the preview. A `warning` never does.
 */
type Findings = readonly NamedFinding[] | Promise<readonly NamedFinding[]>;

interface Dependent<Props> {
  /**
   * The inputs that the check depends on. It runs for a new object that declares one of them, and for a change of one
   * of them. A check without inputs runs for every resource.
   */
  readonly inputs: readonly (keyof Props & string)[];
}

/** A check of one resource, its state and the account. */
export interface StepCheck<Props, Outputs = object> extends Dependent<Props> {
  readonly ask: (step: CheckedStep<Props, Outputs>) => Findings;
  /**
   * If set, the check only runs in this step of the engine. "preview": its requests are only for notes to reviewers.
   * "replacement": its result depends on the object that is deleted first.
   */
  readonly only?: "preview" | "replacement";
}

/**
 * A check of the whole program. It runs for new resources and, without inputs, for every resource, because another
 * one may have changed.
 */
export interface ProgramCheck<Props, Outputs = object> extends Dependent<Props> {
  readonly atEnd: (program: Program<Props, Outputs>) => Findings;
  /** True if the check also runs with preflight "off". It must not read the account then. */
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

/** The context of a step of the engine. Of the program, it only has the objects that this process has handled. */
export function programOfStep(account: Account, { id, old = {}, props }: ObjectStep): Program {
  const resources = async (kind = "") => seenObjects(account.settings, kind);
  return {
    account,
    own: present({ kind: "", name: "", order: 0, id, props, isChanged: true }),
    props,
    old,
    resources,
    others: async () => [],
    declares: async (kind, fits) => (await resources(kind)).some(fits) || undefined,
  };
}
