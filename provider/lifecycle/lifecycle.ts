import type { Account } from "../account/account";
import type { DateContext } from "../account/service-time";
import type { EmailRole } from "../input/audience";
import type { AnyFields, Fields } from "../input/field";
import type { Finding, NamedFinding } from "../input/finding";
import type { Extended, Settings } from "../settings/settings";
import type { FoundByKey, ListObjects } from "./listing";
import type { PreflightCheck, Program } from "./preflight-check";

export interface Created<Outputs> {
  readonly id: string;
  readonly outputs: Outputs;
  /** Why not everything that is declared holds yet: the engine keeps the object, and the next update goes on. */
  readonly initFailure?: {
    readonly error: unknown;
    /** What holds of the declared inputs: the next update sees the rest as a change. */
    readonly props: object;
  };
}

/** What a read found: inputs as the service has them, and what it decides. */
export interface Refreshed<Props, Outputs> {
  readonly props: Props;
  readonly outputs: Outputs;
}

/** What the engine knows beside the inputs, and the program does not. */
export interface CheckContext<Props> {
  /** The inputs that a change starts from; undefined where another object is created. */
  readonly old: Props | undefined;
  /** Undefined while they have problems of their own. */
  readonly settings: Settings | undefined;
}

/**
 * How one kind of object lives in an account. It knows accounts and props and nothing of Pulumi; what is common
 * to all kinds (unknown values, another account, errors in words, state without `undefined`) is not its business.
 *
 * Two places say no: what `fields` has of single inputs and of their changes, and `rules` over several of them. The questions,
 * which ask the service, stand apart.
 */
export type Lifecycle<Props extends object, Outputs extends object> = Members<Props, Outputs> &
  OutputsOf<Props, Outputs>;

/** What a read that the service doesn't serve leaves: everything is as the state says. */
export interface ReadUnavailable {
  /** Why, in words that follow the kind of the object. */
  readonly reason: string;
}

/**
 * What the service decides, beside `account`: each name once, and left out where there is none. An output that is an object
 * may have a member `declared`, which repeats what was declared: a secret in the state, since an input may be one.
 */
type OutputsOf<Props, Outputs> = keyof Outputs extends never
  ? { readonly outputs?: never }
  : { readonly outputs: Readonly<Record<keyof Outputs & string, OutputRow<keyof Props & string>>> };

/** The state has a "secret" output as such, and one that repeats an input if the input is a secret. */
type OutputRow<Input> = true | "secret" | { readonly repeats: Input };

/** Reads one object; undefined where the account lacks it. */
type Read<Props, Outputs> = (
  account: Account,
  id: string,
  state: Props & Outputs,
) => Promise<Refreshed<Props, Outputs> | ReadUnavailable | undefined>;

interface Members<Props extends object, Outputs extends object> {
  /** The last part of the type token. */
  readonly kind: string;
  /** The input that names an object of this kind in sentences. */
  readonly labelInput: keyof Props & string;
  /**
   * The inputs, one row for each. With `existingId` among them, a create that may have made an object is not sent again: the
   * state keeps the object with an id that says so until `existingId` names it.
   */
  readonly fields: Fields<Props>;
  /**
   * What the inputs show wrong together. An input that is unknown until apply, or has a problem of its own, holds the
   * unknown value. Asked in the program without `context`, and by the engine's check with it.
   */
  readonly rules?: (props: Partial<Props>, context?: CheckContext<Props>) => readonly Finding[];
  /** What a preview asks about a new or changed object; one that fails does not keep the others from reporting. */
  readonly preflightChecks?: readonly PreflightCheck<Props, Outputs>[];
  /**
   * What can be sent again: updates, or all that is sent, where a create sets what is there already and `labelInput` holds its
   * id. After one that may or may not have been carried out, the next update sends the same inputs, as declared by then: it
   * finds the unknown value in place of what is unconfirmed.
   */
  readonly resendUnconfirmed?: "updates" | "all";
  /**
   * What the kind is to a mail, which reviewers are shown. The content and the date of one would be sent to people again in another
   * account: moving it there is an error, unless `ignoreChecks` allows it. And the service takes them on by itself, which is no
   * drift.
   */
  readonly emailRole?: EmailRole;
  /** A warning where the account has more than one object that is declared so, as far as it was read by now. */
  readonly findDuplicates?: (account: Account, props: Props) => Promise<readonly NamedFinding[]>;
  create(account: Account, props: Props): Promise<Created<Outputs>>;
  /**
   * Left out where no operation reads the object, and as `extended` where only an extended one does: else the
   * state is believed. Undefined: the account lacks the object.
   */
  readonly read?: Read<Props, Outputs> | Extended<Read<Props, Outputs>>;
  /**
   * Finds an object by the key that `pulumi import` is given: its id, or its name where the service can be searched for it.
   * Where no operation reads all inputs, a sentence says what to do in place of an import.
   */
  readonly find?:
    | ((account: Account, key: string) => Promise<FoundByKey<Props, Outputs> | undefined>)
    | string;
  /**
   * All objects, in any order; of the contents of mails, which are imported only where the user names them, those with the ids where
   * some are given. Left out where no operation lists them, and as `extended` where only an extended one lists or creates
   * them.
   */
  readonly list?: ListObjects<Props, Outputs> | Extended<ListObjects<Props, Outputs>>;
  /**
   * Left out where a change concerns the state only. An input among what it returns is what the service has in place of the declared
   * one.
   */
  readonly update?: (
    account: Account,
    id: string,
    change: { readonly old: Props & Outputs; readonly props: Props },
  ) => Promise<Outputs>;
  /**
   * What a step, a create where `old` is undefined, has the service mail; undefined where that is nothing. What is unknown
   * yet may come to nothing: the update asks again.
   */
  readonly emailSentBy?: (
    at: DateContext,
    step: { readonly old?: (Props & Partial<Outputs>) | undefined; readonly props: Props },
  ) => StepEmail | undefined;
  /** Why an object that takes the place of this one must not be: people would get the mail of both. */
  readonly replaceRefusal?: (
    account: Account,
    old: Props & Partial<Outputs>,
    props: Props,
  ) => string | undefined;
  /**
   * Why an update has something to do although no input changed, in words that follow the resource; `true` where a question says
   * it.
   */
  readonly needsUpdate?: (
    account: Account,
    old: Props & Outputs,
    props: Props,
  ) => string | true | undefined;
  /**
   * What to say of a removal that sends nothing; undefined where `delete` is called, or there is nothing to say. Without `of`, only
   * the state and the zone of its dates are known; with it, the account may be asked.
   */
  readonly retainMessage?: {
    (state: Props & Partial<Outputs>, of?: undefined, zone?: string): RetainMessage | undefined;
    (
      state: Props & Partial<Outputs>,
      of: ObjectOf,
    ): RetainMessage | undefined | Promise<RetainMessage | undefined>;
  };
  /** The keys by which inputs name an object that a removal changes. */
  readonly keysOf?: (props: Props) => readonly string[];
  /** Sends the request of a removal; left out where there is none. */
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

/** What a step has the service mail. Settings forbid it, or some of it. */
export interface StepEmail {
  /** Whether this step has it mailed; else another one may, or somebody in the service's web app. */
  readonly isSent: boolean;
  /** Extra fields that the step sends: no setting knows what they mean, and one may be a date, or name recipients. */
  readonly extraFields?: readonly string[];
  /** What the settings forbid of it by its inputs alone, such as its date. */
  readonly inputViolations?: readonly Finding[];
  /** What the settings forbid of it beside that, such as the number of its recipients. */
  readonly accountViolations?: (context: Program) => Promise<readonly Finding[]>;
  /** Why it must not be sent now, since it may have been sent before. A preview asks; the step looks right before it sends. */
  readonly refusal?: (context: Program) => Promise<readonly Finding[]>;
}

/** What a removal leaves as it is, in words. */
export interface RetainMessage {
  /** What a preview says of it, in words that follow the resource; nothing where it need not be told beforehand. */
  readonly preview?: string | undefined;
  /** What the removal says, behind "was removed from the Pulumi state". */
  readonly result: string;
}

export function retainedInAccount(
  why = "the service has no delete operation",
  before = `it stays in the account, because ${why}.`,
): RetainMessage {
  return { preview: before, result: `but still exists in the account: ${why}.` };
}
