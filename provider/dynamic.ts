import type { dynamic } from "@pulumi/pulumi";
import { dynamicProvider } from "./kernel/dynamic-provider";

/*
 * What the texts in users' states call, one function a kind. States live long: add, never rename or remove.
 * Each kind is loaded on its first use.
 */

/** The provider of custom contact properties. */
export function CustomProperty(): dynamic.ResourceProvider {
  const { customPropertyLifecycle } =
    require("./resources/custom-property") as typeof import("./resources/custom-property");
  return dynamicProvider(customPropertyLifecycle);
}

/** The provider of senders. */
export function Sender(): dynamic.ResourceProvider {
  const { senderLifecycle } = require("./resources/sender") as typeof import("./resources/sender");
  return dynamicProvider(senderLifecycle);
}

/** The provider of webhook activations. */
export function WebhookActivation(): dynamic.ResourceProvider {
  const { webhookActivationLifecycle } =
    require("./resources/webhook-activation") as typeof import("./resources/webhook-activation");
  return dynamicProvider(webhookActivationLifecycle);
}

/** The provider of campaigns. */
export function Campaign(): dynamic.ResourceProvider {
  const { campaignLifecycle } =
    require("./resources/campaign") as typeof import("./resources/campaign");
  return dynamicProvider(campaignLifecycle);
}

/** The provider of campaign schedules. */
export function CampaignSchedule(): dynamic.ResourceProvider {
  const { campaignScheduleLifecycle } =
    require("./resources/campaign-schedule") as typeof import("./resources/campaign-schedule");
  return dynamicProvider(campaignScheduleLifecycle);
}

/** The provider of mails with a domain's DNS records. */
export function DomainDnsShare(): dynamic.ResourceProvider {
  const { domainDnsShareLifecycle } =
    require("./resources/domain-dns-share") as typeof import("./resources/domain-dns-share");
  return dynamicProvider(domainDnsShareLifecycle);
}

/** The provider of contact lists. */
export function List(): dynamic.ResourceProvider {
  const { listLifecycle } = require("./resources/list") as typeof import("./resources/list");
  return dynamicProvider(listLifecycle);
}
