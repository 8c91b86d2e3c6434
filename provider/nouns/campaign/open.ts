import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign-list";
import { finding, type NamedFinding } from "../../input/finding";
import { requireNone } from "../../lifecycle/failure";
import { campaignsOf, shownCampaign } from "../campaigns/campaigns";
import { closedWords, isOver } from "../campaigns/status";
import type { CampaignProps } from "./props";

/**
 * Fails for a campaign to which nothing may be sent any more; gives its status where a reading shows it, also `finished`
 * where `ignoreChecks` lets that pass.
 */
export async function requireOpen(
  account: Account,
  id: string,
  props: CampaignProps,
): Promise<string | undefined> {
  const row = await shownCampaign(account, id);
  // The list may lack a campaign that exists, so only one that it shows is taken for closed.
  requireNone([row && campaignConflict(row)], props);
  return row?.status;
}

/** Whether a look right now shows a campaign that was sent. */
export async function isSent(account: Account, id: string): Promise<boolean> {
  if (!account.settings.isExtended) return false;
  const row = await campaignsOf(account).readNow(id);
  return typeof row !== "string" && row.status === "finished";
}

/** What is wrong with a campaign that was created without a date, and that the service mails all the same. */
export function isNotDraft(status: string): NamedFinding {
  const problem = `the campaign was created without a date, and right after that the service had it as "${status}" instead of a draft: it may be mailed, or was mailed already. Look at it in the service's web app. Another pulumi up may mail another new Campaign. To go on nevertheless, add "campaign-not-draft" to the ignoreChecks of this Campaign and of every new one.`;
  return finding("error", "campaign-not-draft", problem);
}

/** Why a campaign can't become what is declared: nothing may be sent to it any more. */
export function campaignConflict(row: CampaignRow): NamedFinding | undefined {
  if (!isOver(row)) return undefined;
  const { status } = row;
  const problem = `the campaign ${closedWords[status] ?? status}, so it can't be changed any more. Restore the old values, add the inputs to ignoreChanges, or declare another Campaign for another mailing.`;
  const found = finding("error", "campaign-closed", problem);
  // What is sent, or was stopped, is no archive.
  return status === "finished" ? found : { ...found, isLasting: true };
}
