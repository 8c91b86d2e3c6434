import type { Content } from "../../input/asset";
import type { CommonProps } from "../../input/common-props";

/** Who a campaign comes from. */
export interface CampaignSender {
  /** The from address; its domain must be added to the account and verified. */
  email: string;
  /** The from name. */
  name: string;
}

/** Fields by their names on the wire, for what this package has no input for. */
export interface CampaignExtraFields {
  /** Sent with POST /campaign. It can't be changed once the campaign exists. */
  create?: Record<string, unknown>;
  /**
   * Sent with PUT /campaign/{id}: right after the create, and again member by member when one changes. A member can't
   * be taken back.
   */
  update?: Record<string, unknown>;
}

/** A sending rule. */
export interface CampaignRules {
  /** How many contacts are mailed, at least 1; by default all of them. Known from the vendor's own client. */
  limit?: number;
}

/** What the user decides about a campaign. */
export interface CampaignProps extends CommonProps {
  /** The campaign's name, 1 to 150 characters. A change is sent. */
  name: string;
  /** The subject, 1 to 150 characters. A change is sent. */
  subject: string;
  /** Who the mail comes from. It can't be changed: another mailing is another `Campaign`. */
  sender: CampaignSender;
  /** The summary after the subject in an inbox, 1 to 150 characters. A change is sent; it can't be taken back. */
  preheader?: string;
  /**
   * The HTML content: a string, or a `FileAsset` or `StringAsset`, which keeps it out of the state and the diff. At least
   * one of `html` and `plainText` is required. A change of the text is sent; it can't be taken back.
   */
  html?: Content;
  /**
   * The plain text content, like `html`. A change of the text is sent; it can't be taken back. Sent as `plain_text`,
   * a name known from one public client.
   */
  plainText?: Content;
  /** Where replies go; by default to the sender. A change is sent; taking it away sends an empty one. */
  replyTo?: string;
  /**
   * The ids of the contact lists to send to, 1 to 150 (the upper limit is the vendor's own client's). At least one of
   * `listIds` and `segmentId` is required. A change is sent, as `list_ids` (the name on an update is known from the
   * vendor's own client), once every new list is seen to exist and to hold contacts. It can't be taken back, nor
   * changed while the campaign is being sent.
   */
  listIds?: string[];
  /**
   * The id of the segment to send to. A change is sent; it can't be taken back, nor changed while the campaign is being
   * sent. Sent as `segment_id`, a name known from the vendor's own client.
   */
  segmentId?: string;
  /**
   * Whether the first or the last contacts are mailed; by default the service decides. Sent by an update right after the
   * create, since only the update takes it, and again when it changes. It can't be taken back.
   */
  contactsOrder?: "first" | "last";
  /**
   * Whether the footer offers the mailing preferences; by default the service decides. A change is sent; it can't be taken
   * back, not even a false. Sent as `mailing_preference`, a name known from one public client.
   */
  mailingPreference?: boolean;
  /**
   * Whether a link to view the mail in the browser is there; by default the service decides. A change is sent; it can't
   * be taken back, not even a false. Sent as `viewin_browser` (so spelt), a name known from several public clients.
   */
  viewInBrowser?: boolean;
  /**
   * Why the reader gets this mail, 1 to 150 characters; `%%unsubscribe%%` in it becomes an unsubscribe link. A change is
   * sent; it can't be taken back. Sent as `permission_reminder`, a name known from one public client for the update;
   * that the create's disclaimer text has the same name is a guess.
   */
  permissionReminder?: string;
  /** A sending rule. A change is sent; it can't be taken back, nor changed while the campaign is being sent. */
  rules?: CampaignRules;
  /**
   * Fields that the contract describes without naming them, such as spam reporting, by the names that you know. They
   * never override an input of this resource, nor hold a date (use {@link CampaignSchedule}). A change of `update` is sent.
   */
  extraFields?: CampaignExtraFields;
  /**
   * The id of a campaign that exists already: it comes under management, and what is declared here is sent to it, but for
   * the sender and `extraFields.create`. Read on create only; changing it later changes the state only.
   */
  existingId?: string;
}
