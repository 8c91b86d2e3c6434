import type { Account } from "../../account/account";
import { scheduleCampaign } from "../../api/campaign";
import type { CampaignRow } from "../../api/campaign-list";
import { EmailMarketingError } from "../../errors/error";
import { asName, quoted, quotedId } from "../../errors/redact";
import { isPast, localTime, mayBePast } from "../../input/moment";
import { present } from "../../input/plain";
import { leavingOutputs } from "../../lifecycle/failure";
import { campaignsOf, inCampaign } from "../campaigns/campaign-cache";
import { isOtherCampaign } from "../campaigns/other-campaign";
import { closedWords, isOver, isUnsent } from "../campaigns/status";
import {
  type Dates,
  datesOf,
  doubtOf,
  isMovedOnly,
  isNew,
  isRecordedAsSent,
  zoneNeeded,
} from "./date-rule";
import type { CampaignScheduleOutputs, ScheduleStep } from "./props";
import { afterDate, isSameDate, wayOutOfMove } from "./read";

interface NewDate extends ScheduleStep {
  readonly dates: Dates;
  /** What to do where the program has not changed: only somebody in the service has moved the date. */
  readonly hint: string | undefined;
}

interface DateOutcome {
  /** A date that has passed may only be recorded; `left` is the service with another date than this one. */
  readonly is: "sent" | "recorded" | "left";
  /** True where a reading shows what became of the dates before. */
  readonly isShown?: boolean;
  readonly outputs: Partial<CampaignScheduleOutputs>;
}

/** What the look before a try has shown, and the one before the first try. */
interface Looks {
  readonly row: CampaignRow | undefined;
  readonly first: CampaignRow | undefined;
}

/** Sends the date of a step; gives what the service decides after it. */
export async function sendDate(
  account: Account,
  step: ScheduleStep,
): Promise<CampaignScheduleOutputs> {
  const { settings } = account;
  const { old, props } = step;
  requireRecorded(account, props.campaignId);
  const zone = settings.value("timeZone");
  // The service takes local times only, which name no zone.
  if (localTime(props.scheduledAt, zone) === undefined) {
    throw new EmailMarketingError("config", `scheduledAt: ${zoneNeeded(settings)}.`);
  }
  const dates = datesOf(step, settings);
  const before = [dates.old, ...dates.lost].filter((time) => time !== undefined);
  const hint = old && isMovedOnly(old, props) ? wayOutOfMove(old, settings) : undefined;
  const unconfirmedTimes = [...new Set([...before, dates.declared])];
  const outcome = await leavingOutputs({ unconfirmedTimes }, () =>
    inCampaign(() => requestDate(account, { ...step, dates, hint })),
  );
  // One that has passed while this one was sent may have been the date of a mail.
  const { later } = account.now();
  const open = before.filter((time) => time !== dates.declared && mayBePast(time, zone, later));
  return outputsAfter(outcome, step, { sentTime: dates.declared, open });
}

/**
 * Fails for a campaign that this update has created, if the engine writes its state only at the end: an update that is killed
 * before that leaves no campaign in the state, so the next one would create and mail a second campaign.
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
 * Where campaigns can be read, a look comes right before every try: a date that is sent to a campaign which was sent, or stopped,
 * could mail it again.
 */
async function requestDate(account: Account, date: NewDate): Promise<DateOutcome> {
  const { dates, hint, props } = date;
  const scheduledAt = dates.declared;
  let outcome: DateOutcome | undefined;
  let isShown = false;
  let first: CampaignRow | undefined;
  await scheduleCampaign(account.main, props.campaignId, {
    scheduledAt,
    ...(hint !== undefined && {
      whilePaused: () =>
        `The date was moved in the service: the program declares ${scheduledAt}, and the service has ${asName(first?.scheduledDate ?? "")}. ${hint}`,
    }),
    async beforeAttempt() {
      const row = await rowNow(account, props.campaignId);
      // Its dates alone show then whether it was sent.
      if (row === undefined) await account.syncClock();
      outcome = outcomeOf(account, date, { row, first });
      // A list that lags shows a draft after a try that has sent it.
      isShown = row !== undefined && first === undefined && isUnsent(row);
      first ??= row;
      if (outcome !== undefined) return "done";
      if (row !== undefined && isOtherCampaign(account.settings, row)) throw refusedAsOther(row);
      account.warnIfTimeUnknown();
      return "send";
    },
  });
  if (outcome !== undefined) return outcome;
  if (!account.settings.isExtended) return { is: "sent", outputs: {} };
  const row = await campaignsOf(account).readBack(props.campaignId);
  return { is: "sent", isShown, outputs: afterDate(row, scheduledAt, first) };
}

/** The campaign as it is right now; undefined where it can't be read. */
async function rowNow(account: Account, campaignId: string): Promise<CampaignRow | undefined> {
  // No specified operation reads a campaign, so there is nothing to look at.
  if (!account.settings.isExtended) return undefined;
  const row = await campaignsOf(account).readNow(campaignId);
  if (typeof row === "object") return row;
  // The list may hide drafts, lag, or hold only the campaigns of some days. This update knows what it has created.
  const isHidden = row === "unread" || account.claims.isClaimed("Campaign", campaignId);
  if (isHidden) return undefined;
  throw refused("is missing from the service's list of campaigns");
}

/** What becomes of a date without a request; undefined where it is sent, and an error where it must not be. */
function outcomeOf(account: Account, date: NewDate, { row, first }: Looks) {
  const { settings, now } = account;
  const { dates, old, hint } = date;
  if (row === undefined) {
    if (hint === undefined) return recordedOnly(account, date, {});
    // A date that somebody has moved is sent back only to a campaign that a look right before shows.
    tell(account, date, "the campaign can't be read, so its date was not sent.");
    return { is: "left", outputs: {} } as const;
  }
  const { status, scheduledDate, report } = row;
  const send = () => recordedOnly(account, date, { status }, first === undefined && isUnsent(row));
  const done = (is: "sent" | "left", warnOnce?: string): DateOutcome => {
    if (warnOnce !== undefined) tell(account, date, warnOnce);
    const isKnown = is === "sent" && scheduledDate !== undefined && !isOver(row);
    const outputs = { status, ...(isKnown && { __reading: { scheduledDate } }) };
    return { is, isShown: isUnsent(row) || isOver(row), outputs };
  };
  const hasDate = isSameDate(row, dates.declared);
  // The first try has set it, in whatever form the service gives it back.
  const isSet = hasDate || (first ?? row).scheduledDate !== scheduledDate;
  if (status === "scheduled") return isSet ? done("sent") : send();
  // Somebody has paused it after the date was set, be it in a run that was interrupted: it stays paused.
  if (status === "paused" && isSet) return done("sent", stayedPaused);
  // A date resumes a paused campaign, and the program has not asked for that.
  if (hint !== undefined) {
    const warnOnce = `the date was moved in the service, and the campaign is ${asName(status)}, so the declared date was not sent. ${hint}`;
    return done(hasDate ? "sent" : "left", warnOnce);
  }
  // The date resumes a campaign that is paused, which must not mail the same people twice.
  if (isUnsent(row)) return send();
  const isDue = () => isPast(dates.declared, settings.value("timeZone"), now().earlier);
  if (status === "finished" && isNew(old) && (hasDate || isDue()))
    return done("left", "the campaign was sent, so its date was recorded and not sent.");
  if (status !== "paused") throw refused(closedWords[status] ?? `has the status ${quoted(status)}`);
  throw refused(
    report.sent === undefined
      ? "is paused, and the service doesn't say whether part of it was sent"
      : `is paused, and was sent to ${report.sent} contacts already`,
  );
}

function tell({ warnOnce }: Account, { props }: NewDate, sentence: string): void {
  warnOnce(`CampaignSchedule ${quotedId(props.campaignId)}: ${sentence}`);
}

/** What becomes of a date that may be sent: one that may have passed is recorded, or an error. A wait may come before a try. */
function recordedOnly(
  account: Account,
  date: NewDate,
  outputs: DateOutcome["outputs"],
  isShownUnsent = false,
): DateOutcome | undefined {
  const { dates, props } = date;
  const doubt = doubtOf(dates, account, isShownUnsent);
  if (doubt === undefined) return undefined;
  // A campaign that has another date is mailed on that one.
  const hasOther = outputs.status !== undefined && outputs.status !== "draft";
  const isSent = isRecordedAsSent(account, dates, { ...props, isShownUnsent });
  if (hasOther || !isSent) throw new EmailMarketingError("conflict", `scheduledAt: ${doubt}.`);
  const recorded =
    "a date was sent without a reply and may be past, so the declared date was recorded and not sent.";
  tell(account, date, recorded);
  return { is: "recorded", outputs };
}

function outputsAfter(
  { is, isShown = false, outputs }: DateOutcome,
  { old, props }: ScheduleStep,
  { sentTime, open }: { readonly sentTime: string; readonly open: string[] },
): CampaignScheduleOutputs {
  if (is === "sent") {
    const unconfirmed = !isShown && open.length > 0 && { unconfirmedTimes: open };
    // What a refresh has found before the declared date was sent again may be the service's form of it.
    const found = isMovedOnly(old, props) ? old?.__reading?.before : undefined;
    const reading = found !== undefined && { __reading: { before: found } };
    return { sent: true, sentTime, ...unconfirmed, ...reading, ...outputs };
  }
  if (old === undefined || is === "recorded") return { sent: false, ...outputs };
  const { sent = true, unconfirmedTimes, scheduledAt, status, __reading } = old;
  // The service still has the date that somebody has set, which the next preview shows.
  if (!isOver(outputs) && !isNew(old)) {
    return present({ sent, unconfirmedTimes, scheduledAt, status, __reading, ...outputs });
  }
  const { scheduledDate } = __reading ?? {};
  const reading = scheduledDate === undefined ? undefined : { scheduledDate };
  return { ...present({ sent, unconfirmedTimes, __reading: reading }), ...outputs };
}

const stayedPaused =
  "the campaign has this date and is paused. pulumi up doesn't resume it. To send it, resume it in the service's web app, or declare another date.";

function refusedAsOther({ id }: CampaignRow): EmailMarketingError {
  return new EmailMarketingError(
    "conflict",
    `the service shows another campaign under the id ${quotedId(id)}: neither its name nor its subject is the declared or the recorded ` +
      "one, so the date was not sent. Look at the campaign in the service's web app. If it is the one of this program, run pulumi " +
      "refresh, then pulumi up.",
  );
}

function refused(why: string): EmailMarketingError {
  return new EmailMarketingError(
    "conflict",
    `the campaign ${why}, so its date was not sent: the date could mail it a second time, or send it after somebody stopped it. ` +
      "For another mailing, declare another Campaign with its own CampaignSchedule. To continue this one, use the " +
      "service's web app.",
  );
}
