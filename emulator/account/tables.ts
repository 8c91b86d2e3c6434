import {
  amount,
  anyObject,
  count,
  day,
  type Field,
  type Fields,
  flag,
  instant,
  listOf,
  nonEmpty,
  type ObjectOf,
  objectSchema,
  oneOf,
  optional,
  text,
  withDefault,
} from "./field";
import { inZone } from "./zone";

const campaignQuirk = oneOf(
  "rewrites-html",
  "adds-reply-to",
  "no-total",
  "window",
  "no-date-from",
  "iso-dates",
  "text-percentages",
  "publishes-again",
  "rewrites-subject",
  "hides-drafts",
  "schedules-all",
);

/** The fields of `account` in a seed. */
export const profileFields = {
  /** IANA time zone of report times and date filters. */
  timezone: withDefault(text, "UTC"),
  company_address: withDefault(text, "1 Example Street"),
  city: withDefault(text, "Springfield"),
  state: withDefault(text, "Illinois"),
  postal_code: withDefault(text, "62701"),
  country: withDefault(text, "US"),
  /** Deviations from the emulator's default behavior of campaigns. docs/dev/emulator.md describes each. */
  campaign_quirks: withDefault(listOf(campaignQuirk), []),
};

/** The values from which a default value is computed. */
export interface DefaultContext {
  /** The account's time, ISO 8601 in UTC. */
  readonly now: string;
  readonly profile: ObjectOf<typeof profileFields>;
}

/**
 * Defines a table, from which types, the schema of seeds and the documentation derive. Only the documentation uses
 * `note`.
 */
function table<Columns extends Fields>(fields: Columns, note?: string) {
  return { fields, note, allowsOtherFields: false as const };
}

/** Defines a table whose rows may have other fields, too. The emulator stores these fields unchanged. */
function openTable<Columns extends Fields>(fields: Columns, note?: string) {
  return { fields, note, allowsOtherFields: true as const };
}

function assignedId(idPrefix: string): Field<string> {
  return { ...nonEmpty, idPrefix };
}

/** ISO 8601, UTC. */
const atNow = withDefault(instant, ({ now }: DefaultContext) => now, "now");

/** `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
const localTime: Field<string> = {
  type: "string",
  pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01]) ([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$",
};

/** A field of a sender's postal address. The default is the account's value. */
function ofAccount(name: "company_address" | "city" | "state" | "postal_code" | "country") {
  return withDefault(text, ({ profile }: DefaultContext) => profile[name], "the account's");
}

const event = {
  campaign_id: nonEmpty,
  contact_id: nonEmpty,
  /** ISO 8601, UTC. */
  at: atNow,
};

/** All tables, by the names of the arrays in a seed. Names and fields are spelled as in the service's API. */
export const tables = {
  domains: table({
    id: assignedId("domain"),
    domain: text,
    status: withDefault(oneOf("verified", "not_verified", "failed"), "verified"),
    open_tracking: withDefault(flag, false),
    /** ISO 8601, UTC. */
    created_at: atNow,
  }),
  senders: table({
    id: assignedId("sender"),
    sender_email: text,
    sender_name: text,
    /** `YYYY-MM-DD HH:MM:SS`, returned unchanged. */
    createdDate: withDefault(
      localTime,
      ({ now, profile }: DefaultContext) => inZone(now, profile.timezone),
      "now",
    ),
    status: withDefault(text, "verified"),
    company_address: ofAccount("company_address"),
    city: ofAccount("city"),
    state: ofAccount("state"),
    postal_code: ofAccount("postal_code"),
    country: ofAccount("country"),
  }),
  reply_emails: table({
    id: assignedId("reply-email"),
    reply_email: text,
    status: withDefault(text, "Verified"),
  }),
  lists: table({
    id: assignedId("list"),
    name: text,
    /** The count that the service returns. If missing, the list's contacts are counted. */
    contact_count: optional(count, "the contacts in the list"),
    list_status: withDefault(text, "active"),
    list_type: withDefault(text, "1"),
    open_percentage: withDefault({ type: "number", minimum: 0, maximum: 100 }, 0),
  }),
  segments: table({ id: assignedId("segment"), name: text }),
  contacts: openTable(
    {
      id: assignedId("contact"),
      email: text,
      /** Ids of the contact's lists, separated by commas. */
      list_id: withDefault(text, ""),
      /** Tags, separated by commas. */
      tags: withDefault(text, ""),
      /** `granted` or `denied`. Reports leave out opens of a contact who denied consent. */
      tracking_consent: withDefault(text, "granted"),
      custom_fields: withDefault(anyObject, {}),
    },
    "`list_id` and `tags` separate their values by commas",
  ),
  properties: table({
    id: assignedId("property"),
    name: text,
    description: withDefault(text, ""),
    type: withDefault(text, "text"),
    /**
     * The key of the property's values in `custom_fields` of contacts. If missing, the key is derived from the name.
     */
    key: optional(text, "from the name"),
    /** True if a web form uses the property, which then can't be deleted. */
    used_in_form: withDefault(flag, false),
  }),
  campaigns: openTable({
    id: assignedId("campaign"),
    name: text,
    subject: withDefault(text, ""),
    status: withDefault(
      oneOf("Draft", "Scheduled", "Processing", "Paused", "Finished", "Aborted"),
      "Draft",
    ),
    /** ISO 8601, UTC. Reports show the time in the account's time zone. */
    created_at: atNow,
    /** When sending begins, `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
    scheduled_at: optional(localTime),
    /** When sending began, ISO 8601, UTC. */
    sent_at: optional(instant),
    /** True if the report of opens shows contacts. Otherwise, the report is empty. */
    track_opens: withDefault(flag, true),
  }),
  opens: table(event, "one row per open"),
  unsubscribes: table({
    ...event,
    /** The reason that the contact gave; may be empty. */
    reason: withDefault(text, ""),
  }),
  inbox_placements: table(
    {
      campaign_id: nonEmpty,
      provider: oneOf("gmail", "yahoo", "outlook", "others"),
      /** `YYYY-MM-DD`. */
      date: withDefault(day, ({ now }: DefaultContext) => now.slice(0, 10), "today"),
      inbox: withDefault(count, 0),
      missed: withDefault(count, 0),
      spam: withDefault(count, 0),
    },
    "counts, one row per day and provider",
  ),
  webhooks: table({
    id: assignedId("webhook"),
    name: withDefault(text, ""),
    url: withDefault(text, "https://hooks.example.com/"),
    status: withDefault(oneOf("active", "inactive"), "active"),
    /** The events for which the service calls the webhook, such as `open` or `bounce`. */
    event: withDefault(listOf(text), []),
    /** ISO 8601, UTC. */
    created_at: atNow,
  }),
  file_verifications: table(
    {
      file_id: nonEmpty,
      file_name: withDefault(text, "addresses.csv"),
      /** When the verification starts, ISO 8601. */
      created_at: atNow,
      total_records: withDefault(count, 0),
      deliverable: withDefault(count, 0),
      invalid: withDefault(count, 0),
      risky: withDefault(count, 0),
      /** How long the verification takes by the emulator's clock. */
      processing_seconds: withDefault(amount, 60),
      /** The status when the verification is finished. */
      finished_status: withDefault(text, "completed"),
    },
    "the counts are those of the end",
  ),
  mails: table(
    {
      kind: oneOf("domain-share", "campaign"),
      /** Id of the domain or campaign. */
      of: nonEmpty,
      /** Email addresses; for a campaign, the ids of lists and segments. */
      recipients: withDefault(listOf(text), []),
      /** ISO 8601, UTC. */
      at: atNow,
    },
    "the mails that the service would have sent; usually read, not seeded",
  ),
};

export type TableName = keyof typeof tables;

/** The name of a table whose rows have an `id`. */
export type Kind = {
  [T in TableName]: "id" extends keyof (typeof tables)[T]["fields"] ? T : never;
}[TableName];

export const kindsWithIds: readonly Kind[] = Object.keys(tables).filter(hasIds);

export function hasIds(kind: string): kind is Kind {
  return Object.hasOwn(tables, kind) && "id" in tables[kind as TableName].fields;
}

/** The id of a kind's object with this number: `sender-1` for the first sender. */
export function idOf(kind: Kind, number: number): string {
  return `${tables[kind].fields.id.idPrefix}-${number}`;
}

export const seedSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    account: objectSchema(profileFields),
    sequence: { type: "object", additionalProperties: count },
    ...Object.fromEntries(
      Object.entries(tables).map(([name, { fields, allowsOtherFields }]) => [
        name,
        { type: "array", items: objectSchema(fields, allowsOtherFields) },
      ]),
    ),
  },
};
