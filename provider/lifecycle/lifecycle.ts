import type { Account } from "../account/account";
import type { DateContext } from "../account/service-time";
import type { AnyFields, Fields } from "../input/field";
import type { Finding, NamedFinding } from "../input/finding";
import type { EmailRole } from "../input/recipients";
import type { Extended, Settings } from "../settings/settings";
import type { FoundByKey, ListObjects } from "./listing";
import type { PreflightCheck, Program } from "./preflight-check";

export interface Created<Outputs> {
  readonly id: string;
  readonly outputs: Outputs;
  /** Set if the object was created but a later request failed. The engine keeps it, and the next update resumes. */
  readonly initFailure?: {
    readonly error: unknown;
    /** The inputs that were applied. The next update sees the others as changes. */
    readonly props: object;
  };
}

/** The result of a read: the inputs as the service has them, and the outputs. */
export interface Refreshed<Props, Outputs> {
  readonly props: Props;
  readonly outputs: Outputs;
}

/** Known only in the engine's check, not in the program. */
export interface CheckContext<Props> {
  /** The old inputs of an update; undefined if another object is created. */
  readonly old: Props | undefined;
  /** Undefined if the settings are invalid. */
  readonly settings: Settings | undefined;
}

/**
 * The definition of one kind of resource. It uses accounts and inputs, and nothing of Pulumi. The steps do everything
 * that is common to all kinds: unknown values, another account, labels of errors, states without `undefined`.
 *
 * Two members refuse invalid inputs: `fields` for single inputs and their changes, and `rules` for combinations.
 * Preflight checks, which send requests, are separate.
 */
export type Lifecycle<Props extends object, Outputs extends object> = Members<Props, Outputs> &
  OutputsOf<Props, Outputs>;

/** Returned if the service can't read the object. The state is kept as it is. */
export interface ReadUnavailable {
  /** The reason, in words that follow the kind. */
  readonly reason: string;
}

/**
 * The outputs, besides `account`: one row for each, absent if there are none. An output that is an object may have a
 * member `declared`, which repeats declared inputs. It is a secret in the state, because an input may be one.
 */
type OutputsOf<Props, Outputs> = keyof Outputs extends never
  ? { readonly outputs?: never }
  : { readonly outputs: Readonly<Record<keyof Outputs & string, OutputRow<keyof Props & string>>> };

/** "secret": always a secret in the state; `repeats`: a secret if that input is one. */
type OutputRow<Input> = true | "secret" | { readonly repeats: Input };

/** Reads one object; undefined if the account doesn't have it. */
type Read<Props, Outputs> = (
  account: Account,
  id: string,
  state: Props & Outputs,
) => Promise<Refreshed<Props, Outputs> | ReadUnavailable | undefined>;

interface Members<Props extends object, Outputs extends object> {
  /** The last part of the type token. */
  readonly kind: string;
  /** The input that identifies the object in messages. */
  readonly labelInput: keyof Props & string;
  /**
   * The inputs, one row for each. If there is an input `existingId`, an unconfirmed create is never repeated: the
   * state keeps the object under an id that says so until `existingId` names the object.
   */
  readonly fields: Fields<Props>;
  /**
   * Findings about combinations of inputs. An input that is unknown until apply, or has a problem of its own, has the
   * unknown value. Called in the program without `context`, and in the engine's check with it.
   */
  readonly rules?: (props: Partial<Props>, context?: CheckContext<Props>) => readonly Finding[];
  /** The preflight checks of a preview. If one fails, the others still report. */
  readonly preflightChecks?: readonly PreflightCheck<Props, Outputs>[];
  /**
   * Which unconfirmed writes the next update sends again: updates only, or creates too. Use "all" only if create sets
   * values on an object that exists and the label input holds its id. Inputs of an unconfirmed write are unknown in
   * old.
   */
  readonly resendUnconfirmed?: "updates" | "all";
  /**
   * The role of the kind in an email, for the comment on a pull request. Moving content or a schedule to another
   * account would email people again, so that is an error unless `ignoreChecks` allows it. The service changes the
   * status of both by itself, which is not drift.
   */
  readonly emailRole?: EmailRole;
  /** Warns if the account, as read so far, has several objects that match the inputs. */
  readonly findDuplicates?: (account: Account, props: Props) => Promise<readonly NamedFinding[]>;
  create(account: Account, props: Props): Promise<Created<Outputs>>;
  /**
   * Reads the object. Absent if no operation does, and `extended` if only an extended operation does; then the state
   * is trusted. Returns undefined if the account doesn't have the object.
   */
  readonly read?: Read<Props, Outputs> | Extended<Read<Props, Outputs>>;
  /**
   * Finds an object by the key of `pulumi import`: its id, or its name if the service can search for it. If no
   * operation reads all inputs, a sentence that says what to do instead of an import.
   */
  readonly find?:
    | ((account: Account, key: string) => Promise<FoundByKey<Props, Outputs> | undefined>)
    | string;
  /**
   * All objects, in any order. Contents of emails are only imported if the user names them, so `ids` limits these.
   * Absent if no operation lists them, and `extended` if only an extended operation lists or creates them.
   */
  readonly list?: ListObjects<Props, Outputs> | Extended<ListObjects<Props, Outputs>>;
  /**
   * Absent if a change only changes the state. If the result contains an input, that is the service's value in place
   * of the declared one.
   */
  readonly update?: (
    account: Account,
    id: string,
    change: { readonly old: Props & Outputs; readonly props: Props },
  ) => Promise<Outputs>;
  /**
   * The email that a create (no old) or update makes the service send, or undefined. With unknown inputs the answer
   * is preliminary, so the update calls this again.
   */
  readonly emailSentBy?: (
    at: DateContext,
    step: { readonly old?: (Props & Partial<Outputs>) | undefined; readonly props: Props },
  ) => StepEmail | undefined;
  /** If a replacement would email the same people twice, the reason to refuse it. */
  readonly replaceRefusal?: (
    account: Account,
    old: Props & Partial<Outputs>,
    props: Props,
  ) => string | undefined;
  /**
   * If an update is needed although no input changed, the reason to show, in words that follow the resource; true if a
   * preflight check already shows it.
   */
  readonly needsUpdate?: (
    account: Account,
    old: Props & Outputs,
    props: Props,
  ) => string | true | undefined;
  /**
   * The message for a delete that sends no request; undefined if there is nothing to say, or if `delete` is called.
   * Without `of`, it can only use the state and the time zone of its dates.
   */
  readonly retainMessage?: {
    (state: Props & Partial<Outputs>, of?: undefined, zone?: string): RetainMessage | undefined;
    (
      state: Props & Partial<Outputs>,
      of: ObjectOf,
    ): RetainMessage | undefined | Promise<RetainMessage | undefined>;
  };
  /** The keys by which inputs of other resources may name the object that a delete changes. */
  readonly keysOf?: (props: Props) => readonly string[];
  /** Sends the request of a delete. Absent if there is no such request. */
  readonly delete?: (account: Account, id: string, state: Props & Outputs) => Promise<void>;
}

export interface ObjectOf {
  readonly account: Account;
  readonly id: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the steps handle every kind alike and look into none.
export interface AnyLifecycle extends Omit<Members<any, any>, "fields"> {
  readonly fields: AnyFields;
  readonly outputs?: Readonly<Record<string, OutputRow<string>>>;
}

/** An email that a step makes the service send, which the guards may refuse. */
export interface StepEmail {
  /**
   * True if this step makes the service send it. Otherwise another step may, or somebody in the service's web app.
   */
  readonly isSent: boolean;
  /** Extra fields that the step sends. No guard knows their meaning; one may be a date, or set recipients. */
  readonly extraFields?: readonly string[];
  /** Violations of guards that are known from the inputs alone, such as the date. */
  readonly inputViolations?: readonly Finding[];
  /** Violations of guards that need requests, such as the number of recipients. */
  readonly accountViolations?: (context: Program) => Promise<readonly Finding[]>;
  /**
   * The reason not to send it now, because it may have been sent before. Called in a preview; the step itself checks
   * right before it sends.
   */
  readonly refusal?: (context: Program) => Promise<readonly Finding[]>;
}

/** The message for an object that a delete keeps. */
export interface RetainMessage {
  /** The message of a preview, in words that follow the resource; absent if it needn't be said in advance. */
  readonly preview?: string | undefined;
  /** The message after the delete, following "was removed from the Pulumi state". */
  readonly result: string;
}

export function retainedInAccount(
  why = "the service has no delete operation",
  before = `it stays in the account, because ${why}.`,
): RetainMessage {
  return { preview: before, result: `but still exists in the account: ${why}.` };
}
