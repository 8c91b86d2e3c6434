import { type Content, content, isSameContent, judgeText, readContent } from "../../input/asset";
import {
  address,
  flag,
  id,
  listOf,
  members,
  oneOf,
  text,
  type WholeNumber,
  whole,
} from "../../input/check";
import { type CommonProps, commonFields, type Field, type Fields } from "../../input/field";
import type { Finding } from "../../input/finding";
import { judgeLine } from "../../input/text-mistakes";
import { createdAndUpdatedFields } from "../../lifecycle/extra-fields";
import type { CheckContext } from "../../lifecycle/lifecycle";
import { isUnknown } from "../../plain/value";

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

export interface CampaignField extends Field {
  /** The text may be in an asset, which is read when it is sent. */
  readonly isContent?: true;
  /** Sent with an update right after the create, because the create doesn't accept it. */
  readonly onlyUpdated?: true;
}

const otherMailing =
  "For another mailing, declare another Campaign. Otherwise restore the old sender, or add it to ignoreChanges.";
const lasting = "Restore the old value, set another one, or add the input to ignoreChanges.";

/** The inputs of a campaign. Only `replyTo` can be removed, because no other field has a value for "none". */
export const campaignFields: Fields<CampaignProps, CampaignField> = {
  name: { required: true, check: text({ min: 1, max: 150 }), wire: "name" },
  subject: { required: true, check: text({ min: 1, max: 150 }), wire: "subject" },
  sender: {
    required: true,
    check: members<CampaignSender>({
      email: { required: true, check: address() },
      name: { required: true, check: text({ min: 1 }) },
    }),
    fixed: otherMailing,
  },
  preheader: { check: text({ min: 1, max: 150 }), wire: "email_preheader", lasting },
  html: { check: content, wire: "html", isContent: true, lasting },
  plainText: { check: content, wire: "plain_text", isContent: true, lasting },
  replyTo: { check: address(), wire: "reply_email" },
  listIds: { check: listOf(id, { min: 1, max: 150 }), wire: "list_ids", lasting },
  segmentId: { check: id, wire: "segment_id", lasting },
  contactsOrder: {
    check: oneOf("first", "last"),
    wire: "contacts_order",
    onlyUpdated: true,
    lasting,
  },
  mailingPreference: { check: flag, wire: "mailing_preference", lasting },
  viewInBrowser: { check: flag, wire: "viewin_browser", lasting },
  permissionReminder: { check: text({ min: 1, max: 150 }), wire: "permission_reminder", lasting },
  rules: { check: members<CampaignRules>({ limit: { check: whole(1) } }), wire: "rules", lasting },
  extraFields: createdAndUpdatedFields,
  existingId: { check: id },
  ...commonFields,
};

export interface SentField extends CampaignField {
  readonly name: keyof CampaignProps;
  readonly wire: string;
}

/** The inputs that are sent to the service. If another input changes, only the state changes. */
export const inputsOfService = (Object.keys(campaignFields) as (keyof CampaignProps)[]).filter(
  (name) => name !== "existingId" && name !== "ignoreChecks",
);

/** The inputs that each have a field of their own in requests. */
export const sentFields: readonly SentField[] = Object.entries(campaignFields).flatMap(
  ([name, row]: [string, CampaignField]) =>
    row.wire === undefined ? [] : [{ ...row, wire: row.wire, name: name as keyof CampaignProps }],
);

export async function wireValue({ name, isContent }: SentField, props: CampaignProps) {
  return isContent ? readContent(props[name], name) : props[name];
}

export function judgeCampaign(
  props: Partial<CampaignProps>,
  context?: CheckContext<CampaignProps>,
): Finding[] {
  const { html, plainText, listIds, segmentId } = props;
  const missing = [
    ...(html === undefined && plainText === undefined ? ["html, plainText or both"] : []),
    ...(listIds === undefined && segmentId === undefined ? ["listIds, segmentId or both"] : []),
  ].map((names) => ({ path: "", problem: `missing required input: set ${names}` }));
  const old: Partial<CampaignProps> = context?.old ?? {};
  // A text that equals the text in the state was already checked.
  const judged = context ? mailed.filter((name) => !isSameContent(old[name], props[name])) : [];
  return [
    // Extra fields may contain the content and the recipients under names that this check doesn't know.
    ...(hasFieldsOfItsOwn(props) ? [] : missing),
    ...judged.flatMap((name) => judgeText(props[name], name)),
    // Without a context, the texts come from the account, so the user needn't correct them here.
    ...(context ? judgeLines(props, old) : []),
  ];
}

/**
 * Findings about line breaks in texts that an inbox shows in one line. Not used for adopted campaigns, because their
 * texts come from the account.
 */
function judgeLines(props: Partial<CampaignProps>, old: Partial<CampaignProps>): Finding[] {
  const isAdopted = old.name === undefined && props.existingId !== undefined;
  const lines = (of: Partial<CampaignProps>): Record<string, unknown> => {
    const { name, subject, preheader, sender } = of;
    return { name, subject, preheader, "sender.name": isUnknown(sender) ? sender : sender?.name };
  };
  const before = lines(old);
  return Object.entries(lines(props)).flatMap(([path, text]) =>
    isAdopted || text === before[path] ? [] : judgeLine(text, path),
  );
}

const mailed = ["subject", "preheader", "permissionReminder", "html", "plainText"] as const;

function hasFieldsOfItsOwn({ extraFields }: Partial<CampaignProps>): boolean {
  if (isUnknown(extraFields) || isUnknown(extraFields?.create)) return true;
  return Object.keys(extraFields?.create ?? {}).length > 0;
}
