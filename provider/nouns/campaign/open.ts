import type { Account } from "../../account/account";
import { closedWords, isOver, statusOf } from "../../account/campaign-status";
import type { CampaignRow } from "../../api/campaign-list";
import { EmailMarketingError } from "../../errors/error";
import { finding, type NamedFinding } from "../../input/finding";
import type { Question } from "../../lifecycle/question";
import { isExtended } from "./draft";
import { campaignFields } from "./fields";
import type { CampaignProps } from "./props";

/** Fails for a campaign to which nothing may be sent any more; gives its status where a reading shows it. */
export async function requireOpen(account: Account, id: string): Promise<string | undefined> {
  if (!isExtended(account)) return undefined;
  const sight = await account.campaigns.seen(id);
  // The list may lack a campaign that exists, so only one that it shows is taken for closed.
  if (sight === "unread" || sight === "missing") return undefined;
  if (!isOver(sight)) return statusOf(sight);
  throw new EmailMarketingError("conflict", `${closed(statusOf(sight))} Nothing was sent.`);
}

const stateOnly: readonly string[] = ["existingId", "ignoreChecks"];
const inputs = Object.keys(campaignFields) as (keyof CampaignProps)[];

/** What a change would run into, before it is applied. */
export const isStillOpen: Question<CampaignProps> = {
  when: "changed",
  about: inputs.filter((name) => !stateOnly.includes(name)),
  async ask(_props, { account, own: { id = "" } }) {
    if (!isExtended(account)) return [];
    const sight = await account.campaigns.seen(id);
    return sight === "unread" || sight === "missing" ? [] : ofClosed(sight);
  },
};

/** The finding of a campaign to which nothing may be sent any more. */
export function ofClosed(row: CampaignRow): NamedFinding[] {
  return isOver(row) ? [finding("error", "campaign-closed", closed(statusOf(row)))] : [];
}

function closed(status: string): string {
  return `the campaign ${closedWords[status] ?? status}, so it can't be changed any more. Restore the old values, add the inputs to ignoreChanges, or declare another Campaign for another mailing.`;
}
