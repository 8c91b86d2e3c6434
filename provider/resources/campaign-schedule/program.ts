import {
  CustomResource,
  type CustomResourceOptions,
  type Input,
  type Output,
} from "@pulumi/pulumi";
import { type DynamicResource, type InputsOf, registration } from "../../program/dynamic-resource";
import { withInstants } from "../../program/sdk";
import type { CampaignScheduleProps } from "./props";
import { campaignScheduleLifecycle } from "./resource";

export type { CampaignScheduleProps } from "./props";

/** The arguments of {@link CampaignSchedule}. */
export interface CampaignScheduleArgs extends Omit<InputsOf<CampaignScheduleProps>, "scheduledAt"> {
  /**
   * When the campaign is sent, as {@link CampaignScheduleProps} describes it: a local time `YYYY-MM-DD HH:MM:SS`, or a time with a
   * time zone, which can be a `Date`, too.
   */
  scheduledAt: Input<string | Date>;
}

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
 * The date is a resource of its own so that a lost reply sends no campaign twice. Setting a date can be repeated, but
 * a campaign that is created with a date, and whose reply is lost, would be created and sent again.
 *
 * ## Import
 * Declare it with the campaign's id: the date is sent, and replaces the one that the campaign has.
 *
 * ## Refresh and destroy
 * A destroy doesn't stop the campaign, which WILL still be sent unless you pause it in the service's web app: the
 * service has no operation that removes a date. The removal says so, but not with the resource options `deletedWith` and
 * `retainOnDelete`: with them, Pulumi doesn't ask the provider. Then only the removal of the `Campaign` says that its email WILL
 * still be sent, if a refresh has read that it is scheduled, and `pulumi-email-marketing comment` says it before the update.
 *
 * The specified operations can't read a campaign, so a refresh reads nothing. With `emailmarketing:operations` set to
 * `extended`, a refresh reads the campaign's status (`POST /campaign/list`), and shows a date that somebody has moved in
 * the service as changed. The next `pulumi up` sends the declared date to a campaign that is still scheduled, which the service may
 * refuse; it never resumes a paused one for that: move the date back in the web app, or change it in the program. A pause, an
 * abort or the sending change no input: no `pulumi up` sends a date because of them. Right before a date is sent, the campaign is looked at: one that is being
 * sent, was sent, was aborted, or is missing fails the update.
 */
export class CampaignSchedule extends CustomResource implements DynamicResource {
  /** The account that the object belongs to. Using the resource with another account replaces it. */
  declare readonly account: Output<string>;
  /** The id of the campaign. */
  declare readonly campaignId: Output<string>;
  /** When the campaign is sent, as it is declared; a `Date` is a time in UTC. */
  declare readonly scheduledAt: Output<string>;
  /** Whether the date was sent to the service; `false` for one that was in the past and is only recorded. */
  declare readonly sent: Output<boolean>;
  /** The time as it was sent: `YYYY-MM-DD HH:MM:SS` in the time zone in which the service reads it. */
  declare readonly sentTime: Output<string | undefined>;
  /**
   * Times that were sent without a reply: the campaign may have been sent on one of them. While one may be past, no time
   * is sent.
   */
  declare readonly unconfirmedTimes: Output<string[] | undefined>;
  /**
   * The campaign's status, with `extended` operations: `draft`, `scheduled`, `processing`, `paused`, `finished`,
   * `aborted`, or `missing` if the service's list lacks the campaign. As of the last update or refresh.
   */
  declare readonly status: Output<string | undefined>;

  constructor(name: string, args: CampaignScheduleArgs, opts?: CustomResourceOptions) {
    const { type, inputs, report } = registration(campaignScheduleLifecycle, {
      name,
      args: withInstants(args, "scheduledAt"),
      opts,
    });
    super(type, name, inputs, opts);
    report(this);
  }
}
