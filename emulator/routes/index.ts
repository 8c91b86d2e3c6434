import type { OperationId } from "#contract";
import type { Operation } from "../operation/operation";
import { createCampaign, updateCampaign } from "./campaign";
import { listCampaigns } from "./campaign-list";
import { listCampaignOpens, listCampaignUnsubscribes } from "./campaign-report";
import { getContact } from "./contact";
import {
  createContactProperty,
  deleteContactProperty,
  searchContactProperties,
  updateContactProperty,
} from "./custom-property";
import { searchDomains } from "./domain";
import { shareDomainDns } from "./domain-dns-share";
import { getFileVerification } from "./file-verification";
import { getInboxPlacement } from "./inbox-placement";
import { createList, getList, renameList, searchLists } from "./list";
import { getPlan } from "./plan";
import { searchReplyEmails } from "./reply-to";
import { addSender, searchSenders } from "./sender";
import { getWebhook, searchWebhooks } from "./webhook";
import { toggleWebhook } from "./webhook-activation";

/** The implementation of every operation in the contract, which its file exports under the operation's id. */
export const served: Readonly<Record<OperationId, Operation>> = {
  listCampaigns,
  listCampaignOpens,
  listCampaignUnsubscribes,
  createCampaign,
  updateCampaign,
  getContact,
  createContactProperty,
  searchContactProperties,
  updateContactProperty,
  deleteContactProperty,
  shareDomainDns,
  searchDomains,
  getFileVerification,
  getInboxPlacement,
  getList,
  searchLists,
  createList,
  renameList,
  getPlan,
  searchReplyEmails,
  searchSenders,
  addSender,
  toggleWebhook,
  searchWebhooks,
  getWebhook,
};
