import type { ObjectOf } from "./field";
import type { profileFields, TableName, tables } from "./tables";

export type { Kind } from "./tables";

type Tables = typeof tables;

/** One row of a table, by the name of its array in a seed. */
export type Row<T extends TableName> = ObjectOf<Tables[T]["fields"]> &
  (Tables[T]["allowsOtherFields"] extends true ? { readonly [field: string]: unknown } : unknown);

/** A sending domain. */
export type Domain = Row<"domains">;

/** A sender's address and name. The status is stored in lower case; searches return `Verified`. */
export type Sender = Row<"senders">;

export type ReplyEmail = Row<"reply_emails">;

export type List = Row<"lists">;

/** A saved selection of contacts, which a campaign can be sent to. */
export type Segment = Row<"segments">;

/** A contact. Other fields are the contract's plain string fields. */
export type Contact = Row<"contacts">;

/** A custom contact property. */
export type Property = Row<"properties">;

/** A campaign: the fields of its requests, and those that the service adds. */
export type Campaign = Row<"campaigns">;

/** The status of a campaign; only `Processing` counts as sending. */
export type CampaignStatus = Campaign["status"];

/** One open of a campaign by a contact. */
export type Open = Row<"opens">;

/** One unsubscription through a campaign. */
export type Unsubscribe = Row<"unsubscribes">;

/** Counts of a campaign's probe emails by where one mailbox provider put them on one day. */
export type InboxPlacement = Row<"inbox_placements">;

export type Webhook = Row<"webhooks">;

/** An uploaded file of addresses; the counts are those of the finished verification. */
export type FileVerification = Row<"file_verifications">;

/** An email that the service would have sent. */
export type Mail = Row<"mails">;

/** The account's settings: the time zone of reports, and the default address of senders. */
export type Profile = ObjectOf<typeof profileFields>;

/** Everything in the account; a change makes a new account. */
export type Account = { readonly [T in TableName]: readonly Row<T>[] } & {
  readonly account: Profile;
  /** The last number used in an id, by kind. */
  readonly sequence: Readonly<Record<string, number>>;
};

/**
 * The content of a new account: an array for each kind, in the wire's spelling. A kind that is left
 * out is empty. Ids and other fields that are left out get defaults (see docs/reference/emulator.md).
 */
export type Seed = {
  readonly [T in TableName]?: readonly (Partial<Row<T>> & object)[];
} & {
  readonly account?: Partial<Profile>;
  readonly sequence?: Readonly<Record<string, number>>;
};
