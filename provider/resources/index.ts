import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { campaignLifecycle } from "./campaign/lifecycle";
import { campaignScheduleLifecycle } from "./campaign-schedule/lifecycle";
import { customPropertyLifecycle } from "./custom-property/lifecycle";
import { domainDnsShareLifecycle } from "./domain-dns-share/lifecycle";
import { listLifecycle } from "./list/lifecycle";
import { senderLifecycle } from "./sender/lifecycle";
import { webhookActivationLifecycle } from "./webhook-activation/lifecycle";

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
