import { campaignQuirks, type Profile, type Row, type RowKind } from "./account";
import { type DefaultContext, type FieldsOf, optional, required, withDefault } from "./field";
import { inZone } from "./zone";

const text = { type: "string" };
const flag = { type: "boolean" };
const count = { type: "integer", minimum: 0 };
const percentage = { type: "number", minimum: 0, maximum: 100 };
const moment = { type: "string", format: "date-time" };
const localTime = {
  type: "string",
  pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01]) ([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$",
};
const day = { type: "string", format: "date" };
const id = { type: "string", minLength: 1 };
const oneOf = (...values: string[]): object => ({ enum: values });

const now = (context: DefaultContext) => context.now;
const today = (context: DefaultContext) => context.now.slice(0, 10);

/** The fields of `account` in a seed. */
export const profileFields: FieldsOf<Profile> = {
  timezone: withDefault(text, "UTC"),
  company_address: withDefault(text, "1 Example Street"),
  city: withDefault(text, "Springfield"),
  state: withDefault(text, "Illinois"),
  postal_code: withDefault(text, "62701"),
  country: withDefault(text, "US"),
  campaign_quirks: withDefault({ type: "array", items: { enum: campaignQuirks } }, []),
};

/** One kind of rows: everything that seeds, ids and the example account need to know about it. */
type KindDefinition<K extends RowKind> = {
  readonly fields: FieldsOf<Row<K>>;
  /** Whether rows may have any other field, stored and returned as it is. */
  readonly allowsOtherFields?: boolean;
  /** The rows of the example account. */
  readonly example: readonly Partial<Row<K>>[];
} & (Row<K> extends { readonly id: string }
  ? {
      /** Ids are this prefix and a number: `sender-1`. */
      readonly idPrefix: string;
    }
  : unknown);

const event = { campaign_id: required(id), contact_id: required(id), at: withDefault(moment, now) };

const acme = { sender_email: "hello@acme.example", sender_name: "Acme" };
const opened = (contact_id: string, at: string) => ({ campaign_id: "campaign-1", contact_id, at });

/** Every kind of rows by the name of its array in a seed, in the wire's spelling. */
export const kinds: { readonly [K in RowKind]: KindDefinition<K> } = {
  domains: {
    idPrefix: "domain",
    fields: {
      domain: required(text),
      status: withDefault(oneOf("verified", "not_verified", "failed"), "verified"),
      open_tracking: withDefault(flag, false),
      created_at: withDefault(moment, now),
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
  },
  senders: {
    idPrefix: "sender",
    fields: {
      sender_email: required(text),
      sender_name: required(text),
      createdDate: withDefault(localTime, (context) =>
        inZone(context.now, context.profile.timezone),
      ),
      status: withDefault(text, "verified"),
      company_address: withDefault(text, ({ profile }) => profile.company_address),
      city: withDefault(text, ({ profile }) => profile.city),
      state: withDefault(text, ({ profile }) => profile.state),
      postal_code: withDefault(text, ({ profile }) => profile.postal_code),
      country: withDefault(text, ({ profile }) => profile.country),
    },
    example: [{ id: "sender-1", ...acme, createdDate: "2025-12-01 10:00:00" }],
  },
  reply_emails: {
    idPrefix: "reply-email",
    fields: { reply_email: required(text), status: withDefault(text, "Verified") },
    example: [{ id: "reply-email-1", reply_email: "support@acme.example" }],
  },
  lists: {
    idPrefix: "list",
    fields: {
      name: required(text),
      contact_count: optional(count),
      list_status: withDefault(text, "active"),
      list_type: withDefault(text, "1"),
      open_percentage: withDefault(percentage, 0),
    },
    example: [
      { id: "list-1", name: "Customers", open_percentage: 41.2 },
      { id: "list-2", name: "Nobody yet" },
    ],
  },
  segments: {
    idPrefix: "segment",
    fields: { name: required(text) },
    example: [{ id: "segment-1", name: "Berlin" }],
  },
  contacts: {
    idPrefix: "contact",
    fields: {
      email: required(text),
      list_id: withDefault(text, ""),
      tags: withDefault(text, ""),
      tracking_consent: withDefault(text, "granted"),
      custom_fields: withDefault({ type: "object" }, {}),
    },
    allowsOtherFields: true,
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
  },
  properties: {
    idPrefix: "property",
    fields: {
      name: required(text),
      description: withDefault(text, ""),
      type: withDefault(text, "text"),
      key: optional(text),
      used_in_form: withDefault(flag, false),
    },
    example: [
      { id: "property-1", name: "plan", description: "What the contact pays for", type: "text" },
    ],
  },
  campaigns: {
    idPrefix: "campaign",
    fields: {
      name: required(text),
      subject: withDefault(text, ""),
      status: withDefault(
        oneOf("Draft", "Scheduled", "Processing", "Paused", "Finished", "Aborted"),
        "Draft",
      ),
      created_at: withDefault(moment, now),
      scheduled_at: optional(localTime),
      sent_at: optional(moment),
      track_opens: withDefault(flag, true),
    },
    allowsOtherFields: true,
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
  },
  opens: {
    fields: event,
    example: [
      opened("contact-1", "2025-12-11T09:30:00Z"),
      opened("contact-2", "2025-12-11T22:30:00Z"),
      opened("contact-1", "2025-12-12T07:00:00Z"),
      opened("contact-3", "2025-12-12T08:00:00Z"),
    ],
  },
  unsubscribes: {
    fields: { ...event, reason: withDefault(text, "") },
    example: [{ ...opened("contact-2", "2025-12-12T10:00:00Z"), reason: "Too many mails" }],
  },
  inbox_placements: {
    fields: {
      campaign_id: required(id),
      provider: required(oneOf("gmail", "yahoo", "outlook", "others")),
      date: withDefault(day, today),
      inbox: withDefault(count, 0),
      missed: withDefault(count, 0),
      spam: withDefault(count, 0),
    },
    example: [
      placement("gmail", { inbox: 37, missed: 1, spam: 2 }),
      placement("outlook", { inbox: 18, missed: 2, spam: 0 }),
    ],
  },
  webhooks: {
    idPrefix: "webhook",
    fields: {
      name: withDefault(text, ""),
      url: withDefault(text, "https://hooks.example.com/"),
      status: withDefault(oneOf("active", "inactive"), "active"),
    },
    example: [
      { id: "webhook-1", name: "Opens", url: "https://hooks.example.com/1", status: "inactive" },
      { id: "webhook-2", name: "Bounces", url: "https://hooks.example.com/2", status: "active" },
    ],
  },
  file_verifications: {
    fields: {
      file_id: required(id),
      file_name: withDefault(text, "addresses.csv"),
      created_at: withDefault(moment, now),
      total_records: withDefault(count, 0),
      deliverable: withDefault(count, 0),
      invalid: withDefault(count, 0),
      risky: withDefault(count, 0),
      processing_seconds: withDefault({ type: "number", minimum: 0 }, 60),
      finished_status: withDefault(text, "completed"),
    },
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
  },
  mails: {
    fields: {
      kind: required(oneOf("domain-share", "campaign")),
      of: required(id),
      recipients: withDefault({ type: "array", items: text }, []),
      at: withDefault(moment, now),
    },
    example: [],
  },
};

function placement(
  provider: "gmail" | "outlook",
  counts: { readonly inbox: number; readonly missed: number; readonly spam: number },
) {
  return { campaign_id: "campaign-1", date: "2025-12-11", provider, ...counts };
}
