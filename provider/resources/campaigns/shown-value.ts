/**
 * The result of comparing one value of a campaign. "taken" makes the service's value the new baseline, and "open" means
 * not comparable.
 */
export type Verdict = "same" | "edited" | "taken" | "the service's form" | "open";

/** One value of a campaign, as read from the service: the name, subject, reply-to address, HTML or date. */
export interface ShownValue {
  /** The value that the service has now. */
  readonly shown: string;
  /** The baseline: the value that the service had right after our last write; undefined if that wasn't read. */
  readonly sent: string | undefined;
  /** The value that a refresh found before the declared value was sent again. */
  readonly before: string | undefined;
  /**
   * True if an earlier refresh found that somebody had edited the value. The state then also has the declared value.
   */
  readonly isEdited: boolean;
  /** Returns true if the service has the declared value. Each field compares values in its own way. */
  readonly isDeclared: () => boolean;
  /** The result if there is no baseline: the values can't be compared, or the service's value becomes the baseline. */
  readonly first?: Exclude<Verdict, "edited"> | undefined;
}

export function verdictOf({
  shown,
  sent,
  before,
  isEdited,
  isDeclared,
  first,
}: ShownValue): Verdict {
  if (shown === sent || isDeclared()) return "same";
  if (sent !== undefined) return "edited";
  if (first === "same" || first === "open") return first;
  if (before === shown && !isEdited) return "the service's form";
  return first ?? "edited";
}
