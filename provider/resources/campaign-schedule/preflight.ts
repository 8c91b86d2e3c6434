import { isUnknown } from "../../input/unknown";
import { declaredTwice } from "../../lifecycle/declared-twice";
import type { PreflightCheck } from "../../lifecycle/preflight";
import type { CampaignScheduleProps } from "./props";

/** What a preview looks into for a campaign's date. */
export const campaignSchedulePreflight: readonly PreflightCheck<CampaignScheduleProps>[] = [
  declaredTwice<CampaignScheduleProps>({
    kind: "CampaignSchedule",
    name: "schedule-duplicate",
    isSame: (one, other) =>
      one.campaignId !== undefined &&
      !isUnknown(one.campaignId) &&
      one.campaignId === other.campaignId,
    problem: (other) =>
      `CampaignSchedule "${other}" of this program gives the same campaign a date, and either one may win. Declare one.`,
  }),
];
