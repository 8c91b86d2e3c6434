import { declaredTwice, isSameObject } from "../../lifecycle/declared-twice";
import type { Preflight } from "../../lifecycle/preflight";
import type { CampaignScheduleProps } from "./props";

/** What a preview looks into for a campaign's date. */
export const campaignSchedulePreflight: Preflight<CampaignScheduleProps> = {
  ofProgram: [
    declaredTwice<CampaignScheduleProps>({
      kind: "CampaignSchedule",
      name: "schedule-duplicate",
      isSame: (one, other) => isSameObject(one, other, "campaignId"),
      problem: (other) =>
        `CampaignSchedule "${other}" in this program schedules the same campaign, and either date may win. Declare only one of them.`,
    }),
  ],
};
