import type { Account } from "../account/account";
import type { InputChecks } from "../input/check";
import type { Advice, Finding } from "../input/finding";
import type { Settings } from "../settings/settings";
import type { Foresight } from "./preflight";

/** What a create made. */
export interface Created<Decided> {
  readonly id: string;
  readonly outputs: Decided;
  /** Why not all that was declared holds yet: the engine keeps the object, and the next update goes on. */
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
  /** Inputs that no operation changes, each with the ways out. */
  readonly fixed?: { readonly [Name in keyof Props]?: string };
  /** Optional inputs that can't be taken back once they were given, each with the ways out. */
  readonly lasting?: { readonly [Name in keyof Props]?: string };
}

/**
 * How one kind of object lives in an account. Knows accounts and props and nothing of Pulumi; what is common
 * to all kinds (unknown values, another account, errors in words, state without `undefined`) is not its business.
 */
export interface Lifecycle<Props extends object, Decided extends object>
  extends ChangeRules<Props> {
  /** The last part of the type token. */
  readonly kind: string;
  /** The input that names an object of this kind in sentences. */
  readonly namedBy: keyof Props & string;
  readonly inputs: InputChecks<Props>;
  /** Names of what the service decides, beside `account`. */
  readonly outputs: readonly (keyof Decided & string)[];
  /** What the inputs show wrong together; props that are not known yet hold the unknown value. */
  readonly rules?: (props: Partial<Props>) => readonly Finding[];
  /**
   * What the inputs show wrong beside those before them; `old` is undefined for an object yet to be made. Not asked
   * while the inputs have faults of their own.
   */
  readonly changeRules?: (props: Partial<Props>, old: Props | undefined) => readonly Finding[];
  /** What deserves a warning, though nothing is wrong; asked like `changeRules`. */
  readonly advice?: (props: Partial<Props>, old: Props | undefined) => readonly Advice[];
  /** Where they depend on the settings or on the state: the rules of change in place of those that stand here. */
  readonly changesUnder?: (settings: Settings, old: Partial<Props>) => ChangeRules<Props>;
  /** What the settings do not allow; asked where they are known, which is not in the program. */
  readonly settingRules?: (props: Partial<Props>, settings: Settings) => readonly Finding[];
  /** What a preview looks into for a new or changed object; one that fails does not keep the others from speaking. */
  readonly foresight?: readonly Foresight<Props>[];
  /**
   * True when nothing shows whether a create that failed halfway has made the object: then it stays in the state
   * with an id that says so, and nothing is sent until `existingId` names it.
   */
  readonly keepsUnknown?: boolean;
  /**
   * True when what an update sends can be sent again. After one of which nobody knows whether it was carried out, the next
   * one sends what that one did, as declared by then: it finds the unknown value in place of what is not settled.
   */
  readonly repeatable?: true;
  /**
   * The input that is the id, where a create sets something that is there already: a create that may have been carried
   * out is kept, and goes on as an update.
   */
  readonly idFrom?: keyof Props & string;
  create(account: Account, props: Props): Promise<Created<Decided>>;
  /** Left out where no operation reads the object: the state is believed. Undefined: it is surely gone. */
  readonly read?: (
    account: Account,
    id: string,
    state: Props & Decided,
  ) => Promise<Found<Props, Decided> | undefined>;
  /** Left out where a change concerns the state only. */
  readonly update?: (
    account: Account,
    id: string,
    change: { readonly old: Props & Decided; readonly props: Props },
  ) => Promise<Decided>;
  delete(account: Account, id: string, state: Props & Decided): Promise<void>;
}

/** A lifecycle whose kind does not matter to the caller. */
// biome-ignore lint/suspicious/noExplicitAny: the kernel handles every kind alike and looks into none.
export type AnyLifecycle = Lifecycle<any, any>;

/** The lifecycle with the rules of change that hold under these settings, for an object in this state. */
export function settled(
  lifecycle: AnyLifecycle,
  settings: Settings,
  old: Record<string, unknown>,
): AnyLifecycle {
  if (!lifecycle.changesUnder) return lifecycle;
  return { ...lifecycle, ...lifecycle.changesUnder(settings, old) };
}
