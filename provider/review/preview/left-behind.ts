import type { Properties } from "../../input/plain";
import type { ReviewedKind } from "./context";

/** A resource that a preview deletes or replaces. */
export interface Removed {
  readonly kind: ReviewedKind | undefined;
  /** Its outputs in the state. */
  readonly state: Properties;
  /** The inputs and outputs because of which it is replaced. */
  readonly replaceReasons: readonly string[];
}

/** What the delete leaves as it is, in words that follow the resource; undefined where it leaves nothing. */
export function leftBehind({ kind, state, replaceReasons }: Removed): string | undefined {
  // The delete of what belongs to another account sends nothing.
  if (replaceReasons.includes("account")) {
    return `it stays unchanged in account "${textOr("unknown", state.account)}".`;
  }
  return kind?.leaves?.({
    ...state,
    campaignId: textOr("(unknown)", state.campaignId),
    scheduledAt: textOr("an unknown time", state.scheduledAt),
  })?.before;
}

/** A preview that another program wrote may have anything in place of a text. */
function textOr(other: string, value: unknown): string {
  return typeof value === "string" ? value : other;
}
