import { isUnknown } from "../../input/unknown";
import type { Declared, QuestionContext } from "../../lifecycle/question";
import type { Audience } from "../campaigns/recipients";
import type { CampaignScheduleProps } from "./props";

type Program = Pick<QuestionContext, "own" | "declared" | "knowsAll">;

/** The Campaign that is scheduled, by its id or by the output that its id is. */
export async function campaignOf(
  props: Partial<CampaignScheduleProps>,
  program: Program,
): Promise<Declared | undefined> {
  const [only, another] = await candidatesOf(props, program);
  return another === undefined ? only : undefined;
}

/** The same; several where it is not shown which of them it is. */
export async function candidatesOf(
  { campaignId }: Partial<CampaignScheduleProps>,
  { own, declared, knowsAll }: Program,
): Promise<Declared[]> {
  const campaigns = await declared("Campaign");
  if (!isUnknown(campaignId)) return campaigns.filter(({ id }) => id === campaignId);
  if (knowsAll) return campaigns.filter(({ idOutput }) => idOutput === own.given.campaignId);
  // Where no outputs are known: an id that is yet unknown is that of a new campaign, which comes before its date.
  return campaigns.filter(({ id }) => id === undefined);
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
