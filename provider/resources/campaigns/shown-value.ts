/** The result of comparing one value of a campaign: unchanged, edited by somebody, a new baseline, or not comparable. */
export type Verdict = "same" | "edited" | "taken" | "the service's form" | "open";

/** One value of a campaign in a reading: its name, subject, reply-to address, HTML or date. */
export interface ShownValue {
  /** The service's value now. */
  readonly shown: string;
  /** The service's value right after our last write, which is the baseline; undefined if there is none. */
  readonly sent: string | undefined;
  /** The value that a refresh found before the declared one was sent again. */
  readonly before: string | undefined;
  /** True if an earlier refresh found it edited, so that the state has the declared value besides. */
  readonly isEdited: boolean;
  /** True if the service has the declared value. Each field compares in its own way. */
  readonly isDeclared: () => boolean;
  /** The verdict without a baseline: the declared value says too little, or the field takes over what it finds. */
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
