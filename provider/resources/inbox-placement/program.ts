import { lookUp, lookUpOutput } from "../../program/look-up";
import { inboxPlacementSource } from "./functions";

export type {
  GetInboxPlacementArgs,
  GetInboxPlacementResult,
  InboxPlacementCampaign,
  InboxPlacementProvider,
  InboxPlacementRates,
} from "./functions";

/**
 * Where the mails of some days arrived: inbox, spam or nowhere (POST /inbox-tracking).
 *
 * ```ts
 * import { getInboxPlacement, getInboxPlacementOutput } from "pulumi-email-marketing";
 *
 * const march = getInboxPlacement({ dateFrom: "2027-03-01", dateTo: "2027-03-31" });
 * export const spamPercentage = march.then(({ summary }) => summary.spamPercentage);
 *
 * const { providers } = getInboxPlacementOutput({ dateFrom: "2027-03-01", dateTo: "2027-03-31" });
 * export const worst = providers.apply((all) => all.filter(({ spamPercentage = 0 }) => spamPercentage > 5));
 * ```
 */
export const getInboxPlacement = lookUp(inboxPlacementSource);

/** {@link getInboxPlacement} for arguments that are outputs; waits for `dependsOn`. */
export const getInboxPlacementOutput = lookUpOutput(inboxPlacementSource);
