import { expect } from "chai";
import type { Emulator } from "email-marketing-emulator";
import type dynamicEntry from "../../provider/dynamic";
import type * as entry from "../../provider/index";

/** The kinds of resources, by the names that existing states contain. */
export type Kind = keyof typeof dynamicEntry;

/**
 * A declared object of one kind, with the facts that tests check. The emulator's example account may not have this
 * object.
 */
export interface Fixture<Name extends Kind = Kind> {
  /** Arguments of a program, with every required input. */
  readonly args: ConstructorParameters<(typeof entry)[Name]>[1];
  readonly id: string;
  /** The outputs that the service sets, without those about the account. */
  readonly outputs: object;
  /** The name of the object in messages. */
  readonly subject: string;
  /** The inputs whose change replaces the object. */
  readonly replaces: readonly string[];
  /** The contract's schemas of the bodies that create and change the object. Empty if the requests have no body. */
  readonly bodies: readonly string[];
  /** The error of `pulumi import` for an id that the account doesn't have. */
  readonly missing: string;
  /** True if only the extended operations can create the object. */
  readonly isExtended?: true;
  /** Fails unless the account has the object as declared. */
  readonly expectDeclared: (account: AccountRows, object: DeclaredObject) => void;
  readonly crash: CrashFixture;
}

/** A resource of the programs for crash tests. */
interface CrashFixture {
  /** The logical name of the resource. */
  readonly name: string;
  /** The inputs in the create, and in the update. */
  readonly declared: Declared;
  /** Additional inputs under the extended operations. */
  readonly declaredExtended?: Declared;
  /**
   * Describes the objects that the crash left behind. Fails if the account has more of them than one step may leave.
   */
  readonly leftOver: (account: AccountRows, after: AfterCrash) => string;
}

type Inputs = Readonly<Record<string, unknown>>;
type Declared = Readonly<Record<"create" | "update", Inputs>>;

/** The content of the account. */
type AccountRows = ReturnType<Emulator["snapshot"]>;

/** An object in the state, and its declared inputs. */
interface DeclaredObject {
  readonly id: string;
  readonly declared: Inputs;
}

/** The crashed step and the declared inputs; for a delete, the inputs before the delete. */
interface AfterCrash {
  readonly step: "create" | "update" | "delete";
  readonly declared: Inputs;
}

/** An input that no request contains, so that a change of it affects only the state. */
const onlyState = { ignoreChecks: ["nothing"] };

const unread = "can't be imported, because the service has no operation that reads all its inputs";

const spring = {
  name: "Spring",
  sender: { email: "hello@acme.example", name: "Acme" },
  plainText: "Hello",
  listIds: ["list-1"],
  contactsOrder: "first",
};

/** One object of every kind, for tests that run for all kinds. */
export const fixtures = {
  Campaign: {
    args: {
      name: "Newsletter",
      subject: "What is new",
      sender: { email: "news@acme.example", name: "Acme" },
      html: "<p>Hello</p>",
      listIds: ["list-1"],
    },
    id: "campaign-1",
    outputs: {},
    subject: 'Campaign "Newsletter"',
    replaces: [],
    bodies: ["CampaignCreate", "CampaignUpdate"],
    missing: `Campaign: ${unread}. Declare the campaign with existingId set to its id.`,
    expectDeclared({ campaigns }, { id, declared }) {
      const { subject, name, contactsOrder } = declared;
      const row = campaigns.find((one) => one.id === id);
      expect(row).to.deep.include({ name, subject });
      if (contactsOrder !== undefined) expect(row?.contacts_order).to.equal(contactsOrder);
    },
    crash: {
      name: "spring",
      declared: {
        create: { ...spring, subject: "What is new" },
        update: { ...spring, subject: "What is newer" },
      },
      leftOver({ campaigns }) {
        const made = campaigns.filter(({ name }) => name === "Spring");
        expect(made.every(({ status }) => status === "Draft")).to.equal(true);
        return counted(made.length - 1, "unscheduled draft");
      },
    },
  },
  CampaignSchedule: {
    args: { campaignId: "campaign-1", scheduledAt: "2098-03-01 09:00:00" },
    id: "campaign-1",
    outputs: {},
    subject: 'CampaignSchedule "campaign-1"',
    replaces: ["campaignId"],
    bodies: ["CampaignUpdate"],
    missing: `CampaignSchedule: ${unread}. Declare it: pulumi up sends the date to the campaign.`,
    expectDeclared({ campaigns }, { id, declared }) {
      const row = campaigns.find((one) => one.id === id);
      expect(id).to.equal(declared.campaignId);
      expect(row).to.deep.include({ scheduled_at: declared.scheduledAt, status: "Scheduled" });
    },
    crash: {
      name: "draft",
      declared: {
        create: { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" },
        update: { campaignId: "campaign-2", scheduledAt: "2098-03-02 09:00:00" },
      },
      leftOver({ campaigns }, { declared }) {
        const own = campaigns.find(({ id }) => id === "campaign-2");
        expect(own).to.deep.include({ status: "Scheduled", scheduled_at: declared.scheduledAt });
        return "";
      },
    },
  },
  CustomProperty: {
    args: { name: "shoe_size", type: "number" },
    id: "property-1",
    outputs: {},
    subject: 'CustomProperty "shoe_size"',
    replaces: ["name"],
    bodies: ["PropertyCreate"],
    missing: "the specified API has no operation that reads custom properties",
    expectDeclared({ properties }, { id, declared: { name, description } }) {
      const row = properties.find((one) => one.id === id);
      expect(row?.name).to.equal(name);
      if (description !== undefined) expect(row?.description).to.equal(description);
    },
    crash: {
      name: "tier",
      declared: {
        create: { name: "tier", type: "text" },
        update: { name: "tier", type: "text", ...onlyState },
      },
      declaredExtended: {
        create: { description: "What the contact pays for" },
        update: { description: "What the contact buys" },
      },
      leftOver({ properties }) {
        expect(properties.filter(({ name }) => name === "tier")).to.have.length(1);
        return "";
      },
    },
  },
  DomainDnsShare: {
    args: { domainId: "domain-1", recipients: ["it@acme.example"] },
    id: "share-1",
    outputs: { message: "sent" },
    subject: 'DomainDnsShare "domain-1"',
    replaces: ["domainId"],
    bodies: ["DnsShare"],
    missing: `DomainDnsShare: ${unread}. Declare it: pulumi up sends the records to its recipients.`,
    expectDeclared({ mails }, { id, declared }) {
      const emailed = mails.flatMap(({ of, recipients }) => (of === id ? recipients : []));
      expect(emailed).to.include.members([...(declared.recipients as string[])]);
    },
    crash: {
      name: "records",
      declared: {
        create: { domainId: "domain-2", recipients: ["dns@acme.example"] },
        update: { domainId: "domain-2", recipients: ["dns@acme.example", "ops@acme.example"] },
      },
      leftOver({ mails }, { declared }) {
        const emailed = mails.flatMap(({ of, recipients }) =>
          of === "domain-2" ? recipients : [],
        );
        const wanted = declared.recipients as readonly string[];
        expect(emailed).to.include.members([...wanted]);
        return counted(emailed.length - wanted.length, "DNS mail");
      },
    },
  },
  List: {
    args: { name: "Customers" },
    id: "list-1",
    outputs: {},
    subject: 'List "Customers"',
    replaces: [],
    bodies: ["ListCreate", "ListUpdate"],
    missing: "does not exist",
    isExtended: true,
    expectDeclared({ lists }, { id, declared }) {
      expect(lists.find((row) => row.id === id)?.name).to.equal(declared.name);
    },
    crash: {
      name: "vips",
      declared: { create: { name: "VIPs" }, update: { name: "VIP guests" } },
      leftOver({ lists }) {
        expect(lists.filter(({ name }) => name.startsWith("VIP"))).to.have.length(1);
        return "";
      },
    },
  },
  Sender: {
    args: { email: "news@acme.example", name: "Acme" },
    id: "sender-1",
    outputs: { status: "verified", adopted: false },
    subject: 'Sender "news@acme.example"',
    replaces: ["email", "name"],
    bodies: ["SenderCreate"],
    missing: "does not exist",
    expectDeclared({ senders }, { id, declared }) {
      const row = senders.find((one) => one.id === id);
      expect(row?.sender_email.toLowerCase()).to.equal(String(declared.email).toLowerCase());
      expect(row?.sender_name).to.equal(declared.name);
    },
    crash: {
      name: "news",
      declared: {
        create: { email: "news@acme.example", name: "Acme News" },
        update: { email: "news@acme.example", name: "Acme News", ...onlyState },
      },
      leftOver({ senders }) {
        const made = senders.filter(({ sender_email }) => sender_email === "news@acme.example");
        expect(made.map(({ sender_name }) => sender_name)).to.deep.equal(["Acme News"]);
        return "";
      },
    },
  },
  WebhookActivation: {
    args: { webhookId: "webhook-1", active: true, onDestroy: "deactivate" },
    id: "webhook-1",
    outputs: {},
    subject: 'WebhookActivation "webhook-1"',
    replaces: ["webhookId"],
    bodies: [],
    missing: 'requires emailmarketing:operations "extended"',
    expectDeclared({ webhooks }, { id, declared }) {
      const wanted = declared.active === false ? "inactive" : "active";
      expect(webhooks.find((row) => row.id === id)?.status).to.equal(wanted);
    },
    crash: {
      name: "events",
      declared: {
        create: { webhookId: "webhook-1", active: true },
        update: { webhookId: "webhook-1", active: false },
      },
      leftOver({ webhooks }, { step }) {
        const wanted = step === "create" ? "active" : "inactive";
        expect(webhooks.find(({ id }) => id === "webhook-1")?.status).to.equal(wanted);
        return "";
      },
    },
  },
} as const satisfies { readonly [Name in Kind]: Fixture<Name> };

/** All objects with their kinds. */
export const everyKind = Object.entries(fixtures) as [Kind, Fixture][];

/** The kinds that the specified operations create. */
export type SpecifiedKind = {
  [Name in Kind]: (typeof fixtures)[Name] extends { readonly isExtended: true } ? never : Name;
}[Kind];

/** The kinds that the specified operations create, as a list. */
export const specifiedKinds = everyKind.flatMap(([kind, { isExtended }]) =>
  isExtended ? [] : [kind],
);

function counted(count: number, what: string): string {
  if (count === 0) return "";
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
