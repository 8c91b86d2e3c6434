import type { Audience } from "../../account/recipients";
import { isUnknown } from "../../input/unknown";
import type { Declared, QuestionContext } from "../../lifecycle/question";
import type { CampaignScheduleProps } from "./props";

/** The Campaign that is scheduled, by its id or by the output that its id is. */
export async function campaignOf(
  { campaignId }: Partial<CampaignScheduleProps>,
  { own, declared, knowsAll }: QuestionContext,
): Promise<Declared | undefined> {
  const campaigns = await declared("Campaign");
  if (!isUnknown(campaignId)) return campaigns.find(({ id }) => id === campaignId);
  if (knowsAll) return campaigns.find(({ idOutput }) => idOutput === own.given.campaignId);
  // Where no outputs are known: an id that is yet unknown is that of a new campaign, which comes before its date.
  const [only, another] = campaigns.filter(({ id }) => id === undefined);
  return another === undefined ? only : undefined;
}

/** Whom it goes to. */
export async function audienceOf(
  props: CampaignScheduleProps,
  context: QuestionContext,
): Promise<Audience | "later" | undefined> {
  const campaign = await campaignOf(props, context);
  if (!campaign && isUnknown(props.campaignId)) return "later";
  return campaign?.props;
}
