import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import { campaignScheduleLifecycle } from "../../resources/campaign-schedule/lifecycle";
import type { CampaignScheduleProps } from "../../resources/campaign-schedule/props";
import { type DynamicResource, type InputsOf, registrationOf } from "../dynamic-resource";

/** The arguments of {@link CampaignSchedule}. */
export type CampaignScheduleArgs = InputsOf<CampaignScheduleProps>;

/**
 * The date on which a campaign is sent (`PUT /campaign/{id}`). Its id is the campaign's id.
 *
 * ```ts
 * import { CampaignSchedule } from "pulumi-email-marketing";
 *
 * const at = { campaignId: "campaign-1", scheduledAt: "2027-03-01 09:00:00" };
 * new CampaignSchedule("spring", at, { protect: true });
 * ```
 *
 * The date is a resource of its own so that no email is sent twice. Setting a date can be repeated, but a campaign
 * that is created with a date, and whose reply is lost, would be created and sent again.
 *
 * ## Import
 * Declare it with the campaign's id: the date is sent, and replaces the one that the campaign has.
 *
 * ## Refresh and destroy
 * The service has no operation that removes a date: after a destroy the campaign WILL still be sent, unless you pause
 * it in the service's web pages. A refresh reads nothing.
 */
export class CampaignSchedule extends CustomResource implements DynamicResource {
  /** The account that the object belongs to. Using the resource with another account replaces it. */
  declare readonly account: Output<string>;
  /** The id of the campaign. */
  declare readonly campaignId: Output<string>;
  /** When the campaign is sent, `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
  declare readonly scheduledAt: Output<string>;

  constructor(name: string, args: CampaignScheduleArgs, opts?: CustomResourceOptions) {
    const { type, inputs, preflight } = registrationOf(campaignScheduleLifecycle, {
      name,
      args,
      opts,
    });
    super(type, name, inputs, opts);
    preflight(this);
  }
}
