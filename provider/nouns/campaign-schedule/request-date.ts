import type { Account } from "../../account/account";
import { scheduleCampaign } from "../../api/campaign";
import type { CampaignRow } from "../../api/campaign-list";
import { EmailMarketingError } from "../../errors/error";
import { asName, quoted, quotedId } from "../../errors/redact";
import { isPast } from "../../input/moment";
import { campaignsOf } from "../campaigns/campaign-cache";
import { closedWords, isOver, isUnsent } from "../campaigns/status";
import { type Dates, doubtOf, isRecordedAsSent } from "./date-rule";
import type { CampaignScheduleDecided } from "./props";
import { afterDate, isSameDate } from "./read";

export interface NewDate {
  readonly campaignId: string;
  readonly dates: Dates;
  /** True for a schedule that the service may not have had yet. */
  readonly isNew: boolean;
  /** True where the program says that a date without a reply was sent. */
  readonly isDeclaredSent: boolean;
  /** What to do where the program has not changed: only somebody in the service has moved the date. */
  readonly wayOutOfMove: string | undefined;
}

export interface DateOutcome {
  /** False where the service was left with another date than this one. */
  readonly hasDate: boolean;
  /** True for a date that has passed, and is only recorded. */
  readonly isRecorded?: true;
  /** True where a reading shows what became of the dates before. */
  readonly isShown?: boolean;
  readonly outputs: Partial<CampaignScheduleDecided>;
}

/**
 * Sends a date. Where campaigns can be read, a look comes right before every try: a date that is sent to a campaign which
 * was sent, or stopped, could mail it again.
 */
export async function requestDate(account: Account, date: NewDate): Promise<DateOutcome> {
  const { campaignId, dates, wayOutOfMove: wayOut } = date;
  const scheduledAt = dates.declared;
  const { isExtended } = account.settings;
  let outcome: DateOutcome | undefined;
  let isShown = false;
  let first: CampaignRow | undefined;
  await scheduleCampaign(account.main, campaignId, {
    scheduledAt,
    ...(wayOut !== undefined && { whilePaused: () => bothDates(date, first, wayOut) }),
    async beforeTry() {
      const row = await rowNow(account, campaignId);
      // Its dates alone show then whether it was sent.
      if (row === undefined) await account.askTime();
      outcome =
        row === undefined ? withoutRow(account, date) : withRow(account, date, { row, first });
      // A list that lags shows a draft after a try that has sent it.
      isShown = row !== undefined && first === undefined && isUnsent(row);
      first ??= row;
      return outcome === undefined ? "send" : "done";
    },
  });
  if (outcome !== undefined) return outcome;
  if (!isExtended) return { hasDate: true, outputs: {} };
  const row = await campaignsOf(account).readBack(campaignId);
  return { hasDate: true, isShown, outputs: afterDate(row, scheduledAt, first) };
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

const recorded = { hasDate: false, isRecorded: true } as const;

/** What becomes of a date where the campaign can't be read; undefined where it is sent. */
function withoutRow(account: Account, date: NewDate): DateOutcome | undefined {
  if (date.wayOutOfMove === undefined)
    return isAhead(account, date) ? undefined : { ...recorded, outputs: {} };
  // A date that somebody has moved is sent back only to a campaign that a look right before shows.
  account.notice(
    `CampaignSchedule ${quotedId(date.campaignId)}: the campaign can't be read, so its date was not sent.`,
  );
  return { hasDate: false, outputs: {} };
}

interface Looks {
  readonly row: CampaignRow;
  /** As the look before the first try has shown it. */
  readonly first: CampaignRow | undefined;
}

/** The same for a campaign that the service has like this. */
function withRow(account: Account, date: NewDate, looks: Looks): DateOutcome | undefined {
  const { row, first } = looks;
  const { status, scheduledDate } = row;
  const step = stepFor(date, looks, account);
  if (step === "send") {
    // One that has another date is mailed on that one.
    const asDraft = { ...date, isDeclaredSent: date.isDeclaredSent && status === "draft" };
    if (isAhead(account, asDraft, first === undefined && isUnsent(row))) return undefined;
    return { ...recorded, outputs: { status } };
  }
  if (step.notice !== undefined)
    account.notice(`CampaignSchedule ${quotedId(date.campaignId)}: ${step.notice}`);
  const isKnown = step.hasDate && scheduledDate !== undefined && !isOver(row);
  return {
    hasDate: step.hasDate,
    isShown: isUnsent(row) || isOver(row),
    outputs: { status, ...(isKnown && { __reading: { scheduledDate } }) },
  };
}

/** Whether a date may be sent; one that is only recorded may not, and any other is an error. A wait may come before a try. */
function isAhead(
  account: Account,
  { campaignId, dates, isDeclaredSent }: NewDate,
  isShownUnsent = false,
): boolean {
  const doubt = doubtOf(dates, account, isShownUnsent);
  if (doubt === undefined) return true;
  const isRecorded = isDeclaredSent && isRecordedAsSent(dates, account, isShownUnsent);
  if (!isRecorded) throw new EmailMarketingError("conflict", `scheduledAt: ${doubt}.`);
  account.notice(
    `CampaignSchedule ${quotedId(campaignId)}: a date was sent without a reply and may be past, so the declared date was recorded and not sent.`,
  );
  return false;
}

function bothDates({ dates }: NewDate, row: CampaignRow | undefined, wayOut: string): string {
  return `The date was moved in the service: the program declares ${dates.declared}, and the service has ${asName(row?.scheduledDate ?? "")}. ${wayOut}`;
}

interface Done {
  /** Whether the campaign has this date already, or had it when it was sent. */
  readonly hasDate: boolean;
  readonly notice?: string;
}

/** What is left to do for a campaign that the service has like this; an error where a date must not be sent. */
function stepFor(
  { dates, isNew, wayOutOfMove }: NewDate,
  { row, first = row }: Looks,
  { settings, now }: Account,
): "send" | Done {
  const { status, report } = row;
  const hasDate = isSameDate(row, dates.declared);
  // The first try has set it, in whatever form the service gives it back.
  const isSet = hasDate || first.scheduledDate !== row.scheduledDate;
  if (status === "scheduled") return isSet ? { hasDate: true } : "send";
  // Somebody has paused it after the date was set, be it in a run that was interrupted: it stays paused.
  if (status === "paused" && isSet) return { hasDate: true, notice: stayedPaused };
  // A date resumes a paused campaign, and the program has not asked for that.
  if (wayOutOfMove !== undefined) return { hasDate, notice: notSent(status, wayOutOfMove) };
  if (status === "draft") return "send";
  // The date resumes the campaign, which must not mail the same people twice.
  if (status === "paused" && report.sent === 0) return "send";
  const isOver = () => isPast(dates.declared, settings.value("timeZone"), now().earlier);
  if (status === "finished" && isNew && (hasDate || isOver())) {
    return {
      hasDate: false,
      notice: "the campaign was sent, so its date was recorded and not sent.",
    };
  }
  if (status !== "paused") throw refused(closedWords[status] ?? `has the status ${quoted(status)}`);
  throw refused(
    report.sent === undefined
      ? "is paused, and the service doesn't say whether part of it was sent"
      : `is paused, and was sent to ${report.sent} contacts already`,
  );
}

const stayedPaused =
  "the campaign has this date and is paused. pulumi up doesn't resume it. To send it, resume it in the service's web app.";

function notSent(status: string, wayOut: string): string {
  return `the date was moved in the service, and the campaign is ${asName(status)}, so the declared date was not sent. ${wayOut}`;
}

function refused(why: string): EmailMarketingError {
  return new EmailMarketingError(
    "conflict",
    `the campaign ${why}, so its date was not sent: the date could mail it a second time, or send it after somebody stopped it. ` +
      "For another mailing, declare another Campaign with its own CampaignSchedule. To continue this one, use the " +
      "service's web app.",
  );
}
