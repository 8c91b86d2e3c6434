import type { ObjectOf } from "./field";
import type { kinds } from "./kind";
import type { Profile } from "./profile";

type Kinds = typeof kinds;

/** The name of any kind of rows. */
export type RowKind = keyof Kinds;

/** What an account holds, by the name of its array in a seed. */
type Rows = {
  readonly [K in RowKind]: ObjectOf<Kinds[K]["fields"]> &
    (Kinds[K] extends { readonly allowsOtherFields: true }
      ? { readonly [field: string]: unknown }
      : unknown);
};

/** The name of a kind whose rows have ids that the service assigns. */
export type Kind = {
  [K in RowKind]: Rows[K] extends { readonly id: string } ? K : never;
}[RowKind];

/** One row of a kind. */
export type Row<K extends RowKind> = Rows[K];

/** A sending domain. */
export type Domain = Row<"domains">;

/** A from address. Its status is stored in lower case; searches return `Verified`. */
export type Sender = Row<"senders">;

/** An address that can receive replies. */
export type ReplyEmail = Row<"reply_emails">;

/** A contact list. */
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

/** Where one mailbox provider put the probe mails of a campaign on one day. */
export type InboxPlacement = Row<"inbox_placements">;

/** A webhook. */
export type Webhook = Row<"webhooks">;

/** An uploaded file of addresses; the counts are those of the finished verification. */
export type FileVerification = Row<"file_verifications">;

/** A mail that the service would have sent. */
export type Mail = Row<"mails">;

/** Everything in the account; a change makes a new account. */
export type Account = { readonly [K in RowKind]: readonly Row<K>[] } & {
  readonly account: Profile;
  /** The last number used in an id, by kind. */
  readonly sequence: Readonly<Record<string, number>>;
};
