import type dynamicEntry from "../../provider/dynamic";
import type * as entry from "../../provider/index";

/** The kinds of resources, by the names that states in the wild call. */
export type Kind = keyof typeof dynamicEntry;

/** One object of a kind, which the emulator's example account holds unless a comment says otherwise. */
export interface Specimen<Name extends Kind = Kind> {
  /** Arguments that a program may pass, with every input that must be set. */
  readonly args: ConstructorParameters<(typeof entry)[Name]>[1];
  readonly id: string;
  /** What the service decides, beside the account. */
  readonly decided: object;
  /** How sentences name it. */
  readonly subject: string;
  /** The inputs whose change replaces it. */
  readonly replaces: readonly string[];
  /** The contract's schemas of the bodies that create and change it; none where the requests have no body. */
  readonly bodies: readonly string[];
  /** What `pulumi import` says of an id that the account doesn't have. */
  readonly missing: string;
}

const unread = "can't be imported, because the service has no operation that reads all its inputs";

/** One object of every kind: what runs over all kinds in a test runs over these. */
export const specimens: { readonly [Name in Kind]: Specimen<Name> } = {
  Campaign: {
    args: {
      name: "Newsletter",
      subject: "What is new",
      sender: { email: "news@acme.example", name: "Acme" },
      html: "<p>Hello</p>",
      listIds: ["list-1"],
    },
    id: "campaign-1",
    decided: {},
    subject: 'Campaign "Newsletter"',
    replaces: [],
    bodies: ["CampaignCreate", "CampaignUpdate"],
    missing: `Campaign: ${unread}. Declare the campaign with existingId set to its id.`,
  },
  CampaignSchedule: {
    args: { campaignId: "campaign-1", scheduledAt: "2098-03-01 09:00:00" },
    id: "campaign-1",
    decided: {},
    subject: 'CampaignSchedule "campaign-1"',
    replaces: ["campaignId"],
    bodies: ["CampaignUpdate"],
    missing: `CampaignSchedule: ${unread}. Declare it: pulumi up sends the date to the campaign.`,
  },
  CustomProperty: {
    args: { name: "shoe_size", type: "number" },
    id: "property-1",
    decided: {},
    subject: 'CustomProperty "shoe_size"',
    replaces: ["name"],
    bodies: ["PropertyCreate"],
    missing: 'to import it, set emailmarketing:operations to "extended"',
  },
  DomainDnsShare: {
    args: { domainId: "domain-1", recipients: ["it@acme.example"] },
    id: "share-1",
    decided: { message: "sent" },
    subject: 'DomainDnsShare "domain-1"',
    replaces: ["domainId"],
    bodies: ["DnsShare"],
    missing: `DomainDnsShare: ${unread}. Declare it: pulumi up sends the records to its recipients.`,
  },
  List: {
    args: { name: "Customers" },
    id: "list-1",
    decided: {},
    subject: 'List "Customers"',
    replaces: ["name"],
    bodies: ["ListCreate"],
    missing: "does not exist",
  },
  Sender: {
    args: { email: "news@acme.example", name: "Acme" },
    id: "sender-1",
    decided: { status: "verified", adopted: false },
    subject: 'Sender "news@acme.example"',
    replaces: ["email", "name"],
    bodies: ["SenderCreate"],
    missing: "does not exist",
  },
  WebhookActivation: {
    args: { webhookId: "webhook-1", active: true, onDestroy: "deactivate" },
    id: "webhook-1",
    decided: {},
    subject: 'WebhookActivation "webhook-1"',
    replaces: ["webhookId"],
    bodies: [],
    missing: `WebhookActivation: ${unread}. Declare it: pulumi up sets the webhook as declared.`,
  },
};

/** All of them, each with its kind. */
export const everyKind = Object.entries(specimens) as [Kind, Specimen][];
