import type { Account } from "../../account/account";
import { scheduleCampaign } from "../../api/campaign";
import type { CampaignRow } from "../../api/campaign-list";
import { EmailMarketingError } from "../../errors/error";
import { isPast } from "../../input/moment";
import { campaignsOf } from "../campaigns/campaigns";
import { closedWords, isOver } from "../campaigns/status";
import { afterDate, isSameDate, type ScheduleDecided } from "./reading";
import { type Dates, doubtOf } from "./rule";

/** A date that is to be sent. */
export interface NewDate {
  readonly campaignId: string;
  readonly dates: Dates;
  /** True for a schedule that the service may not have had yet. */
  readonly isNew: boolean;
  /** True where the program says that a date without a reply was sent. */
  readonly isDeclaredSent: boolean;
  /** True where the program has not changed: only somebody in the service has. */
  readonly isDrift: boolean;
}

/** What came of a date. */
export interface DateOutcome {
  /** False where the service was left with another date than this one. */
  readonly hasDate: boolean;
  /** True for a date that has passed, and is only recorded. */
  readonly isRecorded?: true;
  /** True where a reading shows what became of the dates before. */
  readonly isShown?: boolean;
  readonly outputs: ScheduleDecided;
}

/**
 * Sends the date of a campaign. Where campaigns can be read, a look comes right before every try: a date that is sent to
 * a campaign which was sent, or stopped, could mail it again.
 */
export async function sendDate(account: Account, date: NewDate): Promise<DateOutcome> {
  const { campaignId, dates } = date;
  const scheduledAt = dates.declared;
  const { isExtended } = account.settings;
  let outcome: DateOutcome | undefined;
  let isShown: boolean | undefined;
  let first: CampaignRow | undefined;
  const send = () =>
    scheduleCampaign(account.main, campaignId, {
      scheduledAt,
      ...(date.isDrift && { whilePaused: () => bothDates(scheduledAt, first) }),
      async beforeTry() {
        const recorded: DateOutcome = { hasDate: false, isRecorded: true, outputs: {} };
        // No specified operation reads a campaign, so there is nothing to look at.
        const found = isExtended ? await campaignsOf(account).readNow(campaignId) : "unread";
        // A list may hide drafts, lag, or hold those of some days only: this update knows what it has created.
        const isOwn = found === "missing" && account.claims.isClaimed("Campaign", campaignId);
        const row = isOwn ? "unread" : found;
        if (row === "missing") throw refused("is missing from the service's list of campaigns");
        if (row === "unread") {
          if (!date.isDrift && isAhead(account, date)) return "send";
          outcome = date.isDrift ? unseen(account, campaignId) : recorded;
          return "done";
        }
        // The first try has set it, in whatever form the service gives it back.
        const isSet = first !== undefined && first.scheduledDate !== row.scheduledDate;
        // A list that lags shows a draft after a try that has sent it.
        const isShownUnsent = first === undefined && isUnsent(row);
        first ??= row;
        const zone = account.settings.value("timeZone");
        const step = stepFor(row, { ...date, isSet, isPast: isPast(scheduledAt, zone) });
        if (step.next === "send") {
          // One that has another date is mailed on that one.
          const isDeclaredSent = date.isDeclaredSent && row.status === "draft";
          isShown = isShownUnsent;
          if (isAhead(account, { ...date, isDeclaredSent }, isShownUnsent)) return "send";
          outcome = { ...recorded, outputs: { status: row.status } };
          return "done";
        }
        if (step.notice !== undefined)
          account.notice(`CampaignSchedule "${campaignId}": ${step.notice}`);
        const hasDate = step.hasDate ?? false;
        const outputs = hasDate ? outputsOf(row) : { status: row.status };
        outcome = { hasDate, isShown: isUnsent(row) || isOver(row), outputs };
        return "done";
      },
    });
  await send();
  if (outcome !== undefined) return outcome;
  const row = isExtended ? await campaignsOf(account).readBack(campaignId) : undefined;
  const outputs = isExtended ? afterDate(row, scheduledAt, first) : {};
  return { hasDate: true, outputs, ...(isShown !== undefined && { isShown }) };
}

/** Whether a date may be sent; one that is only recorded may not, and any other is an error. A wait may come before a try. */
function isAhead(
  { settings, notice }: Account,
  { campaignId, dates, isDeclaredSent }: NewDate,
  isShownUnsent = false,
): boolean {
  const doubt = doubtOf(dates, settings, isShownUnsent);
  if (doubt === undefined) return true;
  if (!isDeclaredSent) throw new EmailMarketingError("conflict", `scheduledAt: ${doubt}.`);
  notice(
    `CampaignSchedule "${campaignId}": a date was sent without a reply and may be past, so the declared date was recorded and not sent.`,
  );
  return false;
}

/** Whether a reading shows that a campaign was not sent; "scheduled" shows nothing, since the list may lag. */
export function isUnsent(row: CampaignRow): boolean {
  const status = row.status;
  return status === "draft" || (status === "paused" && row.report.sent === 0);
}

/** What to do about a date that only somebody in the service has moved. */
export const wayOutOfMove =
  "pulumi up resumes no paused campaign because of it. To keep the service's date, declare it in the program. To get the declared one, move it back in the service's web app.";

function bothDates(scheduledAt: string, row: CampaignRow | undefined): string {
  return `The date was moved in the service: the program declares ${scheduledAt}, and the service has ${row?.scheduledDate}. ${wayOutOfMove}`;
}

/** A date that somebody has moved is sent back only to a campaign that a look right before shows. */
function unseen(account: Account, campaignId: string): DateOutcome {
  account.notice(
    `CampaignSchedule "${campaignId}": the campaign can't be read, so its date was not sent.`,
  );
  return { hasDate: false, outputs: {} };
}

interface Step {
  readonly next: "send" | "done";
  /** Whether the campaign has this date already, or had it when it was sent. */
  readonly hasDate?: boolean;
  readonly notice?: string;
}

/** What is left to do for a campaign that the service has like this; an error where a date must not be sent. */
function stepFor(
  row: CampaignRow,
  date: NewDate & { readonly isSet: boolean; readonly isPast: boolean },
): Step {
  const { isNew, isDrift } = date;
  const status = row.status;
  const hasDate = isSameDate(row, date.dates.declared);
  if (status === "scheduled") {
    return hasDate || date.isSet ? { next: "done", hasDate: true } : { next: "send" };
  }
  if (status === "paused") return stepForPaused(row, { ...date, hasDate: hasDate || date.isSet });
  if (isDrift) return { next: "done", hasDate, notice: notSent(status) };
  if (status === "draft") return { next: "send" };
  if (status === "finished" && isNew && (hasDate || date.isPast)) {
    return {
      next: "done",
      notice: "the campaign was sent, so its date was recorded and not sent.",
    };
  }
  throw refused(closedWords[status] ?? `has the status "${status}"`);
}

function stepForPaused(
  { report: { sent } }: CampaignRow,
  { hasDate, isDrift }: NewDate & { readonly hasDate: boolean },
): Step {
  // Somebody has paused it after the date was set, be it in a run that was interrupted: it stays paused.
  if (hasDate) {
    return {
      next: "done",
      hasDate,
      notice:
        "the campaign has this date and is paused. pulumi up doesn't resume it. To send it, resume it in the service's web app.",
    };
  }
  // A date resumes it, and nobody has asked for that.
  if (isDrift) return { next: "done", notice: notSent("paused") };
  // The date resumes the campaign, which must not mail the same people twice.
  if (sent === 0) return { next: "send" };
  throw refused(
    sent === undefined
      ? "is paused, and the service doesn't say whether part of it was sent"
      : `is paused, and was sent to ${sent} contacts already`,
  );
}

function notSent(status: string): string {
  return `the date was moved in the service, and the campaign is ${status}, so the declared date was not sent. ${wayOutOfMove}`;
}

function refused(why: string): EmailMarketingError {
  return new EmailMarketingError(
    "conflict",
    `the campaign ${why}, so its date was not sent: the date could mail it a second time, or send it after somebody stopped it. ` +
      "For another mailing, declare another Campaign with its own CampaignSchedule. To continue this one, use the " +
      "service's web app.",
  );
}

function outputsOf(row: CampaignRow): ScheduleDecided {
  const { scheduledDate } = row;
  const isKnown = scheduledDate !== undefined && !isOver(row);
  return { status: row.status, ...(isKnown && { reading: { scheduledDate } }) };
}
