import type { Properties } from "../../input/plain";
import type { ScheduleNote } from "../../mailing/note";
import type { PreviewedResource, PreviewModel } from "./index";
import type { MailingDate } from "./schedule-state";

/** What becomes of one mailing in a preview. */
export type MailingChange =
  /** Mailed by the update itself. */
  | "at once"
  | "new"
  | "moved"
  /** Its schedule changes, but not the date. */
  | "kept"
  /** Its content or its lists change under a schedule that doesn't. */
  | "content"
  /** Its schedule is removed, which does not stop it. */
  | "removed"
  /** Its date is past: nothing is sent. */
  | "recorded"
  /** Its content changes, and the preview leaves out whether it is scheduled. */
  | "unknown"
  /** It is taken over with other content, and the service may have a date for it. */
  | "adopted"
  /** Its content changes, and the service has a date for it that no schedule of the stack has set. */
  | "elsewhere";

/** A mailing of a stack, with values: whoever shows it redacts them. */
export interface Mailing {
  readonly change: MailingChange;
  /** The URN of its schedule; absent for what has none. */
  readonly urn?: string;
  /** The URN of its campaign, where that is in the preview. */
  readonly campaign?: string;
  /** The logical name of the campaign, or its id; the id of the domain of a DNS share. */
  readonly name: string;
  /** The explicit Provider of a schedule, or of a DNS share. */
  readonly provider?: string;
  readonly inputs?: Properties;
  readonly inputsBefore?: Properties;
  readonly date?: MailingDate;
  readonly dateBefore?: MailingDate;
  /** Whether its content or its lists change, beside whatever becomes of its schedule. */
  readonly contentChanges?: boolean;
  /** Why a removed one is not sent any more. */
  readonly ending?: string;
  /** What preflight has said of it. */
  readonly note?: ScheduleNote;
  /** How many addresses a DNS share mails; absent where that is not known. */
  readonly addresses?: number;
}

/** A mailing with a date, which may also stay as it is. */
export interface ScheduledMailing extends Omit<Mailing, "change"> {
  readonly urn: string;
  readonly change: MailingChange | "same";
}

/** A preview by what its resources are to a mail. */
export interface MailParts {
  readonly model: PreviewModel;
  readonly shares: readonly PreviewedResource[];
  readonly campaigns: readonly PreviewedResource[];
  readonly schedules: readonly PreviewedResource[];
}
