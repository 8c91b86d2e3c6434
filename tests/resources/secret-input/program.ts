import { isObject, type Properties } from "../../../provider/plain/value";
import type { Kind } from "../../support/resource";

/** A value that another resource gives: its id. */
export class IdOf {
  constructor(readonly name: string) {}
}

/** The inputs with ids in place of `IdOf`. */
export function withIds(inputs: Properties, idOf: (name: string) => unknown): Properties {
  const value = (one: unknown): unknown => {
    if (one instanceof IdOf) return idOf(one.name);
    if (Array.isArray(one)) return one.map(value);
    if (!isObject(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, value(part)]));
  };
  return value(inputs) as Properties;
}

/** One resource of a program. */
export interface Declared {
  readonly kind: Kind;
  readonly name: string;
  readonly inputs: Properties;
}

const subject = "Hidden subject %recipient.hiddensubject%";
const link = "http://hidden-host.localhost/%%unsubscribe%%";

/** The texts of each input that no message may contain if the input is secret. Inputs without a text have none. */
export const hiddenTexts: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  Sender: {
    email: ["hidden-from@acme.example"],
    name: ["Hidden Sender"],
    companyAddress: ["Hidden street"],
    city: ["Hidden city"],
    state: ["Hidden state"],
    postalCode: ["hidden-postal"],
    country: ["Hidden country"],
    adopt: [],
    extraFields: ["hidden sender value"],
    ignoreChecks: [],
  },
  CustomProperty: {
    name: ["hidden_property", "hidden_other_property"],
    type: [],
    description: ["Hidden description"],
    existingId: [],
    adopt: [],
    onDestroy: [],
    extraFields: ["Hidden property value"],
    ignoreChecks: [],
  },
  List: {
    name: ["Hidden new list", "Hidden old list"],
    existingId: [],
    extraFields: [],
    ignoreChecks: [],
  },
  Campaign: {
    name: ["Hidden campaign", "Hidden adoption"],
    subject: ["Hidden subject", "hiddensubject"],
    sender: ["hidden-campaign@acme.example", "Hidden Campaign Sender"],
    preheader: ["Hidden preheader", "hiddenpreheader"],
    html: ["hidden-host", "hiddenhtml"],
    plainText: ["Hidden plain text", "hiddenplain"],
    replyTo: ["hidden-reply@acme.example"],
    listIds: ["hidden-1", "Hidden Customers", "hidden-2", "Hidden Friends", "hidden-none"],
    segmentId: ["hidden-segment"],
    contactsOrder: [],
    mailingPreference: [],
    viewInBrowser: [],
    permissionReminder: ["Hidden reminder", "hiddenreminder"],
    rules: [],
    extraFields: ["hidden campaign value"],
    existingId: [],
    ignoreChecks: [],
  },
  CampaignSchedule: {
    campaignId: [],
    scheduledAt: ["2098-04-05", "06:07:08"],
    ignoreChecks: [],
  },
  DomainDnsShare: {
    domainId: ["domain-2"],
    recipients: ["hidden-recipient@acme.example"],
    triggers: ["hidden trigger"],
    ignoreChecks: [],
  },
  WebhookActivation: {
    webhookId: ["webhook-1"],
    active: [],
    onDestroy: [],
    triggers: ["hidden webhook trigger"],
    ignoreChecks: [],
  },
};

const sender = { email: "hidden-campaign@acme.example", name: "Hidden Campaign Sender" };

const content = {
  subject,
  sender,
  preheader: "Hidden preheader %recipient.hiddenpreheader%",
  html: `<p>Hi %recipient.hiddenhtml%</p><a href="${link}">Unsubscribe</a>`,
  plainText: "Hidden plain text %recipient.hiddenplain%",
  replyTo: "hidden-reply@acme.example",
  permissionReminder: "Hidden reminder %recipient.hiddenreminder%",
};

const scheduledAt = "2098-04-05 06:07:08";

/** A program with every text input of every kind. */
export const program: readonly Declared[] = [
  {
    kind: "Sender",
    name: "sender",
    inputs: {
      email: "hidden-from@acme.example",
      name: "Hidden Sender",
      companyAddress: "Hidden street 1",
      city: "Hidden city",
      state: "Hidden state",
      postalCode: "hidden-postal",
      country: "Hidden country",
      extraFields: { create: { sender_note: "hidden sender value" } },
    },
  },
  {
    kind: "CustomProperty",
    name: "property",
    inputs: {
      name: "hidden_property",
      type: "text",
      description: "Hidden description",
    },
  },
  {
    kind: "CustomProperty",
    name: "other-property",
    inputs: {
      name: "hidden_other_property",
      type: "text",
      extraFields: { create: { description: "Hidden property value" } },
    },
  },
  {
    kind: "List",
    name: "list",
    inputs: {
      name: "Hidden new list",
    },
  },
  { kind: "List", name: "old-list", inputs: { name: "Hidden old list", existingId: "list-3" } },
  {
    kind: "Campaign",
    name: "spring",
    inputs: {
      ...content,
      name: "Hidden campaign",
      listIds: ["hidden-1", new IdOf("list"), new IdOf("old-list")],
      extraFields: {
        create: { recipients: "hidden campaign value" },
        update: { recipients: "hidden campaign value" },
      },
    },
  },
  {
    kind: "CampaignSchedule",
    name: "date-of-spring",
    inputs: { campaignId: new IdOf("spring"), scheduledAt },
  },
  {
    kind: "Campaign",
    name: "adopted",
    inputs: {
      ...content,
      name: "Hidden adoption",
      listIds: ["hidden-1"],
      existingId: "campaign-9",
    },
  },
  {
    kind: "CampaignSchedule",
    name: "date-of-adopted",
    inputs: { campaignId: new IdOf("adopted"), scheduledAt: "2098-04-05 07:08:09" },
  },
  {
    kind: "Campaign",
    name: "segment",
    inputs: { ...content, name: "Hidden campaign of a segment", segmentId: "hidden-segment" },
  },
  {
    kind: "DomainDnsShare",
    name: "share",
    inputs: {
      domainId: "domain-2",
      recipients: ["hidden-recipient@acme.example"],
      triggers: ["hidden trigger"],
    },
  },
  {
    kind: "WebhookActivation",
    name: "webhook",
    inputs: { webhookId: "webhook-1", triggers: ["hidden webhook trigger"] },
  },
];
