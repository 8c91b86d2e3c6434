import { unknownValue } from "../../input/unknown";
import { declaredTwice } from "../../lifecycle/declared-twice";
import type { Foresight } from "../../lifecycle/preflight";

/** What of a campaign's date can be foreseen. */
export interface CampaignScheduleInputs {
  readonly campaignId: string;
}

/** What a preview looks into for a campaign's date. */
export const campaignScheduleForesight: readonly Foresight<CampaignScheduleInputs>[] = [
  declaredTwice<CampaignScheduleInputs>({
    kind: "CampaignSchedule",
    name: "schedule-duplicate",
    isSame: (one, other) =>
      one.campaignId !== undefined &&
      one.campaignId !== unknownValue &&
      one.campaignId === other.campaignId,
    problem: (other) =>
      `CampaignSchedule "${other}" of this program gives the same campaign a date, and either one may win. Declare one.`,
  }),
];
