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
import { createList, getList, searchLists } from "./list";
import { searchReplyEmails } from "./reply-to";
import { addSender, searchSenders } from "./sender";
import { toggleWebhook } from "./webhook-activation";

/** The implementation of every operation in the contract. */
export const served: Readonly<Record<OperationId, Operation>> = {
  searchDomains,
  shareDomainDns,
  getContact,
  createContactProperty,
  createCampaign,
  updateCampaign,
  listCampaignOpens,
  listCampaignUnsubscribes,
  getInboxPlacement,
  getList,
  searchReplyEmails,
  searchSenders,
  addSender,
  toggleWebhook,
  getFileVerification,
  searchContactProperties,
  updateContactProperty,
  deleteContactProperty,
  searchLists,
  createList,
  listCampaigns,
};
