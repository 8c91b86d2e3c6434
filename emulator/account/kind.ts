import {
  assigned,
  computed,
  type Fields,
  type ObjectOf,
  optional,
  required,
  withDefault,
} from "./field";
import type { DefaultContext } from "./profile";
import {
  anyObject,
  count,
  day,
  flag,
  id,
  listOf,
  localTime,
  moment,
  oneOf,
  percentage,
  seconds,
  text,
} from "./schema";
import { inZone } from "./zone";

/** One kind of rows: everything that seeds, ids, types and the example account need to know about it. */
interface KindDefinition<Table extends Fields, Other extends boolean> {
  readonly fields: Table;
  /** Whether rows may have any other field, stored and returned as it is. */
  readonly allowsOtherFields: Other;
  /** What the fields don't say, for the documentation of seeds. */
  readonly note?: string;
  /** The rows of the example account. */
  readonly example: readonly object[];
}

/** A kind whose rows have these fields and no other. */
function kind<Table extends Fields>(definition: {
  readonly fields: Table;
  readonly note?: string;
  readonly example: readonly Partial<ObjectOf<NoInfer<Table>>>[];
}): KindDefinition<Table, false> {
  return { ...definition, allowsOtherFields: false };
}

/** A kind whose rows may have any other field. */
function openKind<Table extends Fields>(definition: {
  readonly fields: Table;
  readonly note?: string;
  readonly example: readonly (Partial<ObjectOf<NoInfer<Table>>> & {
    readonly [field: string]: unknown;
  })[];
}): KindDefinition<Table, true> {
  return { ...definition, allowsOtherFields: true };
}

/** ISO 8601, UTC. */
const atNow = computed(moment, "now", ({ now }: DefaultContext) => now);

/** An address field, which senders take from the account. */
function ofAccount(name: "company_address" | "city" | "state" | "postal_code" | "country") {
  return computed(text, "the account's", ({ profile }: DefaultContext) => profile[name]);
}

const event = {
  campaign_id: required(id),
  contact_id: required(id),
  /** ISO 8601, UTC. */
  at: atNow,
};

const acme = { sender_email: "hello@acme.example", sender_name: "Acme" };
const opened = (contact_id: string, at: string) => ({ campaign_id: "campaign-1", contact_id, at });

/** Every kind of rows by the name of its array in a seed, in the wire's spelling. */
export const kinds = {
  domains: kind({
    fields: {
      id: assigned("domain"),
      domain: required(text),
      status: withDefault(oneOf("verified", "not_verified", "failed"), "verified"),
      open_tracking: withDefault(flag, false),
      /** ISO 8601, UTC. */
      created_at: atNow,
    },
    example: [
      {
        id: "domain-1",
        domain: "acme.example",
        status: "verified",
        open_tracking: true,
        created_at: "2025-11-01T12:00:00Z",
      },
      {
        id: "domain-2",
        domain: "new.example",
        status: "not_verified",
        created_at: "2025-11-02T12:00:00Z",
      },
      {
        id: "domain-3",
        domain: "wrong.example",
        status: "failed",
        created_at: "2025-11-03T12:00:00Z",
      },
    ],
  }),
  senders: kind({
    fields: {
      id: assigned("sender"),
      sender_email: required(text),
      sender_name: required(text),
      /** `YYYY-MM-DD HH:MM:SS`, returned as it is. */
      createdDate: computed(localTime, "now", ({ now, profile }: DefaultContext) =>
        inZone(now, profile.timezone),
      ),
      status: withDefault(text, "verified"),
      company_address: ofAccount("company_address"),
      city: ofAccount("city"),
      state: ofAccount("state"),
      postal_code: ofAccount("postal_code"),
      country: ofAccount("country"),
    },
    example: [{ id: "sender-1", ...acme, createdDate: "2025-12-01 10:00:00" }],
  }),
  reply_emails: kind({
    fields: {
      id: assigned("reply-email"),
      reply_email: required(text),
      status: withDefault(text, "Verified"),
    },
    example: [{ id: "reply-email-1", reply_email: "support@acme.example" }],
  }),
  lists: kind({
    fields: {
      id: assigned("list"),
      name: required(text),
      /** The count that the service returns; if absent, the list's contacts are counted. */
      contact_count: optional(count, "the contacts in the list"),
      list_status: withDefault(text, "active"),
      list_type: withDefault(text, "1"),
      open_percentage: withDefault(percentage, 0),
    },
    example: [
      { id: "list-1", name: "Customers", open_percentage: 41.2 },
      { id: "list-2", name: "Nobody yet" },
      // The service's ids differ by case, too.
      { id: "List-2", name: "Members", contact_count: 40 },
    ],
  }),
  segments: kind({
    fields: { id: assigned("segment"), name: required(text) },
    example: [{ id: "segment-1", name: "Berlin" }],
  }),
  contacts: openKind({
    fields: {
      id: assigned("contact"),
      email: required(text),
      /** Ids of the contact's lists, separated by commas. */
      list_id: withDefault(text, ""),
      /** Tags, separated by commas. */
      tags: withDefault(text, ""),
      /** `granted` or `denied`; opens of a contact who denied it are left out of reports. */
      tracking_consent: withDefault(text, "granted"),
      custom_fields: withDefault(anyObject, {}),
    },
    note: "`list_id` and `tags` separate their values by commas",
    example: [
      {
        id: "contact-1",
        email: "ada@example.com",
        first_name: "Ada",
        last_name: "Example",
        city: "Berlin",
        list_id: "list-1",
        tags: "vip,beta",
        custom_fields: { plan: "pro" },
        tracking_consent_date: "2025-12-01 10:00:00",
        tracking_consent_source: "web form",
      },
      { id: "contact-2", email: "grace@example.com", first_name: "Grace" },
      { id: "contact-3", email: "alan@example.com", list_id: "list-1", tracking_consent: "denied" },
    ],
  }),
  properties: kind({
    fields: {
      id: assigned("property"),
      name: required(text),
      description: withDefault(text, ""),
      type: withDefault(text, "text"),
      /** The key in contacts' `custom_fields`. Set by a rename; until then it follows from the name. */
      key: optional(text, "from the name"),
      /** Whether a web form uses the property, which then can't be deleted. */
      used_in_form: withDefault(flag, false),
    },
    example: [
      { id: "property-1", name: "plan", description: "What the contact pays for", type: "text" },
    ],
  }),
  campaigns: openKind({
    fields: {
      id: assigned("campaign"),
      name: required(text),
      subject: withDefault(text, ""),
      status: withDefault(
        oneOf("Draft", "Scheduled", "Processing", "Paused", "Finished", "Aborted"),
        "Draft",
      ),
      /** ISO 8601, UTC; reports show it in the account's time zone. */
      created_at: atNow,
      /** When sending begins, `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
      scheduled_at: optional(localTime),
      /** When sending began, ISO 8601, UTC. */
      sent_at: optional(moment),
      /** Whether opens are attributed to contacts. */
      track_opens: withDefault(flag, true),
    },
    example: [
      {
        id: "campaign-1",
        name: "Winter news",
        subject: "What is new this winter",
        status: "Finished",
        created_at: "2025-12-10T08:00:00Z",
        sent_at: "2025-12-11T08:00:00Z",
        scheduled_at: "2025-12-11 09:00:00",
        sender: acme,
        html: "<p>Hello</p>",
        list_ids: ["list-1"],
      },
      {
        id: "campaign-2",
        name: "Spring news",
        subject: "What is new this spring",
        status: "Draft",
        created_at: "2025-12-20T08:00:00Z",
        sender: acme,
        plain_text: "Hello",
        segment_id: "segment-1",
      },
    ],
  }),
  opens: kind({
    fields: event,
    note: "one row per open",
    example: [
      opened("contact-1", "2025-12-11T09:30:00Z"),
      opened("contact-2", "2025-12-11T22:30:00Z"),
      opened("contact-1", "2025-12-12T07:00:00Z"),
      opened("contact-3", "2025-12-12T08:00:00Z"),
    ],
  }),
  unsubscribes: kind({
    fields: {
      ...event,
      /** The reason that the contact gave; may be empty. */
      reason: withDefault(text, ""),
    },
    example: [{ ...opened("contact-2", "2025-12-12T10:00:00Z"), reason: "Too many mails" }],
  }),
  inbox_placements: kind({
    fields: {
      campaign_id: required(id),
      provider: required(oneOf("gmail", "yahoo", "outlook", "others")),
      /** `YYYY-MM-DD`. */
      date: computed(day, "today", ({ now }: DefaultContext) => now.slice(0, 10)),
      inbox: withDefault(count, 0),
      missed: withDefault(count, 0),
      spam: withDefault(count, 0),
    },
    note: "counts, one row per day and provider",
    example: [
      placement("gmail", { inbox: 37, missed: 1, spam: 2 }),
      placement("outlook", { inbox: 18, missed: 2, spam: 0 }),
    ],
  }),
  webhooks: kind({
    fields: {
      id: assigned("webhook"),
      name: withDefault(text, ""),
      url: withDefault(text, "https://hooks.example.com/"),
      status: withDefault(oneOf("active", "inactive"), "active"),
      /** What the service calls it for, such as `open` or `bounce`. */
      event: withDefault(listOf(text), []),
      /** ISO 8601, UTC. */
      created_at: atNow,
    },
    example: [
      {
        id: "webhook-1",
        name: "Opens",
        url: "https://hooks.example.com/1",
        status: "inactive",
        event: ["open"],
        created_at: "2025-12-01T09:00:00Z",
      },
      {
        id: "webhook-2",
        name: "Bounces",
        url: "https://hooks.example.com/2",
        status: "active",
        event: ["bounce"],
        created_at: "2025-12-01T09:00:00Z",
      },
    ],
  }),
  file_verifications: kind({
    fields: {
      file_id: required(id),
      file_name: withDefault(text, "addresses.csv"),
      /** When the verification starts, ISO 8601. */
      created_at: atNow,
      total_records: withDefault(count, 0),
      deliverable: withDefault(count, 0),
      invalid: withDefault(count, 0),
      risky: withDefault(count, 0),
      /** How long the verification takes by the emulator's clock. */
      processing_seconds: withDefault(seconds, 60),
      /** The status when the verification is finished. */
      finished_status: withDefault(text, "completed"),
    },
    note: "the counts are those of the end",
    example: [
      {
        file_id: "file-1",
        file_name: "customers.csv",
        total_records: 1000,
        created_at: "2025-12-15T09:30:00Z",
        deliverable: 950,
        invalid: 30,
        risky: 20,
      },
      {
        file_id: "file-2",
        file_name: "leads.csv",
        total_records: 200,
        deliverable: 180,
        risky: 20,
      },
    ],
  }),
  mails: kind({
    fields: {
      kind: required(oneOf("domain-share", "campaign")),
      /** Id of the domain or campaign. */
      of: required(id),
      /** Addresses, or ids of lists and segments for a campaign. */
      recipients: withDefault(listOf(text), []),
      /** ISO 8601, UTC. */
      at: atNow,
    },
    note: "the mails that the service would have sent; usually read, not seeded",
    example: [],
  }),
};

function placement(
  provider: "gmail" | "outlook",
  counts: { readonly inbox: number; readonly missed: number; readonly spam: number },
) {
  return { campaign_id: "campaign-1", date: "2025-12-11", provider, ...counts };
}
