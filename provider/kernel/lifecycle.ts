import type { Account } from "../account";
import type { InputChecks } from "./check";
import type { Finding } from "./finding";

/** What a create made. */
export interface Created<Decided> {
  readonly id: string;
  readonly outputs: Decided;
}

/** What a read found: inputs as the service has them, and what it decides. */
export interface Found<Props, Decided> {
  readonly props: Props;
  readonly outputs: Decided;
}

/**
 * How one kind of object lives in an account. Knows accounts and props and nothing of Pulumi; what is common
 * to all kinds (unknown values, another account, errors in words, state without `undefined`) is not its business.
 */
export interface Lifecycle<Props extends object, Decided extends object> {
  /** The last part of the type token. */
  readonly kind: string;
  /** The input that names an object of this kind in sentences. */
  readonly namedBy: keyof Props & string;
  readonly inputs: InputChecks<Props>;
  /** Names of what the service decides, beside `account`. */
  readonly outputs: readonly (keyof Decided & string)[];
  /** What the inputs show wrong together; props that are not known yet hold the unknown value. */
  readonly rules?: (props: Partial<Props>) => readonly Finding[];
  /** A change of one of these makes another object. */
  readonly replaceOn: readonly (keyof Props & string)[];
  /** Inputs that no operation changes, each with the ways out. */
  readonly fixed?: { readonly [Name in keyof Props]?: string };
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
