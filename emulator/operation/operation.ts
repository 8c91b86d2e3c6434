import type { AccountView, Store } from "../account/store";

/** An authorised request whose body matches the contract. */
interface Call {
  /** The id in the path, decoded; empty for a path without one. */
  readonly id: string;
  /** The JSON body, which is valid under the contract's schema. A route can therefore cast it. */
  readonly body: unknown;
  /** The injected fault, which may change the pages or the total of a search. */
  readonly fault: { readonly kind: string; readonly total?: number } | undefined;
}

/**
 * Serves an operation of the contract: `handle` returns the body of a success, or throws an `OperationError`. Only a
 * `Reading` can run on an earlier state of the account, as the fault `stale` requires.
 */
export type Operation = Reading | Writing;

export interface Reading {
  readonly reads: true;
  readonly handle: (call: Call, view: AccountView) => object;
}

export interface Writing {
  readonly reads: false;
  readonly handle: (call: Call, store: Store) => object;
  /** The message for every invalid request, if the specification has just one. */
  readonly invalidMessage: string | undefined;
}

export function reading(handle: Reading["handle"]): Reading {
  return { reads: true, handle };
}

export function writing(handle: Writing["handle"], invalidMessage?: string): Writing {
  return { reads: false, handle, invalidMessage };
}
