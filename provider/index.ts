export { EmailMarketingError, type ErrorCode, type ErrorDetails } from "./client/errors";
export type {
  CampaignEngagement,
  CampaignEngagementArgs,
  CampaignEngagementRow,
} from "./functions/campaign-engagement";
export {
  type GetCampaignOpensArgs,
  type GetCampaignOpensResult,
  getCampaignOpens,
  getCampaignOpensOutput,
} from "./functions/get-campaign-opens";
export {
  type GetCampaignUnsubscribesArgs,
  type GetCampaignUnsubscribesResult,
  getCampaignUnsubscribes,
  getCampaignUnsubscribesOutput,
} from "./functions/get-campaign-unsubscribes";
export {
  type Contact,
  type GetContactArgs,
  getContact,
  getContactOutput,
} from "./functions/get-contact";
export {
  type Domain,
  type GetDomainArgs,
  type GetDomainsArgs,
  type GetDomainsResult,
  getDomain,
  getDomainOutput,
  getDomains,
  getDomainsOutput,
} from "./functions/get-domains";
export {
  type FileVerification,
  type FileVerificationWait,
  type GetFileVerificationArgs,
  getFileVerification,
  getFileVerificationOutput,
} from "./functions/get-file-verification";
export {
  type CampaignPlacement,
  type GetInboxPlacementArgs,
  type GetInboxPlacementResult,
  getInboxPlacement,
  getInboxPlacementOutput,
  type Placement,
  type ProviderPlacement,
} from "./functions/get-inbox-placement";
export {
  type ContactList,
  type GetListArgs,
  type GetListsArgs,
  type GetListsResult,
  getList,
  getListOutput,
  getLists,
  getListsOutput,
} from "./functions/get-lists";
export {
  type GetReplyToArgs,
  type GetReplyTosArgs,
  type GetReplyTosResult,
  getReplyTo,
  getReplyToOutput,
  getReplyTos,
  getReplyTosOutput,
  type ReplyTo,
} from "./functions/get-reply-tos";
export {
  type GetSenderArgs,
  type GetSendersArgs,
  type GetSendersResult,
  getSender,
  getSenderOutput,
  getSenders,
  getSendersOutput,
  type SenderInfo,
} from "./functions/get-senders";
export type { Content } from "./kernel/asset";
export type { CommonProps } from "./kernel/common-props";
export type { DynamicResource, InputOf, InputsOf } from "./kernel/dynamic-resource";
export { Provider, type ProviderArgs } from "./provider";
export {
  Campaign,
  type CampaignArgs,
  type CampaignExtraFields,
  type CampaignProps,
  type CampaignRules,
  type CampaignSender,
} from "./resources/campaign";
export {
  CampaignSchedule,
  type CampaignScheduleArgs,
  type CampaignScheduleProps,
} from "./resources/campaign-schedule";
export {
  CustomProperty,
  type CustomPropertyArgs,
  type CustomPropertyProps,
} from "./resources/custom-property";
export {
  DomainDnsShare,
  type DomainDnsShareArgs,
  type DomainDnsShareProps,
} from "./resources/domain-dns-share";
export { List, type ListArgs, type ListProps } from "./resources/list";
export { Sender, type SenderArgs, type SenderProps } from "./resources/sender";
export {
  WebhookActivation,
  type WebhookActivationArgs,
  type WebhookActivationProps,
} from "./resources/webhook-activation";
