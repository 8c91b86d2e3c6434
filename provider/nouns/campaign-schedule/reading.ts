import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign-list";
import { asName, quotedId } from "../../errors/redact";
import { isPast } from "../../input/moment";
import { present } from "../../input/plain";
import { isFarFrom, moved } from "../../input/time";
import { isUnknown } from "../../input/unknown";
import type { Refreshed } from "../../lifecycle/lifecycle";
import { refreshedCampaign } from "../campaigns/campaigns";
import { isOver } from "../campaigns/status";
import type {
  CampaignScheduleDecided,
  CampaignScheduleProps,
  ScheduleReading,
  ScheduleState,
} from "./props";

/** Reads the campaign of a schedule: its status, and a date that somebody has moved. No status makes a date be sent. */
export async function readSchedule(
  account: Account,
  id: string,
  { status: before, reading, sent, sentTime, unconfirmedTimes, ...props }: ScheduleState,
): Promise<Refreshed<CampaignScheduleProps, CampaignScheduleDecided>> {
  const found = (scheduledAt: string, status?: string, now?: ScheduleReading) => {
    // A date that was moved is no longer the one that was sent: the next update sends the declared one.
    const kept = now?.declared === undefined ? sentTime : undefined;
    const outputs = present({ sent, sentTime: kept, unconfirmedTimes, status, reading: now });
    // After an unconfirmed create there is no `sent`.
    return { props: { ...props, scheduledAt }, outputs: outputs as CampaignScheduleDecided };
  };
  // A schedule knows no address, so the setting accountDomain alone shows whose campaign it was.
  const row = await refreshedCampaign(account, id, { status: before, mark: {} });
  if (row === "unread") return found(props.scheduledAt, before, reading);
  if (row === "missing") return found(props.scheduledAt, row, reading);
  const { status, scheduledDate: now } = row;
  const scheduledAt = reading?.declared ?? props.scheduledAt;
  const base = reading?.scheduledDate;
  // A campaign that was stopped or sent keeps what is declared: else the next up would send its date.
  if (status !== "scheduled" || now === undefined) {
    return found(scheduledAt, status, base === undefined ? undefined : { scheduledDate: base });
  }
  if (base === undefined && isOther(account, { sent, scheduledAt, scheduledDate: now })) {
    if (reading?.declared !== undefined || reading?.before !== now) {
      const there = moved(scheduledAt, { from: sentTime ?? scheduledAt, to: now });
      return found(there, status, { before: now, declared: scheduledAt });
    }
    account.notice(
      `CampaignSchedule ${quotedId(id)}: scheduledAt: the service returned ${asName(now)} again after the declared date was sent. This is taken as the service's form of the declared date, and later refreshes compare with it.`,
    );
  }
  const there = base === undefined ? scheduledAt : moved(scheduledAt, { from: base, to: now });
  const declared = there !== scheduledAt && { declared: scheduledAt };
  return found(there, status, { scheduledDate: base ?? now, ...declared });
}

interface OpenDate {
  readonly sent: boolean | undefined;
  readonly scheduledAt: string;
  readonly scheduledDate: string;
}

/** Whether an open date is another one than is declared; one that is past, or was only recorded, is never sent. */
function isOther(
  { settings, now }: Account,
  { sent, scheduledAt, scheduledDate }: OpenDate,
): boolean {
  if (sent === false || isUnknown(scheduledAt)) return false;
  if (isPast(scheduledAt, settings.value("timeZone"), now().earlier)) return false;
  return isFarFrom(scheduledAt, scheduledDate);
}

/** What one search right after a date was sent shows; a row that shows another date, or what was there before, is no reading. */
export function afterDate(
  row: CampaignRow | undefined,
  sentTime: string,
  before: CampaignRow | undefined,
): Partial<CampaignScheduleDecided> {
  if (row === undefined) return { status: "scheduled" };
  const { status, scheduledDate } = row;
  if (isOver(row)) return { status };
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
