import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { campaignLifecycle } from "./campaign/resource";
import { campaignScheduleLifecycle } from "./campaign-schedule/resource";
import { customPropertyLifecycle } from "./custom-property/resource";
import { domainDnsShareLifecycle } from "./domain-dns-share/resource";
import { listLifecycle } from "./list/resource";
import { senderLifecycle } from "./sender/resource";
import { webhookActivationLifecycle } from "./webhook-activation/resource";

/** The lifecycles of all kinds by the last part of their type tokens. */
export const lifecycles = {
  Campaign: campaignLifecycle,
  CampaignSchedule: campaignScheduleLifecycle,
  CustomProperty: customPropertyLifecycle,
  DomainDnsShare: domainDnsShareLifecycle,
  List: listLifecycle,
  Sender: senderLifecycle,
  WebhookActivation: webhookActivationLifecycle,
} satisfies Readonly<Record<string, AnyLifecycle>>;
