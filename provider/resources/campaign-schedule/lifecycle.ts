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
          words: "refers to a campaign whose creation is unconfirmed; resolve that campaign first",
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
      ? "the campaign keeps its date, which is in the past."
      : `the campaign keeps its date and WILL still be sent at ${scheduledAt}. To stop it, pause campaign ${campaignId} in the service's web pages.`;
    account.notice(
      `CampaignSchedule "${campaignId}" was removed from the Pulumi state only: ${what}`,
    );
  },
};

function judgeTime(scheduledAt: string, old: string | undefined): Finding[] {
  if (scheduledAt === old) return [];
  const path = "scheduledAt";
  if (old !== undefined && isPast(old)) {
    const problem =
      "can't be changed: the old time is in the past, so the campaign was already sent. For another mailing, declare another Campaign with its own CampaignSchedule. Otherwise restore the old value, or add scheduledAt to ignoreChanges";
    return [{ path, problem }];
  }
  if (isPast(scheduledAt))
    return [{ path, problem: "is in the past in every time zone. Set a later time" }];
  const near = `scheduledAt: ${scheduledAt} has already passed in some time zones. If it has passed in your account's time zone, the campaign may be sent at once or be rejected; set a later time.`;
  const paused =
    "scheduledAt: the service changes a date only while the campaign is paused, which can't be checked. Pause the campaign in the service's web pages before you run pulumi up.";
  return [
    ...(mayBePast(scheduledAt) ? [finding("warning", "schedule-near", near)] : []),
    ...(old === undefined ? [] : [finding("warning", "schedule-pause", paused)]),
  ];
}
