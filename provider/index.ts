export { EmailMarketingError, type ErrorCode, type ErrorDetails } from "./errors/error";
export {
  type GetCampaignOpensArgs,
  type GetCampaignOpensResult,
  getCampaignOpens,
  getCampaignOpensOutput,
} from "./functions/campaign-opens";
export type {
  CampaignEngagement,
  CampaignEngagementArgs,
  CampaignEngagementRow,
} from "./functions/campaign-report";
export {
  type GetCampaignUnsubscribesArgs,
  type GetCampaignUnsubscribesResult,
  getCampaignUnsubscribes,
  getCampaignUnsubscribesOutput,
} from "./functions/campaign-unsubscribes";
export {
  type Contact,
  type GetContactArgs,
  getContact,
  getContactOutput,
} from "./functions/contact";
export {
  type Domain,
  type GetDomainArgs,
  type GetDomainsArgs,
  type GetDomainsResult,
  getDomain,
  getDomainOutput,
  getDomains,
  getDomainsOutput,
} from "./functions/domain";
export {
  type FileVerification,
  type FileVerificationWait,
  type GetFileVerificationArgs,
  getFileVerification,
  getFileVerificationOutput,
} from "./functions/file-verification";
export {
  type CampaignPlacement,
  type GetInboxPlacementArgs,
  type GetInboxPlacementResult,
  getInboxPlacement,
  getInboxPlacementOutput,
  type Placement,
  type ProviderPlacement,
} from "./functions/inbox-placement";
export {
  type ContactList,
  type GetListArgs,
  type GetListsArgs,
  type GetListsResult,
  getList,
  getListOutput,
  getLists,
  getListsOutput,
} from "./functions/list";
export {
  type GetReplyToArgs,
  type GetReplyTosArgs,
  type GetReplyTosResult,
  getReplyTo,
  getReplyToOutput,
  getReplyTos,
  getReplyTosOutput,
  type ReplyTo,
} from "./functions/reply-to";
export {
  type GetSenderArgs,
  type GetSendersArgs,
  type GetSendersResult,
  getSender,
  getSenderOutput,
  getSenders,
  getSendersOutput,
  type SenderInfo,
} from "./functions/sender";
export type { Content } from "./input/asset";
export type { CommonProps } from "./input/common-props";
export type { DynamicResource, InputOf, InputsOf } from "./program/dynamic-resource";
export {
  Campaign,
  type CampaignArgs,
} from "./program/resources/campaign";
export {
  CampaignSchedule,
  type CampaignScheduleArgs,
} from "./program/resources/campaign-schedule";
export {
  CustomProperty,
  type CustomPropertyArgs,
} from "./program/resources/custom-property";
export {
  DomainDnsShare,
  type DomainDnsShareArgs,
} from "./program/resources/domain-dns-share";
export { List, type ListArgs } from "./program/resources/list";
export { Sender, type SenderArgs } from "./program/resources/sender";
export {
  WebhookActivation,
  type WebhookActivationArgs,
} from "./program/resources/webhook-activation";
export { Provider, type ProviderArgs } from "./provider";
export type {
  CampaignExtraFields,
  CampaignProps,
  CampaignRules,
  CampaignSender,
} from "./resources/campaign/props";
export type { CampaignScheduleProps } from "./resources/campaign-schedule/props";
export type { CustomPropertyProps } from "./resources/custom-property/props";
export type { DomainDnsShareProps } from "./resources/domain-dns-share/props";
export type { ListProps } from "./resources/list/props";
export type { SenderProps } from "./resources/sender/props";
export type { WebhookActivationProps } from "./resources/webhook-activation/props";
