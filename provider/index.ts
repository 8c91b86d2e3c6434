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
export { Provider, type ProviderArgs } from "./provider";
export {
  Campaign,
  type CampaignArgs,
  type CampaignExtraFields,
  type CampaignProps,
  type CampaignRules,
  type CampaignSender,
} from "./resources/campaign/lifecycle";
export {
  CampaignSchedule,
  type CampaignScheduleArgs,
  type CampaignScheduleProps,
} from "./resources/campaign-schedule/lifecycle";
export {
  CustomProperty,
  type CustomPropertyArgs,
  type CustomPropertyProps,
} from "./resources/custom-property/lifecycle";
export {
  DomainDnsShare,
  type DomainDnsShareArgs,
  type DomainDnsShareProps,
} from "./resources/domain-dns-share/lifecycle";
export { List, type ListArgs, type ListProps } from "./resources/list/lifecycle";
export { Sender, type SenderArgs, type SenderProps } from "./resources/sender/lifecycle";
export {
  WebhookActivation,
  type WebhookActivationArgs,
  type WebhookActivationProps,
} from "./resources/webhook-activation/lifecycle";
