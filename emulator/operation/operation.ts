import type { Store } from "../account/store";
import type { ErrorShape, Reply } from "./reply";

/** An error that a client meets if rows move while it reads page after page. */
export type PagingQuirk = "duplicate-rows" | "moved-rows" | "empty-page";

/** An authorised request whose body matches the contract. */
interface Call {
  /** The id in the path, decoded; empty for a path without one. */
  readonly id: string;
  /** The JSON body. It has passed the contract's schema, so an area can cast it to what it reads. */
  readonly body: unknown;
  /** Set by a fault that makes rows move between pages. */
  readonly paging?: PagingQuirk | undefined;
}

/** How the emulator serves an operation of the contract. */
export interface Operation {
  /** Whether it only reads; only such an operation can be stale. */
  readonly reads: boolean;
  /** The error shapes where they differ from an error list, which most operations send. */
  readonly errors?: {
    /** The shape for an invalid request. */
    readonly invalid?: ErrorShape;
    /** The shape for an unknown id. */
    readonly missing?: ErrorShape;
    /** The only message for an invalid request, where the specification has just one. */
    readonly sentence?: string;
  };
  /** Carries out the call; depends on nothing but the call and the store. */
  readonly handle: (call: Call, store: Store) => Reply;
}
