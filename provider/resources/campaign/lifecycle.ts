import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import type { Account } from "../../account/account";
import { createCampaign, type NewCampaign, updateCampaign } from "../../api/campaign";
import { type Content, content, readContent } from "../../input/asset";
import { address, bag, flag, id, listOf, members, oneOf, text, whole } from "../../input/check";
import { type CommonProps, common } from "../../input/common-props";
import { failureOf } from "../../lifecycle/explain";
import type { Created, Lifecycle } from "../../lifecycle/lifecycle";
import { type DynamicResource, declare, type InputsOf } from "../../program/dynamic-resource";
import { campaignChange, contentFields, plainFields, requireMailable } from "./change";
import { campaignForesight } from "./preflight";
import { judgeCampaign, judgeCampaignChange, lasting, otherMailing } from "./rule";

const kind = "Campaign";

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

/** The arguments of {@link Campaign}. */
export type CampaignArgs = InputsOf<CampaignProps>;

/**
 * A mail to contact lists or a segment (POST /campaign, PUT /campaign/{id}). It stays a draft, which mails nobody, until a
 * {@link CampaignSchedule} gives it a date.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Campaign, getListOutput } from "pulumi-email-marketing";
 *
 * const customers = getListOutput({ name: "Customers" });
 * export const spring = new Campaign("spring", {
 *   name: "Spring news",
 *   subject: "What is new this spring",
 *   sender: { email: "news@acme.example", name: "Acme News" },
 *   html: new pulumi.asset.FileAsset("spring.html"),
 *   plainText: new pulumi.asset.FileAsset("spring.txt"),
 *   listIds: [customers.id],
 * }, { protect: true });
 * ```
 *
 * Keep `protect: true`: renaming the resource without an alias would create a second campaign, and nobody could tell.
 * The service has no operation to read or delete a campaign: `refresh` believes the state, and `destroy` takes it out of
 * the state, with a warning, and leaves it in the account.
 *
 * Inputs: {@link CampaignProps}.
 */
export class Campaign extends CustomResource implements DynamicResource {
  /** The account that the object lives in; moving to another account replaces the object. */
  declare readonly account: Output<string>;
  /** The campaign's name. */
  declare readonly name: Output<string>;
  /** The subject. */
  declare readonly subject: Output<string>;
  /** Who the mail comes from. */
  declare readonly sender: Output<CampaignSender>;
  /** The summary after the subject, when declared. */
  declare readonly preheader: Output<string | undefined>;
  /** The HTML content as declared. */
  declare readonly html: Output<Content | undefined>;
  /** The plain text content as declared. */
  declare readonly plainText: Output<Content | undefined>;
  /** Where replies go, when declared. */
  declare readonly replyTo: Output<string | undefined>;
  /** The contact lists, when declared. */
  declare readonly listIds: Output<string[] | undefined>;
  /** The segment, when declared. */
  declare readonly segmentId: Output<string | undefined>;

  constructor(name: string, args: CampaignArgs, opts?: CustomResourceOptions) {
    const declared = declare(campaignLifecycle, name, args);
    super(declared.type, name, declared.inputs, opts);
    declared.lookAhead(this);
  }
}

/** How campaigns live in an account. */
export const campaignLifecycle: Lifecycle<CampaignProps, object> = {
  kind,
  namedBy: "name",
  inputs: {
    required: {
      name: text({ min: 1, max: 150 }),
      subject: text({ min: 1, max: 150 }),
      sender: members<CampaignSender>({
        required: { email: address(), name: text({ min: 1 }) },
        optional: {},
      }),
    },
    optional: {
      ...common,
      preheader: text({ min: 1, max: 150 }),
      html: content,
      plainText: content,
      replyTo: address(),
      listIds: listOf(id, { min: 1, max: 150 }),
      segmentId: id,
      contactsOrder: oneOf("first", "last"),
      mailingPreference: flag,
      viewInBrowser: flag,
      permissionReminder: text({ min: 1, max: 150 }),
      rules: members<CampaignRules>({ required: {}, optional: { limit: whole(1) } }),
      extraFields: members<CampaignExtraFields>({
        required: {},
        optional: { create: bag, update: bag },
      }),
      existingId: id,
    },
  },
  outputs: [],
  foresight: campaignForesight,
  replaceOn: [],
  fixed: { sender: otherMailing },
  lasting,
  rules: judgeCampaign,
  changeRules: judgeCampaignChange,
  keepsUnknown: true,
  repeatable: true,
  create: (account, props) =>
    props.existingId === undefined
      ? createDraft(account, props)
      : takeOver(account, props.existingId, props),
  async update(account, campaignId, { old, props }) {
    await send(account, campaignId, { old, props });
    return {};
  },
  async delete(account, _id, { name }) {
    account.notice(
      `Campaign "${name}" stays in the account: the service has no operation to delete it. It left the state only.`,
    );
  },
};

async function createDraft(account: Account, props: CampaignProps): Promise<Created<object>> {
  const campaignId = await createCampaign(account.main, await toWire(props));
  const { contactsOrder, extraFields, ...rest } = props;
  const created = extraFields?.create;
  const held = { ...rest, ...(created && { extraFields: { create: created } }) };
  const error = await failureOf(() => send(account, campaignId, { old: held, props }));
  const unfinished = error === undefined ? {} : { unfinished: { error, props: held } };
  return { id: campaignId, outputs: {}, ...unfinished };
}

async function takeOver(account: Account, campaignId: string, props: CampaignProps) {
  // Nothing reads a campaign: only by sending what is declared does the state say what the campaign is.
  await send(account, campaignId, { old: {}, props });
  account.notice(
    `Campaign "${props.name}" existed and was taken over: its declared fields were sent to it, but for its sender.`,
  );
  return { id: campaignId, outputs: {} };
}

interface Change {
  /** What the service has, as far as it is known. */
  readonly old: Partial<CampaignProps>;
  readonly props: CampaignProps;
}

async function send(account: Account, campaignId: string, { old, props }: Change): Promise<void> {
  const change = await campaignChange(old, props);
  if (Object.keys(change).length === 0) return;
  await requireMailable(account, old.listIds, change.list_ids);
  await updateCampaign(account.main, campaignId, change);
}

async function toWire(props: CampaignProps): Promise<NewCampaign> {
  const { name, subject, sender, extraFields } = props;
  const wire: Record<string, unknown> = { ...extraFields?.create };
  for (const [field, wireName] of plainFields) {
    if (props[field] !== undefined) wire[wireName] = props[field];
  }
  for (const [field, wireName] of contentFields) {
    if (props[field] !== undefined) wire[wireName] = await readContent(props[field], field);
  }
  const from = { sender_email: sender.email, sender_name: sender.name };
  return { ...wire, name, subject, sender: from };
}
