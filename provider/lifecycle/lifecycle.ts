import type { Account, DateContext } from "../account/account";
import type { ProgramResource } from "../account/program-record";
import type { FoundRows } from "../client/pagination";
import type { EmailRole } from "../email/recipients";
import type { Finding, NamedFinding } from "../input/finding";
import type { AnyFields, Fields } from "../input/validation";
import type { Properties } from "../plain/value";
import type { Extended, Settings } from "../settings/settings";

export interface Created<Outputs> {
  readonly id: string;
  readonly outputs: Outputs;
  /** Set if the object exists, but a later request failed. The engine keeps it, and the next update sends the rest. */
  readonly initFailure?: {
    readonly error: unknown;
    /** The inputs that were applied. The next update treats the other inputs as changes. */
    readonly props: object;
  };
}

/** An object that was found by id or name, with the inputs and outputs to store in the state. */
interface FoundByKey<Props, Outputs> {
  readonly id: string;
  readonly props: Props;
  readonly outputs: Outputs;
}

export interface Listed<Props, Outputs> extends FoundByKey<Props, Outputs> {
  /** The parts of the imported resource's logical name. Parts after the first are only used if the name is taken. */
  readonly nameParts: readonly string[];
  /** The creation time of the object, if the service returns it. */
  readonly created?: string;
  /** The inputs whose texts an import writes to files, with the file extension of each. */
  readonly files?: { readonly [Name in keyof Props]?: string };
  /** Reasons why a program can't declare the object, apart from invalid inputs. */
  readonly problems?: readonly string[];
}

export interface ListedRows<Props, Outputs> extends FoundRows<Listed<Props, Outputs>> {
  /** A sentence about inputs that an imported program can't declare. */
  readonly note?: string;
  /** Objects that an import leaves out because of their status, unless the user passes their ids. */
  readonly leftOut?: readonly { readonly id: string; readonly status: string }[];
}

type ListObjects<Props, Outputs> = (
  account: Account,
  ids?: readonly string[],
) => Promise<ListedRows<Props, Outputs>>;

/** Known only in the engine's check. An import and a program under Pulumi's mocks check inputs without this context. */
export interface CheckContext<Props> {
  /** The old inputs of an update. Undefined for a create, and if the object is certain to be replaced. */
  readonly old: Props | undefined;
  /** Undefined if the settings are invalid. */
  readonly settings: Settings | undefined;
}

/** "secret": always secret in the state. `repeats`: repeats an input, so secret if that input is. `true`: neither. */
type OutputRow<Input> = true | "secret" | { readonly repeats: Input };

/**
 * Reads one object. Returns the state with the service's values, or undefined if the account doesn't have the object.
 * If that can't be known, returns the reason as a clause that can follow the resource's label; the state then stays.
 */
type Read<Props, Outputs> = (
  account: Account,
  id: string,
  state: Props & Outputs,
) => Promise<(Props & Partial<Outputs>) | string | undefined>;

/**
 * The definition of one kind of resource, without Pulumi's SDK. `fields` and `rules` check inputs without requests.
 * `State` may lack outputs, for example those that an older version didn't store.
 */
export interface Lifecycle<
  Props extends object,
  Outputs extends object,
  State = Props & Partial<Outputs>,
> {
  /** The last part of the type token. */
  readonly kind: string;
  /** The input that identifies the object in messages. */
  readonly labelInput: keyof Props & string;
  /** The inputs. If `existingId` is one, an unconfirmed create that didn't set it is kept under a placeholder id. */
  readonly fields: Fields<Props>;
  /** The outputs besides `account`. A dynamic provider makes a member `declared` of them secret: it repeats inputs. */
  readonly outputs: Readonly<Record<keyof Outputs & string, OutputRow<keyof Props & string>>>;
  /** Findings about combinations of inputs. An input that is invalid by itself is passed as the unknown value. */
  readonly rules?: (props: Partial<Props>, context?: CheckContext<Props>) => readonly Finding[];
  /** The preflight checks. One that can't read the account stops the others only in a step with `preflight` "error". */
  readonly preflightChecks?: readonly PreflightCheck<Props, Outputs>[];
  /** Unconfirmed writes to resend. "all" is only for creates that set values on the object whose id is `labelInput`. */
  readonly resendUnconfirmed?: "updates" | "all";
  /** Outputs for the state of a create (without `old`) or an update whose outcome is unknown. */
  readonly unconfirmedOutputs?: (
    account: Account,
    step: { readonly old?: State | undefined; readonly props: Props },
  ) => Partial<Outputs>;
  /** The kind's role in an email. It decides, for example, if a move to another account could email people again. */
  readonly emailRole?: EmailRole;
  /** A warning if several objects of the account match the inputs. Compares only the objects that were read so far. */
  readonly findDuplicates?: (account: Account, props: Props) => Promise<readonly NamedFinding[]>;
  create(account: Account, props: Props): Promise<Created<Outputs>>;
  /** Reads the object; `{ extended }` if this needs an extended operation. If absent, a refresh keeps the state. */
  readonly read?: Read<Props, Outputs> | Extended<Read<Props, Outputs>>;
  /** Finds an object by the id or name that `pulumi import` gets. A text is advice for kinds that it can't import. */
  readonly find?:
    | ((account: Account, key: string) => Promise<FoundByKey<Props, Outputs> | undefined>)
    | string;
  /** Lists the objects; `{ extended }` if listing or creating needs extended operations. Only campaigns use `ids`. */
  readonly list?: ListObjects<Props, Outputs> | Extended<ListObjects<Props, Outputs>>;
  /** Sends a change; absent if changes are only stored in the state. Inputs in the result replace the declared ones. */
  readonly update?: (
    account: Account,
    id: string,
    change: { readonly old: Props & Outputs; readonly props: Props },
  ) => Promise<Outputs | undefined>;
  /** The email that a create (without `old`) or an update sends or prepares; preliminary if inputs are unknown. */
  readonly emailSentBy?: (
    at: DateContext,
    step: { readonly old?: State | undefined; readonly props: Props },
  ) => StepEmail | undefined;
  /** The reason to refuse a replacement, if it could email the same people twice. */
  readonly replaceRefusal?: (account: Account, old: State, props: Props) => string | undefined;
  /** The reason for an update without changed inputs, as text after a label; `true` if a preflight check shows it. */
  readonly needsUpdate?: (account: Account, old: State, props: Props) => string | true | undefined;
  /** The message for an object that a delete keeps; otherwise undefined. Without `of`, only the state is known. */
  readonly retainMessage?: (
    state: State,
    of?: ObjectOf,
    zone?: string,
  ) => RetainMessage | undefined;
  /** Returns the state with the current status from the service, for `retainMessage`. If absent, the state is used. */
  readonly stateBeforeDelete?: (state: State, of: ObjectOf) => Promise<State>;
  /** Keys, such as a name. A delete keeps an object if a resource left out by `--target` or `--exclude` has its key. */
  readonly keysOf?: (props: Props) => readonly string[];
  /** Sends the delete request. Absent if the service has no such request. */
  readonly delete?: (account: Account, id: string, state: Props & Outputs) => Promise<void>;
}

export interface ObjectOf {
  readonly account: Account;
  readonly id: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the steps treat every kind alike and use no kind's own types.
export interface AnyLifecycle extends Omit<Lifecycle<any, any>, "fields"> {
  readonly fields: AnyFields;
}

/** An email that a step sends or prepares. The guards may refuse the step. */
export interface StepEmail {
  /** True if this step makes the service send the email. Otherwise, a later step or the web app may send it. */
  readonly isSent: boolean;
  /** Extra fields that the step sends. A guard refuses them, because an unknown field may set a date or recipients. */
  readonly extraFields?: readonly string[];
  /** Guard violations that the inputs alone show, such as a forbidden date. */
  readonly inputViolations?: readonly Finding[];
  /** Guard violations that only requests show, such as too many recipients. */
  readonly accountViolations?: (step: CheckedStep) => Promise<readonly Finding[]>;
  /** Findings if the email may have been sent before. The step itself checks again right before sending. */
  readonly resendRefusal?: (step: CheckedStep) => Promise<readonly Finding[]>;
}

export interface RetainMessage {
  /** The message in a preview, as a phrase that follows the resource; absent if the preview shows none. */
  readonly preview?: string | undefined;
  /** The message after the delete, following "was removed from the Pulumi state". */
  readonly result: string;
}

/** Returns the `retainMessage` for what the service shows now. */
export async function retainMessageNow(
  { retainMessage, stateBeforeDelete = async (state: Properties) => state }: AnyLifecycle,
  state: Properties,
  of: ObjectOf,
): Promise<RetainMessage | undefined> {
  return retainMessage?.(await stateBeforeDelete(state, of), of);
}

export function retainedInAccount(
  why = "the service has no delete operation",
  before = `it stays in the account, because ${why}.`,
): RetainMessage {
  return { preview: before, result: `but still exists in the account: ${why}.` };
}

/** The create or change of an object, as a preflight check or a guard gets it. */
export interface CheckedStep<Props = Properties, Outputs = object> {
  /** The account, whose caches all checks share. In a provider process, the steps use the same caches. */
  readonly account: Account;
  /** The resource to check. It has the old object's id in the diff of a replacement, and no id as the new object. */
  readonly own: ProgramResource;
  readonly props: Partial<Props>;
  /** The state; empty for a new object. In `atEnd`, it has at most outputs, and only those of an unchanged resource. */
  readonly old: Partial<Props & Outputs>;
  /** The inputs whose values a replacement keeps. Only set in the checks of the new object. */
  readonly keeps?: readonly string[] | undefined;
  /** The resources of the same account: all that the program declares, or those that the engine has shown so far. */
  resources(kind?: string): Promise<readonly ProgramResource[]>;
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
  /** The steps of the check; default "new" and "existing". "replacement": the diff of one. "preview": for reviewers. */
  readonly only?: "new" | "existing" | "preview" | "replacement";
}

/** Compares a resource with others. Without `inputs`, also runs for existing ones, because others may have changed. */
export interface ProgramCheck<Props, Outputs = object> extends Dependent<Props> {
  readonly atEnd: (program: Program<Props, Outputs>) => Findings;
  /** True if the check also runs with `preflight` "off". The check must then not read the account. */
  readonly isAskedIfOff?: true;
}

export type PreflightCheck<Props, Outputs = object> =
  | StepCheck<Props, Outputs>
  | ProgramCheck<Props, Outputs>;

/** A change from the state to the declared inputs; without `old`, a create. */
export interface ObjectStep {
  readonly id?: string;
  readonly old?: Properties | undefined;
  readonly props: Properties;
}
