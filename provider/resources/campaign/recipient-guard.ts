import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign-list";
import { hasOtherAudience } from "../../input/audience";
import type { Finding } from "../../input/finding";
import { containsUnknown, isUnknown } from "../../input/plain";
import { refusesSending } from "../../lifecycle/forbidden";
import type { QuestionContext } from "../../lifecycle/question";
import { shownCampaign } from "../campaigns/campaign-cache";
import { judgeRecipients } from "../campaigns/recipient-lists";
import { judgeSendWindow } from "../campaigns/send-window";
import { adoptedRecipients } from "./preview-reading";
import type { CampaignProps } from "./props";
import type { CampaignDecided } from "./recorded-content";

interface Change {
  /** Undefined for an adoption. */
  readonly old: (CampaignProps & Partial<CampaignDecided>) | undefined;
  readonly props: CampaignProps;
}

/** What the settings forbid of other recipients for a campaign, which may be scheduled although the state doesn't say so. */
export async function judgeOtherRecipients(
  { old, props }: Change,
  { account, own }: QuestionContext,
): Promise<Finding[]> {
  const { settings } = account;
  const tooMany = await judgeRecipients(async () => props, account);
  const isAdoption = old === undefined;
  const isGuarded =
    settings.value("sending") === "refuse" ||
    (isAdoption && settings.value("sendWindow") !== undefined);
  const id = own.id ?? props.existingId;
  if (!isGuarded || id === undefined || isUnknown(id)) return tooMany;
  const row = await shownCampaign(account, id);
  if (row?.status !== "scheduled") return tooMany;
  if (isAdoption && !(await givesOthers(row, props, account))) return tooMany;
  const window = isAdoption ? judgeSendWindow(row.scheduledDate ?? "", settings) : [];
  return [...tooMany, ...refusesSending(settings), ...window.map(ofService)];
}

/** A date that no input of the campaign has. */
function ofService({ problem }: Finding): Finding {
  return { path: "", problem: `the service has a date for the campaign: ${problem}` };
}

/** Whether an adoption gives a campaign other recipients. What only the update knows is judged by the update. */
async function givesOthers(
  row: CampaignRow,
  props: CampaignProps,
  account: Account,
): Promise<boolean> {
  const { listIds = [] } = props;
  if (containsUnknown(listIds)) return false;
  const { isOther } = await adoptedRecipients(row, props, account);
  return isOther || hasOtherAudience({ listIds }, props);
}
