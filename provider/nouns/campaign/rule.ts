import { noteReplacement } from "../../account/seen-object";
import { isSameContent, judgeText } from "../../input/asset";
import { type Finding, finding } from "../../input/finding";
import { isUnknown } from "../../input/unknown";
import type { CheckContext } from "../../lifecycle/lifecycle";
import type { Settings } from "../../settings/settings";
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
    ...(context?.settings && context.old === undefined
      ? judgeReplaced(props, context.settings)
      : []),
    ...(context ? judgeTexts(props, context.old ?? {}) : []),
  ];
}

/** What is wrong with a new campaign in the place of one that the service mails, or has mailed, as the state shows. */
function judgeReplaced({ name, existingId }: Partial<CampaignProps>, settings: Settings) {
  return noteReplacement(settings, "Campaign", name).flatMap(({ id, old }) => {
    const { status = "draft" } = old ?? {};
    if (id === existingId || status === "draft" || status === "aborted") return [];
    const problem = `the campaign that it replaces, ${id}, is no draft any more (status "${String(status)}"): with a date for the new one, readers could be mailed twice. If both are to be sent, or you have stopped campaign ${id} in the service's web app, add "campaign-replaced" to ignoreChecks.`;
    return [finding("error", "campaign-replaced", problem)];
  });
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
