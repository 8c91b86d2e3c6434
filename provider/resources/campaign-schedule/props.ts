import type { CommonProps } from "../../input/common-props";

/** The inputs of a campaign's schedule. */
export interface CampaignScheduleProps extends CommonProps {
  /**
   * The id of the campaign to schedule. Changing this replaces the schedule; the other campaign keeps its date and is
   * still sent.
   */
  campaignId: string;
  /**
   * When the campaign is sent, in the form `YYYY-MM-DD HH:MM:SS`, in the time zone of your account. A new or changed
   * time must not be in the past, and a time in the past can't be changed. The package doesn't know the account's
   * time zone: a time is in the past once it has passed in every time zone. A time from 12 hours before to 14 hours
   * after now (in UTC) is a warning, `schedule-near`.
   *
   * A change is sent to the service, which accepts it only while the campaign is paused. Every change is a warning,
   * `schedule-pause`. Pause the campaign in the service's web pages first.
   */
  scheduledAt: string;
}
