import type { ObjectOf } from "./field";
import type { profileFields, TableName, tables } from "./tables";

export type { Kind } from "./tables";

type Tables = typeof tables;

/** A row of the table with this name, such as `senders`. */
export type Row<T extends TableName> = ObjectOf<Tables[T]["fields"]> &
  (Tables[T]["allowsOtherFields"] extends true ? { readonly [field: string]: unknown } : unknown);

/** A sending domain. */
export type Domain = Row<"domains">;

/** A sender. The status of a new sender is `verified`, but searches return `Verified`. */
export type Sender = Row<"senders">;

export type ReplyEmail = Row<"reply_emails">;

export type List = Row<"lists">;

/** A saved selection of contacts, which a campaign can be sent to. */
export type Segment = Row<"segments">;

/** A contact, with any other fields. Responses contain only those in the contract, such as `first_name`, as text. */
export type Contact = Row<"contacts">;

export type Property = Row<"properties">;

/** A campaign, with the fields of its requests and the fields that the service adds. */
export type Campaign = Row<"campaigns">;

/** The status of a campaign, which is `Processing` while the campaign is being sent. */
export type CampaignStatus = Campaign["status"];

/** One open of a campaign by a contact. */
export type Open = Row<"opens">;

/** One unsubscription through a campaign. */
export type Unsubscribe = Row<"unsubscribes">;

/** Counts for one campaign, mailbox provider and day: probe emails in the inbox, in spam and missing. */
export type InboxPlacement = Row<"inbox_placements">;

export type Webhook = Row<"webhooks">;

/** An uploaded file of addresses. Its counts are the results of the finished verification. */
export type FileVerification = Row<"file_verifications">;

/** An email that the service would have sent. */
export type Mail = Row<"mails">;

/** The account's settings, such as the time zone of reports and the default postal address of senders. */
export type Profile = ObjectOf<typeof profileFields>;

/** Everything in the account. A change creates a new `Account` object. */
export type Account = { readonly [T in TableName]: readonly Row<T>[] } & {
  readonly account: Profile;
  /** The last number used in an id, by kind. */
  readonly sequence: Readonly<Record<string, number>>;
};

/**
 * The content of a new account: an array of rows for each table. A missing table is empty, and missing fields get
 * defaults (see docs/reference/emulator.md).
 */
export type Seed = {
  readonly [T in TableName]?: readonly (Partial<Row<T>> & object)[];
} & {
  readonly account?: Partial<Profile>;
  readonly sequence?: Readonly<Record<string, number>>;
};
