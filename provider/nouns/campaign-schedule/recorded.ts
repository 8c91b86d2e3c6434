import type { Account } from "../../account/account";
import { EmailMarketingError } from "../../errors/error";

/**
 * Rejects the date of a campaign that this update has created where the engine writes its state at the end only: killed
 * before that, the next update would know of no campaign, and create and mail a second one.
 */
export function requireRecorded({ claims }: Account, campaignId: string): void {
  const skips = /^(1|true)$/i.test(process.env.PULUMI_SKIP_CHECKPOINTS ?? "");
  if (!skips || !claims.isClaimed("Campaign", campaignId)) return;
  throw new EmailMarketingError(
    "conflict",
    "not scheduled yet, because this update created the campaign and PULUMI_SKIP_CHECKPOINTS is set: if the update were " +
      "killed, the next one would create and mail a second campaign. Run pulumi up again.",
  );
}
