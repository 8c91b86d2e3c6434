/** The kinds of resources that the crash programs declare, one of each. */
export const kinds = [
  "CustomProperty",
  "Sender",
  "WebhookActivation",
  "Campaign",
  "CampaignSchedule",
  "DomainDnsShare",
] as const;

/** Those that send more, or anything at all, under the extended operations only. */
export const extendedKinds = ["CustomProperty", "List"] as const;

export type Kind = (typeof kinds)[number];

export type CrashKind = Kind | (typeof extendedKinds)[number];

/** Objects that a program takes over, by kind. */
export type ExistingIds = Partial<Record<CrashKind, string>>;

/** What differs between the programs of a crash. */
interface Declared {
  readonly active: boolean;
  readonly subject: string;
  readonly scheduledAt: string;
  readonly recipients: readonly string[];
  /** Arguments that change the state only, of the kinds whose objects no operation changes. */
  readonly more: string;
  /** What only the extended operations change. */
  readonly description: string;
}

/** What a program declares beside the arguments that a step changes. */
interface Program {
  readonly kinds: readonly CrashKind[];
  readonly isExtended: boolean;
  readonly existingIds?: ExistingIds;
}

export const declared = {
  create: {
    active: true,
    subject: "What is new",
    scheduledAt: "2098-03-01 09:00:00",
    recipients: ["dns@acme.example"],
    more: "",
    description: "What the contact pays for",
  },
  update: {
    active: false,
    subject: "What is newer",
    scheduledAt: "2098-03-02 09:00:00",
    recipients: ["dns@acme.example", "ops@acme.example"],
    more: `ignoreChecks: ["nothing"]`,
    description: "What the contact buys",
  },
} satisfies Record<string, Declared>;

/** Names that the service takes once. */
export const objectNames = { CustomProperty: "tier", List: "VIPs" } as const;

const resources: Record<CrashKind, (of: Declared, more: string) => string> = {
  CustomProperty: (_, more) =>
    `new em.CustomProperty("tier", { name: "${objectNames.CustomProperty}", type: "text", ${more} });`,
  List: (_, more) => `new em.List("vips", { name: "${objectNames.List}", ${more} });`,
  Sender: (_, more) =>
    `new em.Sender("news", { email: "news@acme.example", name: "Acme News", ${more} });`,
  WebhookActivation: ({ active }) =>
    `new em.WebhookActivation("events", { webhookId: "webhook-1", active: ${active} });`,
  Campaign: ({ subject }) => `new em.Campaign("spring", {
  name: "Spring",
  subject: "${subject}",
  sender: { email: "hello@acme.example", name: "Acme" },
  plainText: "Hello",
  listIds: ["list-1"],
  contactsOrder: "first",
});`,
  CampaignSchedule: ({ scheduledAt }) =>
    `new em.CampaignSchedule("draft", { campaignId: "campaign-2", scheduledAt: "${scheduledAt}" });`,
  DomainDnsShare: ({ recipients }) => `new em.DomainDnsShare("records", {
  domainId: "domain-2",
  recipients: ${JSON.stringify(recipients)},
});`,
};

/** A program with one resource of each of these kinds, none of which waits for another. */
export function programOf(of: Declared, { kinds, isExtended, existingIds = {} }: Program): string {
  const lines = kinds.map((kind) => {
    const id = existingIds[kind];
    const existing = id === undefined ? "" : `existingId: "${id}",`;
    const isDescribed = isExtended && kind === "CustomProperty";
    const description = isDescribed ? `description: "${of.description}",` : "";
    return resources[kind](of, `${existing} ${description} ${of.more}`);
  });
  return ['const em = require("pulumi-email-marketing");', ...lines, ""].join("\n");
}
