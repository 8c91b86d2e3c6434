import type { Account } from "../../account/account";
import { closedWords, isOver, statusOf } from "../../account/campaign-status";
import { isLocked, scheduleCampaign } from "../../api/campaign";
import type { CampaignRow } from "../../api/campaign-list";
import { advised, EmailMarketingError } from "../../errors/error";
import { isPast } from "../../input/moment";
import type { ScheduleDecided } from "./reading";
import { late } from "./rule";

/** A date that is to be sent. */
export interface NewDate {
  readonly campaignId: string;
  /** As it goes over the wire. */
  readonly scheduledAt: string;
  /** True for a schedule that the service may not have had yet. */
  readonly isNew: boolean;
  /** True where it has passed, and may or may not have arrived before: the campaign is only looked at. */
  readonly isLate: boolean;
  /** True where the program says that such a date was sent. */
  readonly isIgnored: boolean;
  /** True where the program has not changed: only somebody in the service has. */
  readonly isDrift: boolean;
  /** The date that a first reading has recorded in place of the declared one, where that is sent back for it. */
  readonly shown?: string | undefined;
  /** True where the service has refused this date until the campaign is paused: a pause since then is made for it. */
  readonly isAwaited: boolean;
}

/** What came of a date. */
export interface DateOutcome {
  /** False where the service was left with another date than this one. */
  readonly hasDate: boolean;
  /** True for a date that has passed, and is only recorded. */
  readonly isRecorded?: true;
  readonly outputs: ScheduleDecided;
}

/**
 * Sends the date of a campaign. Where campaigns can be read, a look comes right before every try: a date that is sent to
 * a campaign which was sent, or stopped, could mail it again.
 */
export async function sendDate(account: Account, date: NewDate): Promise<DateOutcome> {
  const { campaignId, scheduledAt } = date;
  // No specified operation reads a campaign, so there is nothing to look at.
  if (!account.settings.isExtended) {
    if (date.isDrift) return unseen(account, campaignId);
    if (isRecorded(account, date)) return { hasDate: false, isRecorded: true, outputs: {} };
    await scheduleCampaign(account.main, campaignId, {
      scheduledAt,
      beforeTry: async () => stillAhead(account, date),
    });
    return { hasDate: true, outputs: {} };
  }
  let outcome: DateOutcome = { hasDate: true, outputs: { status: "scheduled" } };
  let first: CampaignRow | undefined;
  const send = () =>
    scheduleCampaign(account.main, campaignId, {
      scheduledAt,
      async beforeTry() {
        const row = await account.campaigns.look(campaignId);
        if (row === "unread" && date.isDrift) {
          outcome = unseen(account, campaignId);
          return "done";
        }
        if (row === "unread") {
          if (!isRecorded(account, date)) return stillAhead(account, date);
          outcome = { hasDate: false, isRecorded: true, outputs: {} };
          return "done";
        }
        if (row === "missing") throw refused("is missing from the service's list of campaigns");
        // The first try has set it, in whatever form the service gives it back.
        const isSet = first !== undefined && first.scheduledDate !== row.scheduledDate;
        first ??= row;
        const step = stepFor(row, { ...date, isSet });
        if (step.next === "send") {
          // One that has another date is mailed on that one.
          const isIgnored = date.isIgnored && statusOf(row) === "draft";
          if (!isRecorded(account, { ...date, isIgnored })) return stillAhead(account, date);
          outcome = { hasDate: false, isRecorded: true, outputs: { status: statusOf(row) } };
          return "done";
        }
        if (step.notice !== undefined)
          account.notice(`CampaignSchedule "${campaignId}": ${step.notice}`);
        const hasDate = step.hasDate ?? false;
        outcome = { hasDate, outputs: hasDate ? outputsOf(row) : { status: statusOf(row) } };
        return "done";
      },
    });
  await advised(send, (error) =>
    date.isDrift && isLocked(error) ? bothDates(scheduledAt, first) : undefined,
  );
  return outcome;
}

/** Whether a date is not sent because it has passed, which is an error unless the program says that it was sent. */
function isRecorded(account: Account, { campaignId, isLate, isIgnored }: NewDate): boolean {
  if (!isLate) return false;
  if (!isIgnored) throw new EmailMarketingError("conflict", late);
  account.notice(
    `CampaignSchedule "${campaignId}": the date is in the past, so it was recorded and not sent.`,
  );
  return true;
}

/** A wait before a try may last longer than the time that is left; then nobody wants a mail any more. */
function stillAhead({ settings }: Account, { scheduledAt }: NewDate): "send" {
  if (!isPast(scheduledAt, settings.value("timeZone"))) return "send";
  throw new EmailMarketingError(
    "conflict",
    "scheduledAt: is in the past by now, and the service has not confirmed it, so it is not sent any more. Set a later time, and run pulumi up.",
  );
}

function bothDates(scheduledAt: string, row: CampaignRow | undefined): string {
  return `The program declares ${scheduledAt}, and the service has ${row?.scheduledDate}. To keep the service's date, add ignoreChanges: ["scheduledAt"] to the resource's options, or declare that date.`;
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
function stepFor(row: CampaignRow, date: NewDate & { readonly isSet: boolean }): Step {
  const { scheduledAt, isNew, isDrift } = date;
  const status = statusOf(row);
  const hasDate = isSameDate(row, scheduledAt);
  if (!hasDate && !date.isSet && !isOver(row) && isUnshown(row, date)) {
    return { next: "done", notice: movedAgain };
  }
  if (status === "scheduled") {
    return hasDate || date.isSet ? { next: "done", hasDate: true } : { next: "send" };
  }
  if (status === "paused") return stepForPaused(row, { ...date, hasDate: hasDate || date.isSet });
  if (isDrift) return { next: "done", hasDate, notice: notSent(status) };
  if (status === "draft") return { next: "send" };
  if (status === "finished" && isNew && (hasDate || date.isLate || isPast(scheduledAt))) {
    return {
      next: "done",
      notice: "the campaign was sent, so its date was recorded and not sent.",
    };
  }
  throw refused(closedWords[status] ?? `has the status "${status}"`);
}

/** Whether the service has another date than the one that was recorded, which is what a preview shows. */
function isUnshown({ scheduledDate }: CampaignRow, { shown }: NewDate): boolean {
  return shown !== undefined && scheduledDate !== shown;
}

const movedAgain =
  "the date was changed again in the service since the last refresh, so the declared one was not sent. To see the change, run: pulumi refresh. To send what is declared, then run: pulumi up";

function stepForPaused(
  { report: { sent } }: CampaignRow,
  { hasDate, isDrift, isAwaited }: NewDate & { readonly hasDate: boolean },
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
  if (isDrift && !isAwaited) return { next: "done", notice: notSent("paused") };
  // The date resumes the campaign, which must not mail the same people twice.
  if (sent === 0) return { next: "send" };
  throw refused(
    sent === undefined
      ? "is paused, and the service doesn't say whether part of it was sent"
      : `is paused, and was sent to ${sent} contacts already`,
  );
}

function notSent(status: string): string {
  return `the campaign is ${status}, so its date was not sent.`;
}

function refused(why: string): EmailMarketingError {
  return new EmailMarketingError(
    "conflict",
    `the campaign ${why}, so its date was not sent: the date could mail it a second time, or send it after somebody stopped it. ` +
      "For another mailing, declare another Campaign with its own CampaignSchedule. To continue this one, use the " +
      "service's web app.",
  );
}

/** The same text in the form in which it was sent; what names a zone, or has another form, may be another moment. */
export function isSameDate({ scheduledDate = "" }: CampaignRow, scheduledAt: string): boolean {
  return scheduledDate.replace("T", " ").replace(/\.\d+$/, "") === scheduledAt;
}

function outputsOf(row: CampaignRow): ScheduleDecided {
  const { scheduledDate } = row;
  const isKnown = scheduledDate !== undefined && !isOver(row);
  return { status: statusOf(row), ...(isKnown && { reading: { scheduledDate } }) };
}
