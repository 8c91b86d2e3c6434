import type { OperationId } from "../contract";
import type { Operation } from "../operation";
import { searchDomains, shareDomainDns } from "./domain";
import { createList, getList, searchLists } from "./list";
import { createContactProperty } from "./property";
import { searchReplyEmails } from "./reply-email";
import { addSender, searchSenders } from "./sender";
import { toggleWebhook } from "./webhook";

/** How each operation of the contract is served. */
export const served: Readonly<Partial<Record<OperationId, Operation>>> = {
  searchDomains,
  shareDomainDns,
  createContactProperty,
  getList,
  searchReplyEmails,
  searchSenders,
  addSender,
  toggleWebhook,
  searchLists,
  createList,
};
