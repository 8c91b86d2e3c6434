/** Whose zone the reports use, and the address that senders get when they give none. */
export interface Profile {
  /** IANA name of the zone of report times and date filters. */
  readonly timezone: string;
  readonly company_address: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly country: string;
}

/** A sending domain. */
export interface Domain {
  readonly id: string;
  readonly domain: string;
  readonly status: "verified" | "not_verified" | "failed";
  readonly open_tracking: boolean;
  /** ISO 8601, UTC. */
  readonly created_at: string;
}

/** A from address. Its status is kept in lower case; searches spell it `Verified`. */
export interface Sender {
  readonly id: string;
  readonly sender_email: string;
  readonly sender_name: string;
  /** `YYYY-MM-DD HH:MM:SS`, shown as it stands. */
  readonly createdDate: string;
  readonly status: string;
  readonly company_address: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly country: string;
}

/** An address that replies may go to. */
export interface ReplyEmail {
  readonly id: string;
  readonly reply_email: string;
  readonly status: string;
}

/** A contact list. */
export interface List {
  readonly id: string;
  readonly name: string;
  /** Set, it is what the service tells; else the contacts of the list are counted. */
  readonly contact_count?: number;
  readonly list_status: string;
  readonly list_type: string;
  readonly open_percentage: number;
}

/** A saved selection of contacts that a campaign can be sent to. */
export interface Segment {
  readonly id: string;
  readonly name: string;
}

/** A contact; fields beyond these are the contract's plain string fields. */
export interface Contact {
  readonly id: string;
  readonly email: string;
  /** Ids of the contact's lists, separated by commas. */
  readonly list_id: string;
  /** Tags, separated by commas. */
  readonly tags: string;
  /** `granted` or `denied`; a denied contact's opens are counted but not attributed. */
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
  /** The name in contacts' `custom_fields`; absent until a rename, when the name gives it. */
  readonly key?: string;
  /** A property that a web form uses can't be deleted. */
  readonly used_in_form: boolean;
}

/** Where a campaign stands; only `Processing` counts as sending. */
export type CampaignStatus =
  | "Draft"
  | "Scheduled"
  | "Processing"
  | "Paused"
  | "Finished"
  | "Aborted";

/** A campaign: what was sent on create and update, and what the service adds. */
export interface Campaign {
  readonly id: string;
  readonly status: CampaignStatus;
  /** ISO 8601, UTC; reports show it in the account's zone. */
  readonly created_at: string;
  /** When it began to be sent, ISO 8601, UTC. */
  readonly sent_at?: string;
  /** False keeps every open of the campaign anonymous. */
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
  /** What the contact gave as the reason, possibly nothing. */
  readonly reason: string;
}

/** How many probe mails of a campaign a mailbox provider put where, on one day. */
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

/** A file of addresses in the verifier; the counts are those at the end of the work. */
export interface FileVerification {
  readonly file_id: string;
  readonly file_name: string;
  readonly total_records: number;
  /** ISO 8601; the work begins here. */
  readonly created_at: string;
  readonly deliverable: number;
  readonly invalid: number;
  readonly risky: number;
  /** How long the work takes by the emulator's clock. */
  readonly processing_seconds: number;
  /** The status word once the work is done. */
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

/** The kinds of objects whose ids the service gives. */
interface Kinds {
  readonly domains: Domain;
  readonly senders: Sender;
  readonly reply_emails: ReplyEmail;
  readonly lists: List;
  readonly segments: Segment;
  readonly contacts: Contact;
  readonly properties: Property;
  readonly campaigns: Campaign;
  readonly webhooks: Webhook;
}

/** The name of a kind. */
export type Kind = keyof Kinds;

/** One object of a kind. */
export type Row<K extends Kind> = Kinds[K];

/** Everything in the account; never changed in place. */
export type Account = { readonly [K in Kind]: readonly Kinds[K][] } & {
  readonly account: Profile;
  readonly opens: readonly Open[];
  readonly unsubscribes: readonly Unsubscribe[];
  readonly inbox_placements: readonly InboxPlacement[];
  readonly file_verifications: readonly FileVerification[];
  readonly mails: readonly Mail[];
  /** The last number given to an id of each kind. */
  readonly sequence: Readonly<Record<string, number>>;
};
