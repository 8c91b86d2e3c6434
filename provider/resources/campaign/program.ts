import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import type { Content } from "../../input/asset";
import { type DynamicResource, type InputsOf, registration } from "../../program/dynamic-resource";
import { lookUp, lookUpOutput } from "../../program/look-up";
import { campaignSource, campaignsSource } from "./functions";
import type { CampaignProps, CampaignSender } from "./props";
import { campaignLifecycle } from "./resource";

export type {
  CampaignFigures,
  GetCampaignArgs,
  GetCampaignResult,
  GetCampaignsArgs,
  GetCampaignsResult,
} from "./functions";
export type { CampaignExtraFields, CampaignProps, CampaignRules, CampaignSender } from "./props";

/** The arguments of {@link Campaign}. */
export type CampaignArgs = InputsOf<CampaignProps>;

/**
 * An email to contact lists or a segment (`POST /campaign`, `PUT /campaign/{id}`). It is a draft, which is not sent,
 * until a {@link CampaignSchedule} sets its date. That a campaign without a date is a draft is not specified: try it with a
 * list that contains only your own address.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Campaign, getListOutput } from "pulumi-email-marketing";
 *
 * const customers = getListOutput({ name: "Customers" });
 * export const spring = new Campaign("spring", {
 *   name: "Garden news",
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
 * A destroy leaves the campaign in the account, with a warning: the service has no operation to delete it.
 *
 * The specified operations can't read a campaign, so a refresh reads nothing. With `emailmarketing:operations` set to
 * `extended`, a refresh reads its status (`POST /campaign/list`), and shows a name, a subject, a reply-to address or HTML
 * that somebody has edited in the service as changed, so that the next `pulumi up` sends what is declared. A campaign that the service's list
 * lacks stays in the state, with the status `missing` and a warning. No reading leads to an email.
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
  /**
   * The status, with `extended` operations: `draft`, `scheduled`, `processing`, `paused`, `finished`, `aborted`, or
   * `missing` if the service's list lacks the campaign. As of the last refresh.
   */
  declare readonly status: Output<string | undefined>;
  /**
   * When the campaign is or was sent, as the service gives it, with `extended` operations. As of the last refresh. Always a
   * secret, since the time of its CampaignSchedule may be one.
   */
  declare readonly scheduledDate: Output<string | undefined>;

  constructor(name: string, args: CampaignArgs, opts?: CustomResourceOptions) {
    const { type, inputs, report } = registration(campaignLifecycle, { name, args, opts });
    super(type, name, inputs, opts);
    report(this);
  }
}

/**
 * The campaigns of the account with their status and report (POST /campaign/list). Reads every page. Requires the setting
 * `operations` to be `extended`.
 *
 * ```ts
 * import { getCampaigns, getCampaignsOutput } from "pulumi-email-marketing";
 *
 * export const paused = getCampaigns({ status: "paused" }).then(({ campaigns }) => campaigns.length);
 *
 * export const subjects = getCampaignsOutput({ search: "Spring" }).campaigns.apply((campaigns) =>
 *   campaigns.map(({ subject }) => subject),
 * );
 * ```
 */
export const getCampaigns = lookUp(campaignsSource, {});

/** {@link getCampaigns} for arguments that are outputs; waits for `dependsOn`. */
export const getCampaignsOutput = lookUpOutput(campaignsSource, {});

/**
 * One campaign, by its id (POST /campaign/list); an error when the list has none. Requires the setting `operations` to be
 * `extended`.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getCampaign, getCampaignOutput } from "pulumi-email-marketing";
 *
 * export const sent = getCampaign({ id: "campaign-1" }).then(({ report }) => report.sent);
 *
 * const config = new pulumi.Config();
 * export const status = getCampaignOutput({ id: config.require("campaignId") }).status;
 * ```
 */
export const getCampaign = lookUp(campaignSource);

/** {@link getCampaign} for arguments that are outputs; waits for `dependsOn`. */
export const getCampaignOutput = lookUpOutput(campaignSource);
