import { listIn, stringIn } from "../../../provider/engine/written";
import type { CampaignFacts } from "../../../provider/input/campaign-reading";
import { type Properties, present } from "../../../provider/input/plain";
import type { ScheduleNote } from "../../../provider/input/schedule-note";
import { localMs } from "../../../provider/input/time";
import type { Resource } from "../../engine/resource";
import type { PreviewedResource, PreviewModel } from "./index";
import { shownText } from "./input";

export type MailingChange =
  /** Mailed by the update itself. */
  | "at once"
  | "new"
  | "moved"
  /** Its date is not changed by the stack, which may not even know it; its content or its lists may change. */
  | "stays"
  /** Its schedule is removed, which does not stop it. */
  | "removed";

/** Why a date that is long past is not sent. */
export const recordedOnly = "the date is past, so it is only recorded, and nothing is sent.";

/** A mailing of a stack, with values: whoever shows it redacts them. */
export interface Mailing {
  readonly change: MailingChange;
  /** The URN of its schedule; absent for what has none. */
  readonly urn?: string;
  /** The URN of its campaign, where that is in the preview. */
  readonly campaign?: string;
  /** The URN of a DNS share. */
  readonly share?: string;
  /** The logical name of the campaign, or its id; the id of the domain of a DNS share. */
  readonly name: string;
  /** The explicit Provider of a schedule, or of a DNS share. */
  readonly provider?: string;
  readonly inputs?: Properties;
  readonly inputsBefore?: Properties;
  /** What is known of a subject that is secret before and after an update, if it may be another one. */
  readonly secretSubject?: "changed" | "may have changed";
  /** The names of lists that the update creates for it. */
  readonly created?: readonly string[];
  readonly date?: MailingDate;
  readonly dateBefore?: MailingDate;
  /** Whether its content or its lists change, beside whatever becomes of its schedule. */
  readonly contentChanges?: boolean;
  /** What this preview has read of its campaign; absent if nobody has read it. */
  readonly read?: CampaignFacts;
  readonly inState?: InState;
  /** True if what is shown of it comes from the state, and this preview hasn't read the campaign. */
  readonly isUnread?: true;
  /** Why it is not sent, or not any more. */
  readonly ending?: string;
  /** What is known of a date that is not in the preview. */
  readonly when?: string;
  readonly note?: ScheduleNote;
  /** How many addresses a DNS share mails; absent where that is not known. */
  readonly addresses?: number;
}

/** What the state has of a mailing, as far as the preview has read something else. */
export interface InState {
  readonly date?: MailingDate;
  readonly status?: string;
}

/** A preview by what its resources are to a mail. */
export interface MailParts {
  readonly model: PreviewModel;
  readonly shares: readonly PreviewedResource[];
  readonly campaigns: readonly PreviewedResource[];
  readonly schedules: readonly PreviewedResource[];
}

/** A date, and the zone in which the service reads it, where the settings of its Provider name one. */
export interface MailingDate {
  /** As declared; absent where it is secret or known only after apply. */
  readonly time?: string;
  readonly zone?: string;
}

/** The inputs and outputs of a schedule by which its date is judged. */
export function scheduleProps(state: Resource) {
  const { sent, sentTime, status } = state.outputs ?? {};
  const { scheduledAt, ignoreChecks } = valuesOf(state);
  return present({
    scheduledAt: shownText(scheduledAt) ?? "",
    ignoreChecks: listIn(ignoreChecks)?.map(String),
    sent: typeof sent === "boolean" ? sent : undefined,
    sentTime: stringIn(sentTime),
    status: stringIn(status),
  });
}

/** Inputs and outputs by name; an input goes before an output. */
export function valuesOf({ inputs, outputs }: Resource): Properties {
  return { ...outputs, ...inputs };
}

export function dateOf(state: Resource, zone: string | undefined): MailingDate {
  const time = shownText(valuesOf(state).scheduledAt);
  return present({ time, zone });
}

/** The date as the service has it. */
export function sentDate(state: Resource, zone: string | undefined): MailingDate {
  const sentTime = shownText(state.outputs?.sentTime);
  const date = dateOf(state, zone);
  return sentTime === undefined || date.time === undefined ? date : { ...date, time: sentTime };
}

/** `Sat ` of a local time, to stand before it; nothing for what is none. */
export function weekday(local: string): string {
  const ms = localMs(local);
  return ms === undefined ? "" : `${new Date(ms).toUTCString().slice(0, 3)} `;
}
