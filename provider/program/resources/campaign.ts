import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import type { Content } from "../../input/asset";
import { campaignLifecycle } from "../../resources/campaign/lifecycle";
import type { CampaignProps, CampaignSender } from "../../resources/campaign/props";
import { type DynamicResource, type InputsOf, registrationOf } from "../dynamic-resource";

/** The arguments of {@link Campaign}. */
export type CampaignArgs = InputsOf<CampaignProps>;

/**
 * An email to contact lists or a segment (`POST /campaign`, `PUT /campaign/{id}`). It is a draft, which is not sent,
 * until a {@link CampaignSchedule} sets its date.
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
 * Keep `protect: true`: without it, renaming the resource without an alias creates a second campaign.
 *
 * ## Import
 * Set `existingId` to adopt a campaign: all inputs are sent to it, except `sender` and `extraFields.create`.
 *
 * ## Refresh and destroy
 * The service has no operation to read or delete a campaign. A refresh reads nothing, and a destroy removes the
 * campaign from the state only, with a warning.
 */
export class Campaign extends CustomResource implements DynamicResource {
  /** The account that the object belongs to. Using the resource with another account replaces it. */
  declare readonly account: Output<string>;
  /** The name of the campaign. */
  declare readonly name: Output<string>;
  /** The subject of the email. */
  declare readonly subject: Output<string>;
  /** The sender of the email. */
  declare readonly sender: Output<CampaignSender>;
  /** The preview text, if declared. */
  declare readonly preheader: Output<string | undefined>;
  /** The HTML content, if declared. */
  declare readonly html: Output<Content | undefined>;
  /** The plain-text content, if declared. */
  declare readonly plainText: Output<Content | undefined>;
  /** The reply-to address, if declared. */
  declare readonly replyTo: Output<string | undefined>;
  /** The ids of the contact lists, if declared. */
  declare readonly listIds: Output<string[] | undefined>;
  /** The id of the segment, if declared. */
  declare readonly segmentId: Output<string | undefined>;

  constructor(name: string, args: CampaignArgs, opts?: CustomResourceOptions) {
    const { type, inputs, preflight } = registrationOf(campaignLifecycle, { name, args, opts });
    super(type, name, inputs, opts);
    preflight(this);
  }
}
