import { isSameContent, judgeText } from "../../input/asset";
import type { Finding } from "../../input/finding";
import { isUnknown } from "../../input/unknown";
import { judgeExtraFields } from "../../lifecycle/extra-fields";
import type { CheckContext } from "../../lifecycle/lifecycle";
import { campaignFields } from "./fields";
import type { CampaignProps } from "./props";

/** What is wrong with the inputs of a campaign together. */
export function judgeCampaign(
  props: Partial<CampaignProps>,
  context?: CheckContext<CampaignProps>,
): Finding[] {
  const { html, plainText, listIds, segmentId } = props;
  const missing = (problem: string) => [
    { path: "", problem: `missing required input: ${problem}` },
  ];
  const lacksContent = html === undefined && plainText === undefined;
  const lacksTarget = listIds === undefined && segmentId === undefined;
  // Fields under other names may be the content and the recipients.
  const isJudged = !hasFieldsOfItsOwn(props);
  return [
    ...(isJudged && lacksContent ? missing("set html, plainText or both") : []),
    ...(isJudged && lacksTarget ? missing("set listIds, segmentId or both") : []),
    ...judgeExtraFields(campaignFields, props, context),
    ...(context ? judgeTexts(props, context.old ?? {}) : []),
  ];
}

const mailed = ["subject", "preheader", "permissionReminder", "html", "plainText"] as const;

/** The characters of what is mailed; what is in the state was judged before. */
function judgeTexts(props: Partial<CampaignProps>, old: Partial<CampaignProps>): Finding[] {
  return mailed.flatMap((name) =>
    isSameContent(old[name], props[name]) ? [] : judgeText(props[name], name),
  );
}

function hasFieldsOfItsOwn({ extraFields }: Partial<CampaignProps>): boolean {
  if (isUnknown(extraFields) || isUnknown(extraFields?.create)) return true;
  return Object.keys(extraFields?.create ?? {}).length > 0;
}
