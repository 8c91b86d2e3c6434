export { EmailMarketingError, type ErrorCode, type ErrorDetails } from "./errors/error";
export type { Content } from "./input/asset";
export type { CommonProps } from "./input/common-props";
export type {
  CampaignBaseline,
  CampaignDeclared,
  CampaignDiffered,
} from "./nouns/campaign/baseline";
export type {
  CampaignFigures,
  GetCampaignArgs,
  GetCampaignResult,
  GetCampaignsArgs,
  GetCampaignsResult,
} from "./nouns/campaign/functions";
export {
  Campaign,
  type CampaignArgs,
  getCampaign,
  getCampaignOutput,
  getCampaigns,
  getCampaignsOutput,
} from "./nouns/campaign/program";
export type {
  CampaignExtraFields,
  CampaignProps,
  CampaignRules,
  CampaignSender,
} from "./nouns/campaign/props";
export type {
  CampaignReport,
  CampaignReportArgs,
  CampaignReportRow,
  GetCampaignOpensArgs,
  GetCampaignOpensResult,
  GetCampaignUnsubscribesArgs,
  GetCampaignUnsubscribesResult,
} from "./nouns/campaign-report/functions";
export {
  getCampaignOpens,
  getCampaignOpensOutput,
  getCampaignUnsubscribes,
  getCampaignUnsubscribesOutput,
} from "./nouns/campaign-report/program";
export {
  CampaignSchedule,
  type CampaignScheduleArgs,
} from "./nouns/campaign-schedule/program";
export type { CampaignScheduleProps } from "./nouns/campaign-schedule/props";
export type { ScheduleBaseline } from "./nouns/campaign-schedule/reading";
export type { GetContactArgs, GetContactResult } from "./nouns/contact/functions";
export { getContact, getContactOutput } from "./nouns/contact/program";
export {
  CustomProperty,
  type CustomPropertyArgs,
} from "./nouns/custom-property/program";
export type {
  CustomPropertyExtraFields,
  CustomPropertyProps,
} from "./nouns/custom-property/props";
export type {
  GetDomainArgs,
  GetDomainResult,
  GetDomainsArgs,
  GetDomainsResult,
} from "./nouns/domain/functions";
export {
  getDomain,
  getDomainOutput,
  getDomains,
  getDomainsOutput,
} from "./nouns/domain/program";
export {
  DomainDnsShare,
  type DomainDnsShareArgs,
} from "./nouns/domain-dns-share/program";
export type { DomainDnsShareProps } from "./nouns/domain-dns-share/props";
export type {
  FileVerificationWait,
  GetFileVerificationArgs,
  GetFileVerificationResult,
} from "./nouns/file-verification/functions";
export {
  getFileVerification,
  getFileVerificationOutput,
} from "./nouns/file-verification/program";
export type {
  GetInboxPlacementArgs,
  GetInboxPlacementResult,
  InboxPlacementCampaign,
  InboxPlacementProvider,
  InboxPlacementRates,
} from "./nouns/inbox-placement/functions";
export { getInboxPlacement, getInboxPlacementOutput } from "./nouns/inbox-placement/program";
export type {
  GetListArgs,
  GetListResult,
  GetListsArgs,
  GetListsResult,
} from "./nouns/list/functions";
export {
  getList,
  getListOutput,
  getLists,
  getListsOutput,
  List,
  type ListArgs,
} from "./nouns/list/program";
export type { ListExtraFields, ListProps } from "./nouns/list/props";
export type {
  GetReplyToArgs,
  GetReplyToResult,
  GetReplyTosArgs,
  GetReplyTosResult,
} from "./nouns/reply-to/functions";
export {
  getReplyTo,
  getReplyToOutput,
  getReplyTos,
  getReplyTosOutput,
} from "./nouns/reply-to/program";
export type {
  GetSenderArgs,
  GetSenderResult,
  GetSendersArgs,
  GetSendersResult,
} from "./nouns/sender/functions";
export {
  getSender,
  getSenderOutput,
  getSenders,
  getSendersOutput,
  Sender,
  type SenderArgs,
} from "./nouns/sender/program";
export type { SenderExtraFields, SenderProps } from "./nouns/sender/props";
export {
  WebhookActivation,
  type WebhookActivationArgs,
} from "./nouns/webhook-activation/program";
export type { WebhookActivationProps } from "./nouns/webhook-activation/props";
export type { DynamicResource, InputOf, InputsOf } from "./program/dynamic-resource";
export { Provider, type ProviderArgs } from "./provider";
