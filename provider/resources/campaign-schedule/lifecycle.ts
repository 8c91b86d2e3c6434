import { updateCampaign } from "../../api/campaign";
import { text } from "../../input/check";
import { commonFields } from "../../input/common-props";
import { type Finding, finding } from "../../input/finding";
import { isPast, localTime, mayBePast } from "../../input/time";
import { isUnknown } from "../../input/unknown";
import type { Lifecycle } from "../../lifecycle/lifecycle";
import { campaignSchedulePreflight } from "./preflight";
import type { CampaignScheduleProps } from "./props";

/** How the dates of campaigns live in an account. */
export const campaignScheduleLifecycle: Lifecycle<CampaignScheduleProps, object> = {
  kind: "CampaignSchedule",
  namedBy: "campaignId",
  fields: {
    campaignId: {
      required: true,
      check: text({
        min: 1,
        form: {
          pattern: /^(?!unknown:)/,
          words:
            "belongs to a campaign of which nobody knows whether it exists: settle that first, as its own message says",
        },
      }),
      replaces: true,
    },
    scheduledAt: { required: true, check: localTime },
    ...commonFields,
  },
  outputs: [],
  preflight: campaignSchedulePreflight,
  repeatable: true,
  idFrom: "campaignId",
  // A past time is right on a schedule that did not change, which only the engine knows.
  rules: ({ scheduledAt }, known) =>
    known && scheduledAt !== undefined && !isUnknown(scheduledAt)
      ? judgeTime(scheduledAt, known.old?.scheduledAt)
      : [],
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

function judgeTime(scheduledAt: string, old: string | undefined): Finding[] {
  if (scheduledAt === old) return [];
  const path = "scheduledAt";
  if (old !== undefined && isPast(old)) {
    const problem =
      "can't be changed, since the old time is past and the campaign was sent then. Another mailing is another Campaign with its own CampaignSchedule; go back to the old value here, or give ignoreChanges for it";
    return [{ path, problem }];
  }
  if (isPast(scheduledAt)) return [{ path, problem: "is past in every zone. Give a time to come" }];
  const near = `${scheduledAt} is past in some zones: where yours is among them, the campaign may be sent at once, or refused.`;
  const paused =
    "a date that is set can be changed only while the campaign is paused, which no operation shows. Pause it on the service's own pages before the apply.";
  return [
    ...(mayBePast(scheduledAt) ? [finding("warning", "schedule-near", near)] : []),
    ...(old === undefined ? [] : [finding("warning", "schedule-pause", paused)]),
  ];
}
