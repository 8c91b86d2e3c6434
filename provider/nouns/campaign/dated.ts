import { EmailMarketingError, ownError } from "../../errors/error";
import { finding } from "../../input/finding";
import { isUnknown } from "../../input/unknown";
import type { Question, QuestionContext } from "../../lifecycle/question";
import { hasUnconfirmedId } from "../../lifecycle/unconfirmed";
import { campaignsOf } from "../campaigns/campaigns";
import { isOver } from "../campaigns/status";
import type { CampaignDecided } from "./baseline";
import type { CampaignProps } from "./props";

/**
 * Whether the service mails a campaign on a date that the program does not have: Pulumi asks no provider about the schedule
 * that has left the program.
 */
export const isDated: Question<CampaignProps, CampaignDecided> = {
  when: "kept",
  about: [],
  async ask(_props, context) {
    const { account, own, old } = context;
    const { id } = own;
    const mayBeDated = account.settings.isExtended && !isOver(old);
    if (id === undefined || hasUnconfirmedId(id) || !mayBeDated) return [];
    if (await isScheduledIn(context)) return [];
    // Nothing is sent, so an account that can't be asked is no problem of this update.
    const row = await campaignsOf(account).readOnce(id).catch(ownError);
    const isRead = typeof row === "object" && !(row instanceof EmailMarketingError);
    if ((isRead ? row.status : old.status) !== "scheduled") return [];
    const since = isRead ? "" : " (when it was last read)";
    const problem = `the service has a date for this campaign${since}, and the program declares no CampaignSchedule for it, so it WILL be sent on that date. To stop it, pause campaign ${id} in the service's web app. Otherwise declare its CampaignSchedule.`;
    return [finding("warning", "schedule-undeclared", problem)];
  },
};

/** Whether a schedule of the program may be that of the campaign. */
async function isScheduledIn({ own, declared }: QuestionContext): Promise<boolean> {
  const schedules = await declared("CampaignSchedule");
  const others = (await declared("Campaign")).filter(({ id }) => id !== own.id);
  return schedules.some(({ props: { campaignId }, given }) =>
    isUnknown(campaignId)
      ? // The id of a new campaign is unknown, and so may be what an output is made of.
        !others.some(({ idOutput }) => idOutput === given.campaignId)
      : campaignId === own.id,
  );
}
