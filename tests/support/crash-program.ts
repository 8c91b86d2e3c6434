/** The kinds of resources that the crash programs declare, one of each. */
export const kinds = [
  "CustomProperty",
  "Sender",
  "WebhookActivation",
  "Campaign",
  "CampaignSchedule",
  "DomainDnsShare",
] as const;

export type Kind = (typeof kinds)[number];

/** What differs between the programs of a crash. */
interface Declared {
  readonly active: boolean;
  readonly subject: string;
  readonly scheduledAt: string;
  readonly recipients: readonly string[];
  /** Arguments that change the state only, of the kinds whose objects no operation changes. */
  readonly more: string;
}

export const declared = {
  create: {
    active: true,
    subject: "What is new",
    scheduledAt: "2098-03-01 09:00:00",
    recipients: ["dns@acme.example"],
    more: "",
  },
  update: {
    active: false,
    subject: "What is newer",
    scheduledAt: "2098-03-02 09:00:00",
    recipients: ["dns@acme.example", "ops@acme.example"],
    more: `ignoreChecks: ["nothing"]`,
  },
} satisfies Record<string, Declared>;

const resources: Record<Kind, (of: Declared, existing: string) => string> = {
  CustomProperty: ({ more }, existing) =>
    `new em.CustomProperty("tier", { name: "tier", type: "text", ${existing} ${more} });`,
  Sender: ({ more }) =>
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
export function programOf(of: Declared, declaredKinds: readonly Kind[], existingId?: string) {
  const existing = existingId === undefined ? "" : `existingId: "${existingId}",`;
  const lines = declaredKinds.map((kind) => resources[kind](of, existing));
  return ['const em = require("pulumi-email-marketing");', ...lines, ""].join("\n");
}
