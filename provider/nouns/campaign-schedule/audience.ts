import { concealed } from "../../errors/redact";
import type { Audience } from "../../input/audience";
import { isUnknown } from "../../input/plain";
import { subjectOf } from "../../lifecycle/object-state";
import type { Declared, QuestionContext } from "../../lifecycle/question";
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

/** A campaign by its name and its name in the program, where these are known; what is secret is hidden in its own steps alone. */
export function inWords(
  campaign: Partial<Pick<Declared, "name" | "props" | "secrets">> | undefined,
): string {
  const { props, name = "", secrets = [] } = campaign ?? {};
  if (props === undefined) return "the campaign";
  const logicalName = name === "" ? undefined : name;
  return concealed(subjectOf({ kind: "Campaign", namedBy: "name" }, props, logicalName), secrets);
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

/** The names of lists that the update creates for a campaign, as far as the program shows them. */
export async function createdLists(
  { props, given }: Declared,
  { declared }: Pick<Program, "declared">,
): Promise<string[]> {
  const [ids, outputs] = [props.listIds, given.listIds].map(asList);
  // What a transform makes of them may have other places.
  if (ids === undefined || ids.length !== outputs?.length || !ids.some(isUnknown)) return [];
  const lists = await declared("List");
  return ids.flatMap((id, at) => {
    const list = isUnknown(id) ? lists.find(({ idOutput }) => idOutput === outputs[at]) : undefined;
    const name: unknown = list?.props.name;
    return typeof name === "string" && !isUnknown(name) ? [name] : [];
  });
}

function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}
