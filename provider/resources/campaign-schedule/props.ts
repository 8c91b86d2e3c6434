import type { CommonProps } from "../../input/validation";

/** The inputs of a campaign's schedule. */
export interface CampaignScheduleProps extends CommonProps {
  /**
   * The id of the campaign to schedule. Changing this replaces the schedule; the other campaign keeps its date and is
   * still sent.
   */
  campaignId: string;
  /**
   * When the campaign is sent: a local time `YYYY-MM-DD HH:MM:SS`, or a time with a time zone.
   *
   * A local time is sent unchanged. The specification says that it is in the caller's own time zone, and not where the
   * service takes that from; that it is the account's is an assumption. To find out, schedule one draft, and compare the
   * time that the service's web app shows.
   *
   * A time with a time zone is ISO 8601 with an offset, such as `2027-03-01T09:00:00-05:00`, or a time with its zone as in RFC 9557, such as
   * `2027-03-01T09:00:00[Europe/Berlin]`, with or without an offset before the zone. The setting `timeZone` must name the zone in
   * which the service reads dates, and the time is sent as the local time there. Offsets are from -12:00 to +14:00. An offset that
   * is not that of the zone is an error, and so is a time that a change of the clocks skips, or repeats where no offset says which
   * one is meant.
   *
   * A new or changed time must not be in the past, and a time in the past can't be changed. Without `timeZone`, that holds
   * for a time that may be past in some time zone, so until 14 hours from now in UTC: to mail on the same day, set `timeZone`.
   * With the extended operations, a time is sent if a reading right before shows that the campaign wasn't sent. A time that is
   * in the past by more than 24 hours is recorded and not sent if `ignoreChecks` has `schedule-past`.
   *
   * A change is sent to the service, which accepts it only while the campaign is paused. Every change is a warning,
   * `schedule-pause`. Pause the campaign in the service's web app first. Another spelling of the same time sends
   * nothing.
   *
   * If the time is secret, so are `sentTime` and `unconfirmedTimes`. The output `scheduledDate` of its Campaign always
   * is.
   */
  scheduledAt: string;
}

/** The outputs of a campaign's schedule, as its class describes them. */
export interface CampaignScheduleOutputs {
  sent: boolean;
  sentTime?: string;
  unconfirmedTimes?: string[];
  readonly status?: string;
  readonly __reading?: ScheduleReading;
}

/** The baseline for drift: the date that the service returned for the declared date. */
export interface ScheduleReading {
  /** The date as the service returns it, in the service's form and time zone. Absent without a baseline. */
  readonly scheduledDate?: string;
  /** The declared date, if somebody has since moved the date in the service. */
  readonly declared?: string;
  /** A date found without a baseline. If found again after an update, it counts as a form of the declared date. */
  readonly before?: string;
}

/** The state of a schedule. After an unconfirmed create, the state lacks some of the outputs. */
export type ScheduleState = CampaignScheduleProps & Partial<CampaignScheduleOutputs>;

/** A create (no `old`) or an update. */
export interface ScheduleStep {
  readonly old?: ScheduleState | undefined;
  readonly props: CampaignScheduleProps;
}
