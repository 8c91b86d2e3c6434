import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign";
import { hasOtherAudience } from "../../email/recipients";
import type { Finding } from "../../input/finding";
import { refusesSending } from "../../lifecycle/guard";
import type { Program } from "../../lifecycle/preflight-check";
import { containsUnknown, isUnknown } from "../../plain/value";
import { shownCampaign } from "../campaigns/campaign-cache";
import { judgeRecipients } from "../campaigns/recipients";
import { judgeSendWindow } from "../campaigns/send-window";
import { adoptedRecipients } from "./preview-reading";
import type { CampaignProps } from "./props";
import type { CampaignOutputs } from "./recorded-content";

interface Change {
  /** The campaign in the state; undefined if the campaign is adopted. */
  readonly old: (CampaignProps & Partial<CampaignOutputs>) | undefined;
  readonly props: CampaignProps;
}

/**
 * Violations of the guards by changed recipients. Checks the campaign even if the state has no date, because it may be
 * scheduled in the service.
 */
export async function judgeOtherRecipients(
  { old, props }: Change,
  { account, own, isUnasked }: Program,
): Promise<Finding[]> {
  const { settings } = account;
  const tooMany = await judgeRecipients(async () => props, account);
  const isAdoption = old === undefined;
  const isGuarded =
    settings.value("sending") === "refuse" ||
    (isAdoption && settings.value("sendWindow") !== undefined);
  const id = own.id ?? props.existingId;
  if ((isUnasked && !isAdoption) || !isGuarded || id === undefined || isUnknown(id)) return tooMany;
  const row = await shownCampaign(account, id);
  if (row?.status !== "scheduled") return tooMany;
  if (isAdoption && !(await givesOthers(row, props, account))) return tooMany;
  const window = isAdoption ? judgeSendWindow(row.scheduledDate ?? "", settings) : [];
  return [...tooMany, ...refusesSending(settings), ...window.map(ofService)];
}

/** Moves a finding about the date from an input to the whole resource, because a campaign has no input for the date. */
function ofService({ problem }: Finding): Finding {
  return { path: "", problem: `the service has a date for the campaign: ${problem}` };
}

/** True if an adoption changes the recipients. If list ids aren't known yet, the update checks them. */
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
