import type { Account } from "../account/account";
import type { AccountMark } from "../account/proof";
import type { AnyFields, Fields } from "../input/field";
import type { Finding } from "../input/finding";
import type { Settings } from "../settings/settings";
import type { FoundByKey, Listing } from "./listing";
import type { Preflight } from "./preflight";

/** What a create made. */
export interface Created<Decided> {
  readonly id: string;
  readonly outputs: Decided;
  /** Why not everything that is declared holds yet: the engine keeps the object, and the next update goes on. */
  readonly unfinished?: Unfinished;
}

/** A create that made the object and failed after that. */
export interface Unfinished {
  readonly error: unknown;
  /** What holds of the declared inputs: the next update sees the rest as a change. */
  readonly props: object;
}

/** What a read found: inputs as the service has them, and what it decides. */
export interface Found<Props, Decided> {
  readonly props: Props;
  readonly outputs: Decided;
}

/** What a change of inputs means. */
export interface ChangeRules<Props extends object> {
  /** A change of one of these makes another object. */
  readonly replaceOn: readonly (keyof Props & string)[];
  /** True when the service would refuse the other object while the old one is there. */
  readonly deleteBeforeReplace?: boolean;
  /** Inputs that no operation changes, each with what to do instead. */
  readonly fixed?: { readonly [Name in keyof Props]?: string };
  /** Optional inputs that can't be removed once they were set, each with what to do instead. */
  readonly lasting?: { readonly [Name in keyof Props]?: string };
}

/** What the engine knows beside the inputs, and the program does not. */
export interface Known<Props> {
  /** The inputs in the state; undefined for an object yet to be created. */
  readonly old: Props | undefined;
  /** Undefined while they have problems of their own. */
  readonly settings: Settings | undefined;
}

/**
 * How one kind of object lives in an account. It knows accounts and props and nothing of Pulumi; what is common
 * to all kinds (unknown values, another account, errors in words, state without `undefined`) is not its business.
 *
 * Three places say no: the checks of single inputs (`fields`), rules over several of them (`rules`), and what a change
 * means (`fields`, or `changes` where that depends on settings or state). Preflight, which asks the service, stands apart.
 */
export interface Lifecycle<Props extends object, Decided extends object> {
  /** The last part of the type token. */
  readonly kind: string;
  /** The input that names an object of this kind in sentences. */
  readonly namedBy: keyof Props & string;
  /** The inputs, one row for each. */
  readonly fields: Fields<Props>;
  /** The input whose value an account holds once, and which stays taken when a change leaves it. */
  readonly uniqueBy?: keyof Props & string;
  /** Names of what the service decides, beside `account`. */
  readonly outputs: readonly (keyof Decided & string)[];
  /** The outputs that have changed without drift; `isHeld` says whether the stack has an object of a kind with the same id. */
  readonly expected?: (
    state: Decided,
    found: Decided,
    isHeld: (kind: string) => boolean,
  ) => readonly (keyof Decided & string)[];
  /**
   * What the inputs show wrong together. An input that is unknown until apply, or has a problem of its own, holds the
   * unknown value. Asked in the program without `known`, and by the engine's check with it.
   */
  readonly rules?: (props: Partial<Props>, known?: Known<Props>) => readonly Finding[];
  /** What a change means, where that depends on the settings or the state; else the rows of `fields` say it. */
  readonly changes?: (settings: Settings, old: Partial<Props>) => ChangeRules<Props>;
  /** What a preview asks about a new or changed object; one that fails does not keep the others from reporting. */
  readonly preflight?: Preflight<Props>;
  /**
   * True when nothing shows whether a create that failed halfway has made the object: then it stays in the state
   * with an id that says so, and nothing is sent until `existingId` names it.
   */
  readonly keepsUnknown?: boolean;
  /**
   * True when what an update sends can be sent again. After one that may or may not have been carried out, the next one
   * sends the same inputs, as declared by then: it finds the unknown value in place of what is unconfirmed.
   */
  readonly repeatable?: true;
  /**
   * True where the same object in another account would be sent to people again: moving it there is an error, unless
   * `ignoreChecks` allows it.
   */
  readonly isMailed?: true;
  /**
   * The input that is the id, where a create sets something that is there already: a create that may have been carried
   * out is kept, and goes on as an update.
   */
  readonly idFrom?: keyof Props & string;
  /** Told of each object of the state that is compared, without a request: another object is not taken for it. */
  readonly known?: (account: Account, id: string, state: Props) => void;
  /** True where only the extended operations read the object: under the others, the state is believed. */
  readonly readsExtended?: true;
  create(account: Account, props: Props): Promise<Created<Decided>>;
  /** Left out where no operation reads the object: the state is believed. Undefined: it is certainly gone. */
  readonly read?: (
    account: Account,
    id: string,
    state: Props & Decided,
  ) => Promise<Found<Props, Decided> | undefined>;
  /** What the state of an object knows of its account, so that one that is missing in another account is not taken for gone. */
  readonly accountMark?: (state: Props & Decided) => AccountMark;
  /**
   * Finds an object by the key that `pulumi import` is given: its id, or its name where the service can be searched for it.
   * Where no operation reads all inputs, a sentence says what to do in place of an import.
   */
  readonly find?:
    | ((account: Account, key: string) => Promise<FoundByKey<Props, Decided> | undefined>)
    | string;
  /** Left out where no operation lists the objects. */
  readonly list?: Listing<Props, Decided>;
  /** Left out where a change concerns the state only. */
  readonly update?: (
    account: Account,
    id: string,
    change: { readonly old: Props & Decided; readonly props: Props },
  ) => Promise<Decided>;
  /** The output, and its member, that repeat what was declared: a secret in the state, since an input may be one. */
  readonly repeats?: readonly [output: string, member: string];
  /**
   * What a refused update adds to the outputs in the state, where later steps go by it; undefined for a refusal that leaves
   * no trace.
   */
  readonly refused?: (
    error: unknown,
    change: { readonly old: Props & Decided; readonly props: Props },
  ) => Partial<Decided> | undefined;
  /** Notes an object as a diff or a create sees it declared, for other kinds that go by it. */
  readonly note?: (account: Account, id: string, props: Props) => void;
  /**
   * What the settings forbid of a change, whatever `preflight` says. Asked by the diff; what a create or an update sends, it
   * judges itself once more.
   */
  readonly guard?: (
    account: Account,
    change: { readonly old: Props & Decided; readonly props: Props },
  ) => Promise<readonly Finding[]>;
  /**
   * Whether a step, a create where `old` is undefined, has the service mail somebody. What is unknown yet may come to
   * nothing: the update asks again.
   */
  readonly mails?: (
    settings: Settings,
    step: { readonly old?: (Props & Partial<Decided>) | undefined; readonly props: Props },
  ) => boolean;
  /** Why an update has something to do although no input changed, in words that follow the resource. */
  readonly outdated?: (account: Account, old: Props & Decided, props: Props) => string | undefined;
  delete(account: Account, id: string, state: Props & Decided): Promise<void>;
  /** What a delete leaves as it is, in words that follow the resource; undefined for nothing that a user would miss. */
  readonly leaves?: (state: Props) => string | undefined;
}

/** A lifecycle whose kind does not matter to the caller. */
// biome-ignore lint/suspicious/noExplicitAny: the steps handle every kind alike and look into none.
export interface AnyLifecycle extends Omit<Lifecycle<any, any>, "fields"> {
  readonly fields: AnyFields;
}
