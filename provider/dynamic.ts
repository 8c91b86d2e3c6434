import type { dynamic } from "@pulumi/pulumi";
import { dynamicProvider } from "./provider-process/dynamic-provider";

/*
 * What the texts in users' states call, one function a kind. States live long: add, never rename or remove.
 * Each kind is loaded on its first use.
 */

/** The provider of custom contact properties. */
export function CustomProperty(): dynamic.ResourceProvider {
  const { customPropertyLifecycle } =
    require("./nouns/custom-property/resource") as typeof import("./nouns/custom-property/resource");
  return dynamicProvider(customPropertyLifecycle);
}

/** The provider of senders. */
export function Sender(): dynamic.ResourceProvider {
  const { senderLifecycle } =
    require("./nouns/sender/resource") as typeof import("./nouns/sender/resource");
  return dynamicProvider(senderLifecycle);
}

/** The provider of webhook activations. */
export function WebhookActivation(): dynamic.ResourceProvider {
  const { webhookActivationLifecycle } =
    require("./nouns/webhook-activation/resource") as typeof import("./nouns/webhook-activation/resource");
  return dynamicProvider(webhookActivationLifecycle);
}

/** The provider of campaigns. */
export function Campaign(): dynamic.ResourceProvider {
  const { campaignLifecycle } =
    require("./nouns/campaign/resource") as typeof import("./nouns/campaign/resource");
  return dynamicProvider(campaignLifecycle);
}

/** The provider of campaign schedules. */
export function CampaignSchedule(): dynamic.ResourceProvider {
  const { campaignScheduleLifecycle } =
    require("./nouns/campaign-schedule/resource") as typeof import("./nouns/campaign-schedule/resource");
  return dynamicProvider(campaignScheduleLifecycle);
}

/** The provider of mails with a domain's DNS records. */
export function DomainDnsShare(): dynamic.ResourceProvider {
  const { domainDnsShareLifecycle } =
    require("./nouns/domain-dns-share/resource") as typeof import("./nouns/domain-dns-share/resource");
  return dynamicProvider(domainDnsShareLifecycle);
}

/** The provider of contact lists. */
export function List(): dynamic.ResourceProvider {
  const { listLifecycle } =
    require("./nouns/list/resource") as typeof import("./nouns/list/resource");
  return dynamicProvider(listLifecycle);
}
