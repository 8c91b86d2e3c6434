import { isRecordedOnly } from "../../../provider/email/date";
import type { CampaignFacts, ScheduleNote } from "../../../provider/email/recipients";
import { localMs } from "../../../provider/input/time";
import { omitUndefined, type Properties, stringIn } from "../../../provider/plain/value";
import type { Resource } from "../../engine/resource";
import { listIn } from "../../engine/text-file";
import { shownText } from "./input";
import type { PreviewedResource, PreviewModel } from "./model";

export type MailingChange =
  /** The update itself sends the email. */
  | "at once"
  | "new"
  | "moved"
  /**
   * The date stays. The content or the lists may change. Includes a campaign whose date was set only in the service.
   */
  | "stays"
  /**
   * The update deletes or replaces the schedule. That doesn't remove the date in the service, so the email may still be
   * sent.
   */
  | "removed";

/** The reason shown for a past date that the update only records in the state. */
export const recordedOnly = "the date is past, so it is only recorded, and nothing is sent.";

/** An email of a stack. Its texts aren't redacted yet. */
export interface Mailing {
  readonly change: MailingChange;
  /** The URN of the email's schedule; absent for an email without a schedule. */
  readonly urn?: string;
  /**
   * The URN of the email's campaign; absent for a `DomainDnsShare`, and if the preview doesn't contain the campaign.
   */
  readonly campaign?: string;
  /** The URN of the `DomainDnsShare` that sends the email. */
  readonly share?: string;
  /** The name or the id of the campaign. For a `DomainDnsShare`, the domain or its id. If unknown, a description. */
  readonly name: string;
  /** The name of the explicit Provider of the schedule, the campaign or the `DomainDnsShare`. */
  readonly provider?: string;
  readonly inputs?: Properties;
  readonly inputsBefore?: Properties;
  /**
   * The change of a subject that is secret before and after the update. Absent for an unchanged or readable subject.
   */
  readonly secretSubject?: "changed" | "may have changed";
  /** The readable names of lists that the update creates for the campaign. */
  readonly created?: readonly string[];
  readonly date?: MailingDate;
  readonly dateBefore?: MailingDate;
  /** True if the update may change the email's content or lists, not only its schedule. */
  readonly contentChanges?: boolean;
  readonly campaignFacts?: CampaignFacts;
  readonly inState?: InState;
  /**
   * True if the preview didn't read the campaign from the service, so the date before the update comes from the state.
   */
  readonly isUnread?: true;
  readonly notSentReason?: string;
  /** A description to show instead of a date that the preview doesn't contain. */
  readonly when?: string;
  readonly note?: ScheduleNote;
  /** The number of addresses that a `DomainDnsShare` emails; absent if unknown. */
  readonly addresses?: number;
}

/** The values in the state, if the preview read other values from the service. */
export interface InState {
  readonly date?: MailingDate;
  readonly status?: string;
}

export interface EmailResources {
  readonly model: PreviewModel;
  readonly shares: readonly PreviewedResource[];
  readonly campaigns: readonly PreviewedResource[];
  readonly schedules: readonly PreviewedResource[];
}

/** A date, with the time zone in which the service reads it, if the settings or preflight's note name one. */
export interface MailingDate {
  /** The declared time, or the time in the service. Absent if it is a secret or known only after apply. */
  readonly time?: string;
  readonly zone?: string;
}

/** The inputs and outputs of a schedule that describe its date. */
export function scheduleProps(state: Resource) {
  const { sent, sentTime, status } = state.outputs ?? {};
  const { scheduledAt, ignoreChecks } = propertiesOf(state);
  return omitUndefined({
    scheduledAt: shownText(scheduledAt) ?? "",
    ignoreChecks: listIn(ignoreChecks)?.map(String),
    sent: typeof sent === "boolean" ? sent : undefined,
    sentTime: stringIn(sentTime),
    status: stringIn(status),
  });
}

export function propertiesOf({ inputs, outputs }: Resource): Properties {
  return { ...outputs, ...inputs };
}

export function dateOf(state: Resource, zone: string | undefined): MailingDate {
  const time = shownText(propertiesOf(state).scheduledAt);
  return omitUndefined({ time, zone });
}

/** The date of a schedule in the state, with the time that was sent to the service, if the state has that time. */
export function sentDate(state: Resource, zone: string | undefined): MailingDate {
  const sentTime = shownText(state.outputs?.sentTime);
  const date = dateOf(state, zone);
  return sentTime === undefined || date.time === undefined ? date : { ...date, time: sentTime };
}

/** True if a schedule's date is long past and, by `ignoreChecks`, only recorded in the state and never sent. */
export function isRecorded(state: Resource, zone: string | undefined): boolean {
  const { time } = dateOf(state, zone);
  return time !== undefined && isRecordedOnly({ ...scheduleProps(state), scheduledAt: time }, zone);
}

/** The weekday to print before a local time, such as `Sat `. An empty text if the time isn't a valid local time. */
export function weekday(local: string): string {
  const ms = localMs(local);
  return ms === undefined ? "" : `${new Date(ms).toUTCString().slice(0, 3)} `;
}
