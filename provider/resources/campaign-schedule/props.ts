import type { CommonProps } from "../../input/common-props";

/** What the user decides about when a campaign is sent. */
export interface CampaignScheduleProps extends CommonProps {
  /** The id of the campaign. Changing this replaces the schedule: the other campaign keeps its date. */
  campaignId: string;
  /**
   * When the campaign is sent, `YYYY-MM-DD HH:MM:SS`, in your own zone, which the service knows and this package does not:
   * a time counts as past once it is past in every zone. A new or changed time must not be past, nor may a past one be
   * changed. From 12 hours before to 14 hours after now in UTC there is one warning, which `ignoreChecks` silences as
   * `schedule-near`. A change is sent; the service wants the campaign paused before, of which a warning reminds
   * (`schedule-pause`).
   */
  scheduledAt: string;
}
