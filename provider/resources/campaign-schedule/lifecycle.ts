import type { Account } from "../../account/account";
import { judgeRecipients, seenAudience } from "../../account/recipients";
import { EmailMarketingError } from "../../errors/error";
import { text } from "../../input/check";
import { commonFields } from "../../input/common-props";
import type { Finding } from "../../input/finding";
import { isPast, isSameTime, localTime } from "../../input/moment";
import { time } from "../../input/time";
import { isUnknown } from "../../input/unknown";
import { inCampaign } from "../../lifecycle/deleted-campaign";
import { requireAllowed } from "../../lifecycle/guard";
import type { Lifecycle } from "../../lifecycle/lifecycle";
import { type NewDate, sendDate } from "./date";
import { campaignSchedulePreflight } from "./preflight";
import type { CampaignScheduleProps, CampaignScheduleDecided as Own } from "./props";
import { readSchedule, type ScheduleDecided } from "./reading";
import { requireRecorded } from "./recorded";
import { isRecordedOnly, judgeSchedule, refusedScheduling, zoneNeeded } from "./rule";

type Decided = Own & ScheduleDecided;

/** How the dates of campaigns live in an account. */
export const campaignScheduleLifecycle: Lifecycle<CampaignScheduleProps, Decided> = {
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
    scheduledAt: { required: true, check: time },
    ...commonFields,
  },
  outputs: ["sent", "sentTime", "status", "reading"],
  preflight: campaignSchedulePreflight,
  repeatable: true,
  isMailed: true,
  idFrom: "campaignId",
  rules: judgeSchedule,
  outdated: newZone,
  readsExtended: true,
  read: readSchedule,
  async guard(account, { old, props }) {
    const isSent =
      !isUnknown(props.scheduledAt) && hasOtherTime(old, props, account.settings.value("timeZone"));
    return isSent ? forbidden(account, props) : [];
  },
  async create(account, props) {
    const { campaignId } = props;
    const isOver = isRecordedOnly(props, account.settings.value("timeZone"));
    const kind = { isNew: true, isDrift: false };
    return { id: campaignId, outputs: isOver ? { sent: false } : await send(account, props, kind) };
  },
  async update(account, _campaignId, { old, props }) {
    const { sent = true, sentTime, status, reading } = old;
    if (hasOtherTime(old, props, account.settings.value("timeZone"))) {
      // After a create that was left open, the date is as new as before.
      const isNew = isUnknown(old.scheduledAt);
      return send(account, props, { isNew, isDrift: reading?.declared === props.scheduledAt });
    }
    return {
      sent,
      ...(sentTime !== undefined && { sentTime }),
      ...(status !== undefined && { status }),
      ...(reading !== undefined && { reading }),
    };
  },
  async delete(account, _id, state) {
    const past =
      state.sent === false
        ? "its date was never sent to the service."
        : "the campaign keeps its date, which is in the past.";
    const what = endings[state.status ?? ""] ?? stillSent(state) ?? past;
    account.notice(
      `CampaignSchedule "${state.campaignId}" was removed from the Pulumi state only: ${what}`,
    );
  },
  leaves: stillSent,
};

function stillSent({
  campaignId,
  scheduledAt,
  sent,
  status = "",
}: CampaignScheduleProps & Partial<Decided>): string | undefined {
  return sent === false || isPast(scheduledAt) || endings[status] !== undefined
    ? undefined
    : `the campaign keeps its date and WILL still be sent at ${scheduledAt}. To stop it, pause campaign ${campaignId} in the service's web pages.`;
}

/** What a removal says where the state knows what has become of the campaign. */
const endings: Readonly<Record<string, string>> = {
  processing: "the campaign is being sent.",
  finished: "the campaign was sent.",
  aborted: "the campaign was aborted.",
  missing: "the campaign is missing from the service's list of campaigns.",
};

async function send(
  account: Account,
  props: CampaignScheduleProps,
  kind: Pick<NewDate, "isNew" | "isDrift">,
): Promise<Decided> {
  const { settings } = account;
  const { campaignId, scheduledAt } = props;
  requireRecorded(account, campaignId);
  requireAllowed(await forbidden(account, props), props);
  const sentTime = localTime(scheduledAt, settings.value("timeZone"));
  if (sentTime === undefined) {
    throw new EmailMarketingError("config", `scheduledAt: ${zoneNeeded(settings)}.`);
  }
  const date = { campaignId, scheduledAt: sentTime, ...kind };
  const seen = await inCampaign(() => sendDate(account, date));
  return seen.status === "finished" ? { sent: false, ...seen } : { sent: true, sentTime, ...seen };
}

/** Why the settings forbid to send a date. */
async function forbidden(
  account: Account,
  { campaignId }: CampaignScheduleProps,
): Promise<Finding[]> {
  const { settings } = account;
  const refused = refusedScheduling(settings);
  if (refused.length > 0) return refused;
  return judgeRecipients(seenAudience(settings, campaignId), account);
}

/** Whether the service has another time than is declared; another spelling of the same time is none. */
function hasOtherTime(
  old: CampaignScheduleProps & Partial<Decided>,
  { scheduledAt }: CampaignScheduleProps,
  zone: string | undefined,
): boolean {
  // An unconfirmed one differs from every time.
  if (isUnknown(old.scheduledAt)) return true;
  const [before, now] = [
    old.sentTime ?? localTime(old.scheduledAt, zone),
    localTime(scheduledAt, zone),
  ];
  if (before !== undefined && before === now) return false;
  const isSame = isSameTime(old.scheduledAt, scheduledAt, zone);
  // Another zone makes another local time of the same instant; but what is past was sent.
  const isElsewhere = old.sentTime !== undefined && now !== undefined;
  return !isSame || (isElsewhere && !isPast(scheduledAt, zone));
}

function newZone(
  { settings }: Account,
  old: CampaignScheduleProps & Partial<Decided>,
  props: CampaignScheduleProps,
): string | undefined {
  const zone = settings.value("timeZone");
  if (old.scheduledAt !== props.scheduledAt || !hasOtherTime(old, props, zone)) return undefined;
  return `scheduledAt: the setting timeZone has changed, so the date is sent again: ${localTime(props.scheduledAt, zone)} instead of ${old.sentTime}. The service changes a date only while the campaign is paused.`;
}
