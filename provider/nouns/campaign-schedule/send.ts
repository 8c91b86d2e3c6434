import type { Account } from "../../account/account";
import { EmailMarketingError, isUnconfirmedWrite } from "../../errors/error";
import { localTime, mayBePast } from "../../input/moment";
import { present } from "../../input/plain";
import { leavingOutputs } from "../../lifecycle/failure";
import { inCampaign } from "../campaigns/campaigns";
import { type DateOutcome, requestDate } from "./date";
import type { CampaignScheduleDecided, ScheduleStep } from "./props";
import { datesOf, isDeclaredSent, isMovedOnly, isNew, zoneNeeded } from "./rule";

/** Sends the date of a step; gives the outputs of the schedule. */
export async function sendDate(
  account: Account,
  step: ScheduleStep,
): Promise<CampaignScheduleDecided> {
  const { settings } = account;
  const { old, props } = step;
  requireRecorded(account, props.campaignId);
  const zone = settings.value("timeZone");
  // The service takes local times only, which name no zone.
  if (localTime(props.scheduledAt, zone) === undefined) {
    throw new EmailMarketingError("config", `scheduledAt: ${zoneNeeded(settings)}.`);
  }
  const dates = datesOf(step, zone);
  const before = [dates.old, ...dates.lost].filter((time) => time !== undefined);
  const date = {
    campaignId: props.campaignId,
    dates,
    isNew: isNew(old),
    isDeclaredSent: isDeclaredSent(dates, props, settings),
    isDrift: isMovedOnly(old, props),
  };
  const outcome = await leavingOutputs(
    () => inCampaign(() => requestDate(account, date)),
    (error) =>
      isUnconfirmedWrite(error)
        ? { unconfirmedTimes: [...new Set([...before, dates.declared])] }
        : undefined,
  );
  // One that has passed while this one was sent may have been the date of a mail.
  const open = before.filter((time) => time !== dates.declared && mayBePast(time, zone));
  return outputsAfter(outcome, step, { sentTime: dates.declared, open });
}

/**
 * Rejects the date of a campaign that this update has created where the engine writes its state at the end only: killed
 * before that, the next update would know of no campaign, and create and mail a second one.
 */
function requireRecorded({ claims }: Account, campaignId: string): void {
  const skips = /^(1|true)$/i.test(process.env.PULUMI_SKIP_CHECKPOINTS ?? "");
  if (!skips || !claims.isClaimed("Campaign", campaignId)) return;
  throw new EmailMarketingError(
    "conflict",
    "not scheduled yet, because this update created the campaign and PULUMI_SKIP_CHECKPOINTS is set: if the update were " +
      "killed, the next one would create and mail a second campaign. Run pulumi up again.",
  );
}

function outputsAfter(
  { hasDate, isRecorded, isShown = false, outputs }: DateOutcome,
  { old, props }: ScheduleStep,
  { sentTime, open }: { readonly sentTime: string; readonly open: string[] },
): CampaignScheduleDecided {
  if (hasDate) {
    const unconfirmed = !isShown && open.length > 0 && { unconfirmedTimes: open };
    // What a refresh has found before the declared date was sent again may be the service's form of it.
    const found = isMovedOnly(old, props) ? old?.reading?.before : undefined;
    const reading = found !== undefined && { reading: { before: found } };
    return { sent: true, sentTime, ...unconfirmed, ...reading, ...outputs };
  }
  if (old === undefined || isRecorded) return { sent: false, ...outputs };
  // The date in the service is still another one, which the next refresh shows.
  const { sent = true, unconfirmedTimes, reading: { scheduledDate } = {} } = old;
  const reading = scheduledDate === undefined ? undefined : { scheduledDate };
  return { ...present({ sent, unconfirmedTimes, reading }), ...outputs };
}
