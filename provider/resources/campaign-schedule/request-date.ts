import type { Account } from "../../account/account";
import { type CampaignRow, scheduleCampaign } from "../../api/campaign";
import { localTime, mayBePast } from "../../email/date";
import { EmailMarketingError } from "../../errors/error";
import { asName, quotedId } from "../../errors/redact";
import { keepingOutputs } from "../../lifecycle/failure";
import { present } from "../../plain/value";
import { campaignsOf, inCampaign, type ReadCampaign } from "../campaigns/campaign-cache";
import { hintForOther, isOtherCampaign, otherCampaign } from "../campaigns/other-campaign";
import { isClosed, isUnsent } from "../campaigns/status";
import { zoneNeeded } from "./check";
import {
  type DateChange,
  type Decision,
  dateChange,
  decide,
  isMovedOnly,
  isUndated,
} from "./decide";
import type { CampaignScheduleOutputs, ScheduleStep } from "./props";
import { afterDate, hintForMove } from "./read";

/** One attempt to send a date, with its outcome. */
interface Attempt {
  readonly decision: Decision;
  /** The campaign as read right before the attempt; undefined if it couldn't be read. */
  readonly row?: CampaignRow | undefined;
  readonly outputs: Partial<CampaignScheduleOutputs>;
}

/** Sends the declared date of a create or update, and returns the outputs. */
export async function sendDate(
  account: Account,
  step: ScheduleStep,
): Promise<CampaignScheduleOutputs> {
  const { settings } = account;
  const { props } = step;
  requireRecorded(account, props.campaignId);
  const zone = settings.value("timeZone");
  // The service only accepts local times without a time zone.
  if (localTime(props.scheduledAt, zone) === undefined) {
    throw new EmailMarketingError("config", `scheduledAt: ${zoneNeeded(settings)}.`);
  }
  const change = dateChange(step, settings);
  const { declared, old: oldTime, lost } = change.dates;
  const before = [oldTime, ...lost].filter((time) => time !== undefined);
  const unconfirmedTimes = [...new Set([...before, declared])];
  const attempt = await keepingOutputs({ unconfirmedTimes }, () =>
    inCampaign(() => requestDate(account, change)),
  );
  // The service may have sent the campaign on an earlier date that passed during this request.
  const { later } = account.now();
  const open = before.filter((time) => time !== declared && mayBePast(time, zone, later));
  return outputsAfter(attempt, step, { sentTime: declared, open });
}

/**
 * Fails if this update created the campaign and the engine saves its state only at the end. If such an update is
 * killed, the state lacks the campaign. The next update would then create and send a second campaign.
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

/**
 * Sends the date. Right before every attempt, decides whether the date may be sent. Reads the campaign if possible,
 * because a date could send a finished or aborted campaign again.
 */
async function requestDate(account: Account, change: DateChange): Promise<Attempt> {
  const { campaignId } = change.props;
  const scheduledAt = change.dates.declared;
  const hint = hintIn(change);
  const last: Looks = {};
  await scheduleCampaign(account.main, campaignId, {
    scheduledAt,
    ...(hint !== undefined && {
      whilePaused: () =>
        `The date was moved in the service: the program declares ${scheduledAt}, and the service has ${asName(firstRow(last)?.scheduledDate ?? "")}. ${hint}`,
    }),
    async beforeAttempt() {
      const reading = await readRightNow(account, campaignId);
      last.row = typeof reading === "object" ? reading : undefined;
      // If the campaign can't be read, only the clock shows whether the date has passed. So get the service's time.
      if (reading === "unread") await account.syncClock();
      last.decision = decide({ ...change, first: last.first }, reading, account.now());
      last.first ??= last.row ?? "unread";
      return nextIn(account, last);
    },
  });
  const { decision = { is: "send", isShownUnsent: false }, row } = last;
  const notice = noticeOf(decision, row, hint);
  if (notice !== undefined) account.warnOnce(`CampaignSchedule ${quotedId(campaignId)}: ${notice}`);
  if (decision.is !== "send") return { decision, row, outputs: outputsIn(decision, row) };
  if (!account.settings.isExtended) return { decision, outputs: {} };
  const after = await campaignsOf(account).readBack(campaignId);
  return { decision, outputs: afterDate(after, scheduledAt, firstRow(last)) };
}

interface Looks {
  decision?: Decision;
  /** The campaign as read before the latest attempt. `first` is the campaign as read before the first attempt. */
  row?: CampaignRow | undefined;
  first?: CampaignRow | "unread";
}

function firstRow({ first }: Looks): CampaignRow | undefined {
  return first === "unread" ? undefined : first;
}

function nextIn(account: Account, { decision, row }: Looks): "send" | "done" {
  if (decision?.is === "refuse") throw refused(decision);
  if (decision?.is !== "send") return "done";
  if (row !== undefined && isOtherCampaign(account.settings, row)) throw refusedAsOther(row);
  account.warnIfTimeUnknown();
  return "send";
}

/**
 * Reads the campaign now, without the cache. The service's list may hide drafts, lag behind, or cover only some days.
 */
async function readRightNow(account: Account, campaignId: string): Promise<ReadCampaign> {
  // No specified operation reads a campaign.
  if (!account.settings.isExtended) return "unread";
  const reading = await campaignsOf(account).readNow(campaignId);
  // A campaign that this update has created may not be in the service's list yet.
  const isHidden = reading === "missing" && account.claims.isClaimed("Campaign", campaignId);
  return isHidden ? "unread" : reading;
}

/** The advice if somebody has moved the date in the service; undefined if the program has changed the date. */
function hintIn({ old, props, settings }: DateChange): string | undefined {
  return old && isMovedOnly(old, props) ? hintForMove(old, settings) : undefined;
}

/** The warning if an update doesn't send the date. */
function noticeOf(decision: Decision, row?: CampaignRow, hint = ""): string | undefined {
  const why = "why" in decision ? decision.why : undefined;
  switch (why) {
    case "paused":
      return "the campaign has this date and is paused. pulumi up doesn't resume it. To send it, resume it in the service's web app, or declare another date.";
    case "moved":
      return `the date was moved in the service, and the campaign is ${asName(row?.status ?? "")}, so the declared date was not sent. ${hint}`;
    case "unread":
      return "the campaign can't be read, so its date was not sent.";
    case "sent":
      return "the campaign was sent, so its date was recorded and not sent.";
    case "unconfirmed":
      return "a date was sent without a reply and may be past, so the declared date was recorded and not sent.";
    case "long past":
    case undefined:
      return undefined;
  }
}

/** The outputs if the update doesn't send the date. */
function outputsIn({ is }: Decision, row?: CampaignRow): Partial<CampaignScheduleOutputs> {
  if (row === undefined) return {};
  const { status, scheduledDate } = row;
  const isKnown = is === "keep" && scheduledDate !== undefined && !isClosed(row);
  return { status, ...(isKnown && { __reading: { scheduledDate } }) };
}

function outputsAfter(
  { decision, row, outputs }: Attempt,
  { old, props }: ScheduleStep,
  { sentTime, open }: { readonly sentTime: string; readonly open: string[] },
): CampaignScheduleOutputs {
  if (decision.is === "send" || decision.is === "keep") {
    // True if the campaign as read shows whether the service has applied the dates sent earlier.
    const isShown =
      decision.is === "send"
        ? decision.isShownUnsent
        : row !== undefined && (isUnsent(row) || isClosed(row));
    const unconfirmed = !isShown && open.length > 0 && { unconfirmedTimes: open };
    // The last refresh may have read the declared date in the format of the service, so keep that date for comparison.
    const found = isMovedOnly(old, props) ? old?.__reading?.before : undefined;
    const reading = found !== undefined && { __reading: { before: found } };
    return { sent: true, sentTime, ...unconfirmed, ...reading, ...outputs };
  }
  if (old === undefined || decision.is === "record") return { sent: false, ...outputs };
  const { sent = true, unconfirmedTimes, scheduledAt, status, __reading } = old;
  // The service keeps the date that somebody has set in it, and the next preview reports that date.
  if (!isClosed(outputs) && !isUndated(old)) {
    return present({ sent, unconfirmedTimes, scheduledAt, status, __reading, ...outputs });
  }
  const { scheduledDate } = __reading ?? {};
  const reading = scheduledDate === undefined ? undefined : { scheduledDate };
  return { ...present({ sent, unconfirmedTimes, __reading: reading }), ...outputs };
}

function refusedAsOther({ id }: CampaignRow): EmailMarketingError {
  return new EmailMarketingError(
    "conflict",
    `${otherCampaign(id)}, so the date was not sent. ${hintForOther}`,
  );
}

function refused({ campaign, doubt }: Refusal): EmailMarketingError {
  const why =
    campaign === undefined
      ? `scheduledAt: ${doubt ?? ""}.`
      : `the campaign ${campaign}, so its date was not sent: the date could mail it a second time, or send it after somebody stopped it. ` +
        "For another mailing, declare another Campaign with its own CampaignSchedule. To continue this one, use the " +
        "service's web app.";
  return new EmailMarketingError("conflict", why);
}

type Refusal = Extract<Decision, { readonly is: "refuse" }>;
