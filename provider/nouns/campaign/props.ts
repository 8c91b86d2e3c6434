import type { Content } from "../../input/asset";
import type { WholeNumber } from "../../input/check";
import type { CommonProps } from "../../input/field";

/** The sender of a campaign. */
export interface CampaignSender {
  /** The from address. Its domain must be in the account and verified. */
  email: string;
  /** The from name, at least 1 character. */
  name: string;
}

/** Fields of a campaign to send beside the inputs, under the names that the service uses. */
export interface CampaignExtraFields {
  /** Fields to send with the create (`POST /campaign`). They can't be changed after creation. */
  create?: Record<string, unknown>;
  /**
   * Fields to send with an update (`PUT /campaign/{id}`): all of them right after the create, and later each field that
   * changes. A field can't be removed once set.
   */
  update?: Record<string, unknown>;
}

/** A sending rule. */
export interface CampaignRules {
  /**
   * The largest number of contacts to send to, at least 1. Only the vendor's own client documents this field.
   * @defaultValue all contacts
   */
  limit?: WholeNumber;
}

/** The inputs of a campaign. */
export interface CampaignProps extends CommonProps {
  /** The name of the campaign, 1 to 150 characters. Changing this updates the campaign. */
  name: string;
  /** The subject of the email, 1 to 150 characters. Changing this updates the campaign. */
  subject: string;
  /** The sender of the email. It can't be changed after creation: for another sender, declare another `Campaign`. */
  sender: CampaignSender;
  /**
   * The preview text that an inbox shows after the subject, 1 to 150 characters. Changing this updates the campaign. It
   * can't be removed once set.
   */
  preheader?: string;
  /**
   * The HTML content: a string, a `FileAsset` or a `StringAsset`. An asset keeps the content out of the state and of
   * diffs. Set `html`, `plainText` or both. Changing the content updates the campaign. It can't be removed once set.
   */
  html?: Content;
  /**
   * The plain-text content: a string, a `FileAsset` or a `StringAsset`. Set `html`, `plainText` or both. Changing the
   * content updates the campaign. It can't be removed once set.
   */
  plainText?: Content;
  /**
   * The reply-to address. Changing this updates the campaign; removing it sends an empty address.
   * @defaultValue the sender's address
   */
  replyTo?: string;
  /**
   * The ids of the contact lists to send to, 1 to 150; their order doesn't matter. Set `listIds`, `segmentId` or
   * both. Changing this updates the campaign, after checking that every new list exists and has contacts
   * (`GET /list/{id}`). It can't be changed while the campaign is being sent, and can't be removed once set. The upper
   * limit comes from the vendor's own client.
   */
  listIds?: string[];
  /**
   * The id of the segment to send to. Set `listIds`, `segmentId` or both. Changing this updates the campaign. It
   * can't be changed while the campaign is being sent, and can't be removed once set.
   */
  segmentId?: string;
  /**
   * Which contacts to send to if not all of them: the `first` or the `last`. Sent with an update right after the
   * create, because the create doesn't accept it. Changing this updates the campaign. It can't be removed once set.
   * @defaultValue the service decides
   */
  contactsOrder?: "first" | "last";
  /**
   * Whether the footer links to the mailing preferences. Changing this updates the campaign. It can't be removed once
   * set, even if it is `false`.
   * @defaultValue the service decides
   */
  mailingPreference?: boolean;
  /**
   * Whether the email links to its version in the browser. Changing this updates the campaign. It can't be removed once
   * set, even if it is `false`.
   * @defaultValue the service decides
   */
  viewInBrowser?: boolean;
  /**
   * Why the reader gets this email, 1 to 150 characters; `%%unsubscribe%%` becomes an unsubscribe link. Changing this
   * updates the campaign. It can't be removed once set.
   */
  permissionReminder?: string;
  /**
   * A sending rule. Changing this updates the campaign. It can't be changed while the campaign is being sent, and
   * can't be removed once set.
   */
  rules?: CampaignRules;
  /**
   * Fields to send beside the inputs, under the names that the service uses: fields that this package has no input for,
   * such as spam reporting, or an input under another name than this package sends, which must then be left out. Any
   * name is valid except a date (use {@link CampaignSchedule}). Changing `update` updates the campaign.
   */
  extraFields?: CampaignExtraFields;
  /**
   * The id of an existing campaign to adopt: all inputs are sent to it, except `sender` and `extraFields.create`.
   * Used on create only; a later change updates the state only.
   */
  existingId?: string;
}
