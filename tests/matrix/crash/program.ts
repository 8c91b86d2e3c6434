import { type Kind as CrashKind, everyKind } from "../../support/specimen";
import type { WayIn } from "../../support/way-in";

/** The kinds that only the extended operations create. */
const onlyExtended = ["List"] as const;

/** The kinds that the specified operations create. */
export type Kind = Exclude<CrashKind, (typeof onlyExtended)[number]>;

/** Those that the crash programs declare, one of each. */
export const kinds = everyKind.map(([kind]) => kind).filter(isSpecified);

/** Those that send more, or anything at all, under the extended operations only. */
export const extendedKinds = ["CustomProperty", ...onlyExtended] as const;

function isSpecified(kind: CrashKind): kind is Kind {
  return !onlyExtended.some((one) => one === kind);
}

export type { CrashKind };

/** Objects that a program takes over, by kind. */
export type ExistingIds = Partial<Record<CrashKind, string>>;

/** What differs between the programs of a crash. */
interface Declared {
  readonly active: boolean;
  readonly subject: string;
  readonly scheduledAt: string;
  readonly recipients: readonly string[];
  /** Arguments that change the state only, of the kinds whose objects no operation changes. */
  readonly more: object;
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
    more: {},
    description: "What the contact pays for",
  },
  update: {
    active: false,
    subject: "What is newer",
    scheduledAt: "2098-03-02 09:00:00",
    recipients: ["dns@acme.example", "ops@acme.example"],
    more: { ignoreChecks: ["nothing"] },
    description: "What the contact buys",
  },
} satisfies Record<string, Declared>;

/** Names that the service takes once. */
export const objectNames = { CustomProperty: "tier", List: "VIPs" } as const;

interface Resource {
  /** Its logical name. */
  readonly name: string;
  readonly properties: (of: Declared) => object;
}

const resources: Record<CrashKind, Resource> = {
  CustomProperty: {
    name: "tier",
    properties: () => ({ name: objectNames.CustomProperty, type: "text" }),
  },
  List: { name: "vips", properties: () => ({ name: objectNames.List }) },
  Sender: {
    name: "news",
    properties: () => ({ email: "news@acme.example", name: "Acme News" }),
  },
  WebhookActivation: {
    name: "events",
    properties: ({ active }) => ({ webhookId: "webhook-1", active }),
  },
  Campaign: {
    name: "spring",
    properties: ({ subject }) => ({
      name: "Spring",
      subject,
      sender: { email: "hello@acme.example", name: "Acme" },
      plainText: "Hello",
      listIds: ["list-1"],
      contactsOrder: "first",
    }),
  },
  CampaignSchedule: {
    name: "draft",
    properties: ({ scheduledAt }) => ({ campaignId: "campaign-2", scheduledAt }),
  },
  DomainDnsShare: {
    name: "records",
    properties: ({ recipients }) => ({ domainId: "domain-2", recipients }),
  },
};

/** A program with one resource of each of these kinds, none of which waits for another: in YAML for the plugin. */
export function programOf(
  wayIn: WayIn,
  of: Declared,
  { kinds, isExtended, existingIds = {} }: Program,
): string | { yaml: object } {
  const all = kinds.map((kind) => {
    const { name, properties } = resources[kind];
    const existingId = existingIds[kind];
    const isDescribed = isExtended && kind === "CustomProperty";
    const more = isMade.includes(kind) ? of.more : {};
    const given = {
      ...properties(of),
      ...(existingId !== undefined && { existingId }),
      ...(isDescribed && { description: of.description }),
      ...more,
    };
    return { kind, name, given };
  });
  if (wayIn === "plugin") {
    const entries = all.map(
      ({ kind, name, given }) =>
        [name, { type: `emailmarketing:${kind}`, properties: given }] as const,
    );
    return { yaml: { resources: Object.fromEntries(entries) } };
  }
  const lines = all.map(
    ({ kind, name, given }) => `new em.${kind}("${name}", ${JSON.stringify(given)});`,
  );
  return ['const em = require("pulumi-email-marketing");', ...lines, ""].join("\n");
}

/** Kinds whose objects no operation changes: what differs there concerns the state only. */
const isMade: readonly CrashKind[] = ["CustomProperty", "List", "Sender"];
