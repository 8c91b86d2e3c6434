import type { dynamic } from "@pulumi/pulumi";
import { dynamicProvider } from "./provider-process/dynamic-provider";

/*
 * What the texts in users' states call, one function a kind. States live long: add, never rename or remove.
 * Each kind is loaded on its first use.
 */

/** The provider of custom contact properties. */
export function CustomProperty(): dynamic.ResourceProvider {
  const { customPropertyLifecycle } =
    require("./resources/custom-property/lifecycle") as typeof import("./resources/custom-property/lifecycle");
  return dynamicProvider(customPropertyLifecycle);
}

/** The provider of senders. */
export function Sender(): dynamic.ResourceProvider {
  const { senderLifecycle } =
    require("./resources/sender/lifecycle") as typeof import("./resources/sender/lifecycle");
  return dynamicProvider(senderLifecycle);
}

/** The provider of webhook activations. */
export function WebhookActivation(): dynamic.ResourceProvider {
  const { webhookActivationLifecycle } =
    require("./resources/webhook-activation/lifecycle") as typeof import("./resources/webhook-activation/lifecycle");
  return dynamicProvider(webhookActivationLifecycle);
}

/** The provider of campaigns. */
export function Campaign(): dynamic.ResourceProvider {
  const { campaignLifecycle } =
    require("./resources/campaign/lifecycle") as typeof import("./resources/campaign/lifecycle");
  return dynamicProvider(campaignLifecycle);
}

/** The provider of campaign schedules. */
export function CampaignSchedule(): dynamic.ResourceProvider {
  const { campaignScheduleLifecycle } =
    require("./resources/campaign-schedule/lifecycle") as typeof import("./resources/campaign-schedule/lifecycle");
  return dynamicProvider(campaignScheduleLifecycle);
}

/** The provider of mails with a domain's DNS records. */
export function DomainDnsShare(): dynamic.ResourceProvider {
  const { domainDnsShareLifecycle } =
    require("./resources/domain-dns-share/lifecycle") as typeof import("./resources/domain-dns-share/lifecycle");
  return dynamicProvider(domainDnsShareLifecycle);
}

/** The provider of contact lists. */
export function List(): dynamic.ResourceProvider {
  const { listLifecycle } =
    require("./resources/list/lifecycle") as typeof import("./resources/list/lifecycle");
  return dynamicProvider(listLifecycle);
}
