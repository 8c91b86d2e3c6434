import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import { campaignScheduleLifecycle } from "../../resources/campaign-schedule/lifecycle";
import type { CampaignScheduleProps } from "../../resources/campaign-schedule/props";
import { type DynamicResource, type InputsOf, registrationOf } from "../dynamic-resource";

/** The arguments of {@link CampaignSchedule}. */
export type CampaignScheduleArgs = InputsOf<CampaignScheduleProps>;

/**
 * Gives a campaign its date, and so has it mailed (PUT /campaign/{id}); its id is the campaign's.
 *
 * ```ts
 * import { CampaignSchedule } from "pulumi-email-marketing";
 *
 * const at = { campaignId: "campaign-1", scheduledAt: "2027-03-01 09:00:00" };
 * new CampaignSchedule("spring", at, { protect: true });
 * ```
 *
 * It is a resource of its own so that a mail is never sent twice: its request can be repeated, while a campaign that was
 * created with a date and whose reply got lost would be created, and mailed, again. The service has no operation to take
 * a date away: after a `destroy` the campaign WILL still be sent, unless it is paused on the service's own pages.
 *
 * Inputs: {@link CampaignScheduleProps}.
 */
export class CampaignSchedule extends CustomResource implements DynamicResource {
  /** The account that the object lives in; moving to another account replaces the object. */
  declare readonly account: Output<string>;
  /** The campaign's id. */
  declare readonly campaignId: Output<string>;
  /** When the campaign is sent, in the caller's own zone. */
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
