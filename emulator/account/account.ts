/** The account's settings: the time zone of reports, and the default address of senders. */
export interface Profile {
  /** IANA time zone of report times and date filters. */
  readonly timezone: string;
  readonly company_address: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly country: string;
  /** How the list of campaigns differs from the emulator's usual one; docs/emulator.md describes each. */
  readonly campaign_quirks: readonly CampaignQuirk[];
}

/** What the service may do otherwise where no source shows what it does. */
export type CampaignQuirk = (typeof campaignQuirks)[number];

/** Every quirk of the list of campaigns. */
export const campaignQuirks = [
  "rewrites-html",
  "adds-reply-to",
  "no-total",
  "window",
  "no-date-from",
  "iso-dates",
  "text-percentages",
  "publishes-again",
] as const;

/** A sending domain. */
export interface Domain {
  readonly id: string;
  readonly domain: string;
  readonly status: "verified" | "not_verified" | "failed";
  readonly open_tracking: boolean;
  /** ISO 8601, UTC. */
  readonly created_at: string;
}

/** A from address. Its status is stored in lower case; searches return `Verified`. */
export interface Sender {
  readonly id: string;
  readonly sender_email: string;
  readonly sender_name: string;
  /** `YYYY-MM-DD HH:MM:SS`, returned as it is. */
  readonly createdDate: string;
  readonly status: string;
  readonly company_address: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly country: string;
}

/** An address that can receive replies. */
export interface ReplyEmail {
  readonly id: string;
  readonly reply_email: string;
  readonly status: string;
}

/** A contact list. */
export interface List {
  readonly id: string;
  readonly name: string;
  /** The count that the service returns; if absent, the list's contacts are counted. */
  readonly contact_count?: number;
  readonly list_status: string;
  readonly list_type: string;
  readonly open_percentage: number;
}

/** A saved selection of contacts, which a campaign can be sent to. */
export interface Segment {
  readonly id: string;
  readonly name: string;
}

/** A contact. Other fields are the contract's plain string fields. */
export interface Contact {
  readonly id: string;
  readonly email: string;
  /** Ids of the contact's lists, separated by commas. */
  readonly list_id: string;
  /** Tags, separated by commas. */
  readonly tags: string;
  /** `granted` or `denied`; opens of a contact who denied it are left out of reports. */
  readonly tracking_consent: string;
  readonly custom_fields: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** A custom contact property. */
export interface Property {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  /** The key in contacts' `custom_fields`. Set by a rename; until then it follows from the name. */
  readonly key?: string;
  /** Whether a web form uses the property, which then can't be deleted. */
  readonly used_in_form: boolean;
}

/** The status of a campaign; only `Processing` counts as sending. */
export type CampaignStatus =
  | "Draft"
  | "Scheduled"
  | "Processing"
  | "Paused"
  | "Finished"
  | "Aborted";

/** A campaign: the fields of its requests, and those that the service adds. */
export interface Campaign {
  readonly id: string;
  readonly status: CampaignStatus;
  /** ISO 8601, UTC; reports show it in the account's time zone. */
  readonly created_at: string;
  /** When sending begins, `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
  readonly scheduled_at?: string;
  /** When sending began, ISO 8601, UTC. */
  readonly sent_at?: string;
  /** Whether opens are attributed to contacts. */
  readonly track_opens: boolean;
  readonly name: string;
  readonly subject: string;
  readonly [field: string]: unknown;
}

/** One open of a campaign by a contact. */
export interface Open {
  readonly campaign_id: string;
  readonly contact_id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** One unsubscription through a campaign. */
export interface Unsubscribe extends Open {
  /** The reason that the contact gave; may be empty. */
  readonly reason: string;
}

/** Where one mailbox provider put the probe mails of a campaign on one day. */
export interface InboxPlacement {
  readonly campaign_id: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly provider: "gmail" | "yahoo" | "outlook" | "others";
  readonly inbox: number;
  readonly missed: number;
  readonly spam: number;
}

/** A webhook. */
export interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly status: "active" | "inactive";
}

/** An uploaded file of addresses; the counts are those of the finished verification. */
export interface FileVerification {
  readonly file_id: string;
  readonly file_name: string;
  readonly total_records: number;
  /** When the verification starts, ISO 8601. */
  readonly created_at: string;
  readonly deliverable: number;
  readonly invalid: number;
  readonly risky: number;
  /** How long the verification takes by the emulator's clock. */
  readonly processing_seconds: number;
  /** The status when the verification is finished. */
  readonly finished_status: string;
}

/** A mail that the service would have sent. */
export interface Mail {
  readonly kind: "domain-share" | "campaign";
  /** Id of the domain or campaign. */
  readonly of: string;
  /** Addresses, or ids of lists and segments for a campaign. */
  readonly recipients: readonly string[];
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** What an account holds, by the name of its array in a seed. kind.ts describes each. */
interface Rows {
  readonly domains: Domain;
  readonly senders: Sender;
  readonly reply_emails: ReplyEmail;
  readonly lists: List;
  readonly segments: Segment;
  readonly contacts: Contact;
  readonly properties: Property;
  readonly campaigns: Campaign;
  readonly opens: Open;
  readonly unsubscribes: Unsubscribe;
  readonly inbox_placements: InboxPlacement;
  readonly webhooks: Webhook;
  readonly file_verifications: FileVerification;
  readonly mails: Mail;
}

/** The name of any kind of rows. */
export type RowKind = keyof Rows;

/** The name of a kind whose rows have ids that the service assigns. */
export type Kind = {
  [K in RowKind]: Rows[K] extends { readonly id: string } ? K : never;
}[RowKind];

/** One row of a kind. */
export type Row<K extends RowKind> = Rows[K];

/** Everything in the account; a change makes a new account. */
export type Account = { readonly [K in RowKind]: readonly Rows[K][] } & {
  readonly account: Profile;
  /** The last number used in an id, by kind. */
  readonly sequence: Readonly<Record<string, number>>;
};
