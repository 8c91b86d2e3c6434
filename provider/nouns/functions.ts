import type { AnyDataSource } from "../lifecycle/data-source";
import { campaignSource, campaignsSource } from "./campaign/functions";
import { campaignOpensSource, campaignUnsubscribesSource } from "./campaign-report/functions";
import { contactSource } from "./contact/functions";
import { domainSource, domainsSource } from "./domain/functions";
import { fileVerificationSource } from "./file-verification/functions";
import { inboxPlacementSource } from "./inbox-placement/functions";
import { listSource, listsSource } from "./list/functions";
import { replyToSource, replyTosSource } from "./reply-to/functions";
import { senderSource, sendersSource } from "./sender/functions";

/**
 * All data sources by the public names of their functions. The arguments of `getX` are a `GetXArgs`, its result is a
 * `GetXResult`; a type that stands in one of these is named after its file, such as `FileVerificationWait`.
 */
export const dataSources = {
  getCampaign: campaignSource,
  getCampaignOpens: campaignOpensSource,
  getCampaignUnsubscribes: campaignUnsubscribesSource,
  getCampaigns: campaignsSource,
  getContact: contactSource,
  getDomain: domainSource,
  getDomains: domainsSource,
  getFileVerification: fileVerificationSource,
  getInboxPlacement: inboxPlacementSource,
  getList: listSource,
  getLists: listsSource,
  getReplyTo: replyToSource,
  getReplyTos: replyTosSource,
  getSender: senderSource,
  getSenders: sendersSource,
} satisfies Readonly<Record<string, AnyDataSource>>;
