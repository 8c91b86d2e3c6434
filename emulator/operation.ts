import type { PagingQuirk } from "./page";
import type { ErrorShape, Reply } from "./reply";
import type { Store } from "./store";

/** A request that is authorised and whose body the contract allows. */
interface Call {
  /** The id in the path, decoded; empty for a path without one. */
  readonly id: string;
  /** The JSON body, valid by the contract; areas cast it to what they read of it. */
  readonly body: unknown;
  /** Set when a fault makes rows move between pages. */
  readonly paging?: PagingQuirk | undefined;
}

/** How the emulator serves an operation of the contract. */
export interface Operation {
  /** Whether it changes nothing; only such an operation can show a stale state. */
  readonly reads: boolean;
  /** The shapes of its bodies for a bad request and for an unknown id. */
  readonly errors: {
    readonly invalid: ErrorShape;
    readonly missing: ErrorShape;
    /** What it says of every bad request, where the contract knows only one sentence. */
    readonly sentence?: string;
  };
  /** Pure over the call and the store. */
  readonly handle: (call: Call, store: Store) => Reply;
}
