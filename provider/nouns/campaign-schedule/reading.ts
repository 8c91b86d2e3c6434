import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign-list";
import { isPast } from "../../input/moment";
import { present } from "../../input/plain";
import { isFarFrom, moved } from "../../input/time";
import { isUnknown } from "../../input/unknown";
import { isMissing } from "../../lifecycle/gone";
import type { Refreshed } from "../../lifecycle/lifecycle";
import { campaignsOf } from "../campaigns/campaigns";
import { isOver, missingNotice, statusNotice } from "../campaigns/status";
import type { CampaignScheduleDecided, CampaignScheduleProps } from "./props";

type Decided = CampaignScheduleDecided & ScheduleDecided;

/** What later readings are compared with: the date of the scheduled campaign right after our last write. */
export interface ScheduleReading {
  /** As the service gives it, whatever its form and zone; absent while it is open. */
  readonly scheduledDate?: string;
  /** What was declared, where somebody has moved the date since. */
  readonly declared?: string;
  /** What a refresh has found in place of the declared date while it was open: found again once that was sent, it is the service's form. */
  readonly before?: string;
}

/** What the service decides of a schedule; nothing under the specified operations, which can't read it. */
export interface ScheduleDecided {
  /** The campaign's status. */
  readonly status?: string;
  readonly reading?: ScheduleReading;
}

/** Reads the campaign of a schedule: its status, and a date that somebody has moved. No status makes a date be sent. */
export async function readSchedule(
  account: Account,
  id: string,
  {
    status: before,
    reading,
    sent,
    sentTime,
    unconfirmedTimes,
    ...props
  }: CampaignScheduleProps & Partial<Decided>,
): Promise<Refreshed<CampaignScheduleProps, Decided>> {
  const found = (changed: CampaignScheduleProps, status?: string, now?: ScheduleReading) => {
    // What somebody has moved is no longer what was sent: the next update sends what is declared.
    const kept = now?.declared === undefined ? sentTime : undefined;
    const outputs = present({ sent, sentTime: kept, unconfirmedTimes, status, reading: now });
    // A state of an earlier version has no `sent`.
    return { props: changed, outputs: outputs as Decided };
  };
  const row = await campaignsOf(account).readOnce(id);
  // A schedule knows no address, so the setting accountDomain alone shows whose campaign it was.
  const isUnproven = row === "missing" && !(await isMissing(account, {}));
  if (row === "unread" || isUnproven) return found({ ...props }, before, reading);
  if (row === "missing") {
    account.notice(missingNotice(id));
    return found({ ...props }, row, reading);
  }
  const said = statusNotice(row, before);
  if (said !== undefined) account.notice(said);
  const status = row.status;
  const scheduledAt = reading?.declared ?? props.scheduledAt;
  const base = reading?.scheduledDate;
  const { scheduledDate: now } = row;
  // A campaign that was stopped or sent keeps what is declared: else the next up would send its date.
  if (status !== "scheduled" || now === undefined) {
    const kept = base === undefined ? undefined : { scheduledDate: base };
    return found({ ...props, scheduledAt }, status, kept);
  }
  if (base === undefined && isOther(account, { sent, scheduledAt, scheduledDate: now })) {
    if (reading?.declared !== undefined || reading?.before !== now) {
      const there = moved(scheduledAt, { from: sentTime ?? scheduledAt, to: now });
      return found({ ...props, scheduledAt: there }, status, {
        before: now,
        declared: scheduledAt,
      });
    }
    account.notice(spelling(id, now));
  }
  const there = base === undefined ? scheduledAt : moved(scheduledAt, { from: base, to: now });
  return found({ ...props, scheduledAt: there }, status, {
    scheduledDate: base ?? now,
    ...(there !== scheduledAt && { declared: scheduledAt }),
  });
}

interface OpenDate {
  readonly sent: boolean | undefined;
  readonly scheduledAt: string;
  readonly scheduledDate: string;
}

/** Whether an open date is another one than is declared; one that is past, or was only recorded, is never sent. */
function isOther(account: Account, { sent, scheduledAt, scheduledDate }: OpenDate): boolean {
  if (sent === false || isUnknown(scheduledAt)) return false;
  if (isPast(scheduledAt, account.settings.value("timeZone"))) return false;
  return isFarFrom(scheduledAt, scheduledDate);
}

/** What one search right after a date was sent shows; a row that shows another date, or what was there before, is no reading. */
export function afterDate(
  row: CampaignRow | undefined,
  sentTime: string,
  before: CampaignRow | undefined,
): ScheduleDecided {
  if (row === undefined) return { status: "scheduled" };
  const status = row.status;
  if (isOver(row)) return { status };
  const { scheduledDate } = row;
  const isShown =
    status === "scheduled" &&
    scheduledDate !== undefined &&
    (isSameDate(row, sentTime) || (before !== undefined && before.scheduledDate !== scheduledDate));
  return { status: "scheduled", ...(isShown && { reading: { scheduledDate } }) };
}

/** The same text in the form in which it was sent; what names a zone, or has another form, may be another moment. */
export function isSameDate({ scheduledDate = "" }: CampaignRow, scheduledAt: string): boolean {
  return scheduledDate.replace("T", " ").replace(/\.\d+$/, "") === scheduledAt;
}

function spelling(id: string, scheduledDate: string): string {
  return `CampaignSchedule "${id}": scheduledAt: the service returned ${scheduledDate} again after the declared date was sent. This is taken as the service's form of the declared date, and later refreshes compare with it.`;
}
