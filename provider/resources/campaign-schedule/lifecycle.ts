import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import { updateCampaign } from "../../api/campaign";
import { text } from "../../input/check";
import { type CommonProps, common } from "../../input/common-props";
import type { Finding } from "../../input/finding";
import { isPast, localTime, mayBePast } from "../../input/time";
import { unknownValue } from "../../input/unknown";
import type { Lifecycle } from "../../lifecycle/lifecycle";
import { type DynamicResource, declare, type InputsOf } from "../../program/dynamic-resource";
import { campaignScheduleForesight } from "./preflight";

const kind = "CampaignSchedule";

/** What the user decides about when a campaign is sent. */
export interface CampaignScheduleProps extends CommonProps {
  /** The id of the campaign. Changing this replaces the schedule: the other campaign keeps its date. */
  campaignId: string;
  /**
   * When the campaign is sent, `YYYY-MM-DD HH:MM:SS`, in your own zone, which the service knows and this package does not:
   * a time counts as past once it is past in every zone. A new or changed time must not be past, nor may a past one be
   * changed. From 12 hours before to 14 hours after now in UTC there is one warning, which `ignoreChecks` silences as
   * `schedule-near`. A change is sent; the service wants the campaign paused before, of which a warning reminds
   * (`schedule-pause`).
   */
  scheduledAt: string;
}

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
    const declared = declare(campaignScheduleLifecycle, name, args);
    super(declared.type, name, declared.inputs, opts);
    declared.lookAhead(this);
  }
}

/** How the dates of campaigns live in an account. */
export const campaignScheduleLifecycle: Lifecycle<CampaignScheduleProps, object> = {
  kind,
  namedBy: "campaignId",
  inputs: {
    required: {
      campaignId: text({
        min: 1,
        form: {
          pattern: /^(?!unknown:)/,
          words:
            "belongs to a campaign of which nobody knows whether it exists: settle that first, as its own message says",
        },
      }),
      scheduledAt: localTime,
    },
    optional: common,
  },
  outputs: [],
  foresight: campaignScheduleForesight,
  replaceOn: ["campaignId"],
  repeatable: true,
  idFrom: "campaignId",
  changeRules({ scheduledAt }, old) {
    if (scheduledAt === undefined || scheduledAt === unknownValue) return [];
    return scheduledAt === old?.scheduledAt ? [] : late(scheduledAt, old?.scheduledAt);
  },
  advice({ scheduledAt }, old) {
    if (scheduledAt === undefined || scheduledAt === old?.scheduledAt) return [];
    const near = `${scheduledAt} is past in some zones: where yours is among them, the campaign may be sent at once, or refused.`;
    const paused =
      "a date that is set can be changed only while the campaign is paused, which no operation shows. Pause it on the service's own pages before the apply.";
    return [
      ...(mayBePast(scheduledAt) ? [{ name: "schedule-near", problem: near }] : []),
      ...(old === undefined ? [] : [{ name: "schedule-pause", problem: paused }]),
    ];
  },
  async create({ main }, { campaignId, scheduledAt }) {
    await updateCampaign(main, campaignId, { scheduled_at: scheduledAt });
    return { id: campaignId, outputs: {} };
  },
  async update({ main }, campaignId, { old, props: { scheduledAt } }) {
    if (old.scheduledAt !== scheduledAt) {
      await updateCampaign(main, campaignId, { scheduled_at: scheduledAt });
    }
    return {};
  },
  async delete(account, _id, { campaignId, scheduledAt }) {
    const what = isPast(scheduledAt)
      ? "its time is past, and the campaign keeps it."
      : `the campaign keeps its date and WILL still be sent at ${scheduledAt}. To stop it, pause campaign ${campaignId} on the service's own pages.`;
    account.notice(`CampaignSchedule "${campaignId}" left the state only: ${what}`);
  },
};

function late(scheduledAt: string, old: string | undefined): Finding[] {
  const path = "scheduledAt";
  if (old !== undefined && isPast(old)) {
    const problem =
      "can't be changed, since the old time is past and the campaign was sent then. Another mailing is another Campaign with its own CampaignSchedule; go back to the old value here, or give ignoreChanges for it";
    return [{ path, problem }];
  }
  return isPast(scheduledAt)
    ? [{ path, problem: "is past in every zone. Give a time to come" }]
    : [];
}
