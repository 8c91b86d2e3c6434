import { listIn, stringIn } from "../../../provider/engine/written";
import type { CampaignFacts } from "../../../provider/input/campaign-reading";
import { type Properties, present } from "../../../provider/input/plain";
import type { ScheduleNote } from "../../../provider/input/recipients";
import { localMs } from "../../../provider/input/time";
import type { Resource } from "../../engine/resource";
import type { PreviewedResource, PreviewModel } from "./index";
import { shownText } from "./input";

export type MailingChange =
  /** Sent by the update itself. */
  | "at once"
  | "new"
  | "moved"
  /** The stack doesn't change the date, and may not know it. The content or the lists may change. */
  | "stays"
  /** The schedule is removed, which doesn't stop the email. */
  | "removed";

/** The reason why a date that passed long ago is not sent. */
export const recordedOnly = "the date is past, so it is only recorded, and nothing is sent.";

/** A mailing of a stack. The values are not redacted yet. */
export interface Mailing {
  readonly change: MailingChange;
  /** The URN of its schedule; absent without one. */
  readonly urn?: string;
  /** The URN of its campaign, if the preview contains it. */
  readonly campaign?: string;
  /** The URN of a DNS share. */
  readonly share?: string;
  /** The logical name of the campaign or its id. For a DNS share, the id of the domain. */
  readonly name: string;
  /** The explicit Provider of a schedule, or of a DNS share. */
  readonly provider?: string;
  readonly inputs?: Properties;
  readonly inputsBefore?: Properties;
  /** Set if the subject is a secret before and after the update, and may differ. */
  readonly secretSubject?: "changed" | "may have changed";
  /** The names of lists that the update creates for it. */
  readonly created?: readonly string[];
  readonly date?: MailingDate;
  readonly dateBefore?: MailingDate;
  /** Whether its content or its lists change, in addition to its schedule. */
  readonly contentChanges?: boolean;
  /** What this preview has read of its campaign; absent if it read nothing. */
  readonly read?: CampaignFacts;
  readonly inState?: InState;
  /** True if the values come from the state, because this preview hasn't read the campaign. */
  readonly isUnread?: true;
  /** The reason why it is not sent, or no longer. */
  readonly ending?: string;
  /** A description of a date that the preview doesn't contain. */
  readonly when?: string;
  readonly note?: ScheduleNote;
  /** The number of addresses that a DNS share emails; absent if unknown. */
  readonly addresses?: number;
}

/** Values of the state that differ from those that the preview has read. */
export interface InState {
  readonly date?: MailingDate;
  readonly status?: string;
}

/** The resources of a preview by their roles in an email. */
export interface MailParts {
  readonly model: PreviewModel;
  readonly shares: readonly PreviewedResource[];
  readonly campaigns: readonly PreviewedResource[];
  readonly schedules: readonly PreviewedResource[];
}

/** A date, with the zone in which the service reads it if the settings of its Provider name one. */
export interface MailingDate {
  /** As declared. Absent if it is a secret or known only after apply. */
  readonly time?: string;
  readonly zone?: string;
}

/** The inputs and outputs of a schedule that matter for its date. */
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

/** Inputs and outputs by name. An input overrides an output. */
export function valuesOf({ inputs, outputs }: Resource): Properties {
  return { ...outputs, ...inputs };
}

export function dateOf(state: Resource, zone: string | undefined): MailingDate {
  const time = shownText(valuesOf(state).scheduledAt);
  return present({ time, zone });
}

/** The date that the service has. */
export function sentDate(state: Resource, zone: string | undefined): MailingDate {
  const sentTime = shownText(state.outputs?.sentTime);
  const date = dateOf(state, zone);
  return sentTime === undefined || date.time === undefined ? date : { ...date, time: sentTime };
}

/** The day of the week before a local time, such as `Sat `, or an empty text for an invalid time. */
export function weekday(local: string): string {
  const ms = localMs(local);
  return ms === undefined ? "" : `${new Date(ms).toUTCString().slice(0, 3)} `;
}
