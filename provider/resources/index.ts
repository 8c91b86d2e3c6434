import type { AnyDataSource } from "../lifecycle/data-source";
import type { AnyLifecycle } from "../lifecycle/lifecycle";

// The registry of all resources and functions. Each module is loaded on first use.

const campaign = () => require("./campaign/functions") as typeof import("./campaign/functions");
const campaignReport = () =>
  require("./campaign-report/functions") as typeof import("./campaign-report/functions");
const contact = () => require("./contact/functions") as typeof import("./contact/functions");
const domain = () => require("./domain/resource") as typeof import("./domain/resource");
const fileVerification = () =>
  require("./file-verification/functions") as typeof import("./file-verification/functions");
const inboxPlacement = () =>
  require("./inbox-placement/functions") as typeof import("./inbox-placement/functions");
const list = () => require("./list/resource") as typeof import("./list/resource");
const replyTo = () => require("./reply-to/functions") as typeof import("./reply-to/functions");
const sender = () => require("./sender/resource") as typeof import("./sender/resource");
const webhook = () => require("./webhook/resource") as typeof import("./webhook/resource");

/** The lifecycles by kind, in the order in which `import` lists them. A kind is the last part of a type token. */
export const kinds = {
  Sender: () => sender().senderLifecycle,
  CustomProperty: () =>
    (require("./custom-property/resource") as typeof import("./custom-property/resource"))
      .customPropertyLifecycle,
  List: () => list().listLifecycle,
  WebhookActivation: () => webhook().webhookActivationLifecycle,
  Campaign: () =>
    (require("./campaign/resource") as typeof import("./campaign/resource")).campaignLifecycle,
  CampaignSchedule: () =>
    (require("./campaign-schedule/resource") as typeof import("./campaign-schedule/resource"))
      .campaignScheduleLifecycle,
  DomainDnsShare: () => domain().domainDnsShareLifecycle,
} satisfies Readonly<Record<string, () => AnyLifecycle>>;

export type Kind = keyof typeof kinds;

/** All data sources by the public names of their functions. `getX` takes `GetXArgs` and returns `GetXResult`. */
export const functions = {
  getCampaign: () => campaign().campaignSource,
  getCampaignOpens: () => campaignReport().campaignOpensSource,
  getCampaignUnsubscribes: () => campaignReport().campaignUnsubscribesSource,
  getCampaigns: () => campaign().campaignsSource,
  getContact: () => contact().contactSource,
  getDomain: () => domain().domainSource,
  getDomains: () => domain().domainsSource,
  getFileVerification: () => fileVerification().fileVerificationSource,
  getInboxPlacement: () => inboxPlacement().inboxPlacementSource,
  getList: () => list().listSource,
  getLists: () => list().listsSource,
  getReplyTo: () => replyTo().replyToSource,
  getReplyTos: () => replyTo().replyTosSource,
  getSender: () => sender().senderSource,
  getSenders: () => sender().sendersSource,
  getWebhook: () => webhook().webhookSource,
  getWebhooks: () => webhook().webhooksSource,
} satisfies Readonly<Record<string, () => AnyDataSource>>;

/** The lifecycle of a kind. Undefined for an unknown kind, which a state or another program may name. */
export function lifecycleOf(kind: string): AnyLifecycle | undefined {
  return Object.hasOwn(kinds, kind) ? kinds[kind as Kind]() : undefined;
}
