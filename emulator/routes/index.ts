import type { OperationId } from "#contract";
import type { Operation } from "../operation/operation";
import * as campaign from "./campaign";
import * as campaignList from "./campaign-list";
import * as campaignReport from "./campaign-report";
import * as contact from "./contact";
import * as customProperty from "./custom-property";
import * as domain from "./domain";
import * as domainDnsShare from "./domain-dns-share";
import * as fileVerification from "./file-verification";
import * as inboxPlacement from "./inbox-placement";
import * as list from "./list";
import * as plan from "./plan";
import * as replyTo from "./reply-to";
import * as sender from "./sender";
import * as webhook from "./webhook";
import * as webhookActivation from "./webhook-activation";

/** The implementation of every operation in the contract, by the operation's id. */
export const served: Readonly<Record<OperationId, Operation>> = {
  ...campaign,
  ...campaignList,
  ...campaignReport,
  ...contact,
  ...customProperty,
  ...domain,
  ...domainDnsShare,
  ...fileVerification,
  ...inboxPlacement,
  ...list,
  ...plan,
  ...replyTo,
  ...sender,
  ...webhook,
  ...webhookActivation,
};
