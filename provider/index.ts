export { EmailMarketingError, type ErrorCode, type ErrorDetails } from "./errors/error";
export type {
  CampaignFigures,
  GetCampaignArgs,
  GetCampaignResult,
  GetCampaignsArgs,
  GetCampaignsResult,
} from "./functions/campaign";
export type {
  CampaignReport,
  CampaignReportArgs,
  CampaignReportRow,
  GetCampaignOpensArgs,
  GetCampaignOpensResult,
  GetCampaignUnsubscribesArgs,
  GetCampaignUnsubscribesResult,
} from "./functions/campaign-report";
export type { GetContactArgs, GetContactResult } from "./functions/contact";
export type {
  GetDomainArgs,
  GetDomainResult,
  GetDomainsArgs,
  GetDomainsResult,
} from "./functions/domain";
export type {
  FileVerificationWait,
  GetFileVerificationArgs,
  GetFileVerificationResult,
} from "./functions/file-verification";
export type {
  GetInboxPlacementArgs,
  GetInboxPlacementResult,
  InboxPlacementCampaign,
  InboxPlacementProvider,
  InboxPlacementRates,
} from "./functions/inbox-placement";
export type {
  GetListArgs,
  GetListResult,
  GetListsArgs,
  GetListsResult,
} from "./functions/list";
export type {
  GetReplyToArgs,
  GetReplyToResult,
  GetReplyTosArgs,
  GetReplyTosResult,
} from "./functions/reply-to";
export type {
  GetSenderArgs,
  GetSenderResult,
  GetSendersArgs,
  GetSendersResult,
} from "./functions/sender";
export type { Content } from "./input/asset";
export type { CommonProps } from "./input/common-props";
export type { DynamicResource, InputOf, InputsOf } from "./program/dynamic-resource";
export {
  getCampaign,
  getCampaignOutput,
  getCampaigns,
  getCampaignsOutput,
} from "./program/functions/campaign";
export {
  getCampaignOpens,
  getCampaignOpensOutput,
  getCampaignUnsubscribes,
  getCampaignUnsubscribesOutput,
} from "./program/functions/campaign-report";
export { getContact, getContactOutput } from "./program/functions/contact";
export {
  getDomain,
  getDomainOutput,
  getDomains,
  getDomainsOutput,
} from "./program/functions/domain";
export {
  getFileVerification,
  getFileVerificationOutput,
} from "./program/functions/file-verification";
export { getInboxPlacement, getInboxPlacementOutput } from "./program/functions/inbox-placement";
export { getList, getListOutput, getLists, getListsOutput } from "./program/functions/list";
export {
  getReplyTo,
  getReplyToOutput,
  getReplyTos,
  getReplyTosOutput,
} from "./program/functions/reply-to";
export {
  getSender,
  getSenderOutput,
  getSenders,
  getSendersOutput,
} from "./program/functions/sender";
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
  CampaignBaseline,
  CampaignDeclared,
  CampaignDiffered,
} from "./resources/campaign/baseline";
export type {
  CampaignExtraFields,
  CampaignProps,
  CampaignRules,
  CampaignSender,
} from "./resources/campaign/props";
export type { CampaignScheduleProps } from "./resources/campaign-schedule/props";
export type { ScheduleBaseline } from "./resources/campaign-schedule/reading";
export type {
  CustomPropertyExtraFields,
  CustomPropertyProps,
} from "./resources/custom-property/props";
export type { DomainDnsShareProps } from "./resources/domain-dns-share/props";
export type { ListExtraFields, ListProps } from "./resources/list/props";
export type { SenderExtraFields, SenderProps } from "./resources/sender/props";
export type { WebhookActivationProps } from "./resources/webhook-activation/props";
