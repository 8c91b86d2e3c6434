import { campaignSource, campaignsSource } from "./campaign";
import { campaignOpensSource, campaignUnsubscribesSource } from "./campaign-report";
import { contactSource } from "./contact";
import type { AnyDataSource } from "./data-source";
import { domainSource, domainsSource } from "./domain";
import { fileVerificationSource } from "./file-verification";
import { inboxPlacementSource } from "./inbox-placement";
import { listSource, listsSource } from "./list";
import { replyToSource, replyTosSource } from "./reply-to";
import { senderSource, sendersSource } from "./sender";

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
