import type { Account } from "../../account/account";
import { missingNotice, statusNotice, statusOf } from "../../account/campaign-status";
import { isPast } from "../../input/moment";
import { present } from "../../input/plain";
import { isFarFrom, moved } from "../../input/time";
import { isUnknown } from "../../input/unknown";
import { isMissing } from "../../lifecycle/gone";
import type { Refreshed } from "../../lifecycle/lifecycle";
import type { CampaignScheduleDecided, CampaignScheduleProps } from "./props";

type Decided = CampaignScheduleDecided & ScheduleDecided;

/** What later readings are compared with: the first one after our last write of a campaign that is scheduled. */
export interface ScheduleBaseline {
  /** As the service gives it, whatever its form and zone; absent while no reading has fitted what is declared. */
  readonly scheduledDate?: string;
  /** The date that a first reading had in place of the declared one: coming back after our write, it is the service's. */
  readonly differed?: string;
  /** What was declared, where somebody has moved the date since. */
  readonly declared?: string;
  /** True once the service has refused to take the declared date back before the campaign is paused. */
  readonly isAwaited?: boolean;
}

/** What the service decides of a schedule; nothing under the specified operations, which can't read it. */
export interface ScheduleDecided {
  /** The campaign's status. */
  readonly status?: string;
  readonly reading?: ScheduleBaseline;
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
  const found = (changed: CampaignScheduleProps, status?: string, now?: ScheduleBaseline) => {
    // What somebody has moved is no longer what was sent: the next update sends what is declared.
    const kept = now?.declared === undefined ? sentTime : undefined;
    const outputs = present({ sent, sentTime: kept, unconfirmedTimes, status, reading: now });
    // A state of an earlier version has no `sent`.
    return { props: changed, outputs: outputs as Decided };
  };
  const row = await account.campaigns.seen(id);
  // A schedule knows no address, so the setting accountDomain alone shows whose campaign it was.
  const isUnproven = row === "missing" && !(await isMissing(account, {}));
  if (row === "unread" || isUnproven) return found({ ...props }, before, reading);
  if (row === "missing") {
    account.notice(missingNotice(id));
    return found({ ...props }, row, reading);
  }
  const told = statusNotice(row, before);
  if (told !== undefined) account.notice(told);
  const status = statusOf(row);
  const scheduledAt = reading?.declared ?? props.scheduledAt;
  const { scheduledDate } = row;
  // A pause that the service has asked for keeps the moved date in sight; one that somebody has resumed was another one.
  const isAwaited =
    reading?.isAwaited === true &&
    (status === "paused" || (status === "scheduled" && before !== "paused"));
  // Any other campaign that was stopped or sent keeps what is declared: else the next up would send its date.
  if ((status !== "scheduled" && !isAwaited) || scheduledDate === undefined) {
    const kept = reading?.scheduledDate === undefined ? undefined : reading.scheduledDate;
    return found(
      { ...props, scheduledAt },
      status,
      kept === undefined ? undefined : { scheduledDate: kept },
    );
  }
  const isFirst = reading?.scheduledDate === undefined;
  if (isFirst && isOther(account, { sent, scheduledAt, scheduledDate })) {
    const isReturned = reading?.declared === undefined && reading?.differed === scheduledDate;
    if (!isReturned) {
      const from = sentTime ?? scheduledAt;
      return found(
        { ...props, scheduledAt: moved(scheduledAt, { from, to: scheduledDate }) },
        status,
        {
          differed: scheduledDate,
          declared: scheduledAt,
          ...(isAwaited && { isAwaited }),
        },
      );
    }
    account.notice(spelling(id, scheduledDate));
  }
  const base = reading?.scheduledDate ?? scheduledDate;
  if (base === scheduledDate) return found({ ...props, scheduledAt }, status, { scheduledDate });
  const now = moved(scheduledAt, { from: base, to: scheduledDate });
  const isMoved = now !== scheduledAt;
  return found({ ...props, scheduledAt: now }, status, {
    scheduledDate: base,
    ...(isMoved && { declared: scheduledAt, ...(isAwaited && { isAwaited }) }),
  });
}

interface FirstSeen {
  readonly sent: boolean | undefined;
  readonly scheduledAt: string;
  readonly scheduledDate: string;
}

/** Whether a first reading has another date than is declared; one that is past, or was only recorded, is never sent. */
function isOther(account: Account, { sent, scheduledAt, scheduledDate }: FirstSeen): boolean {
  if (sent === false || isUnknown(scheduledAt)) return false;
  if (isPast(scheduledAt, account.settings.value("timeZone"))) return false;
  return isFarFrom(scheduledAt, scheduledDate);
}

function spelling(id: string, scheduledDate: string): string {
  return `CampaignSchedule "${id}": scheduledAt: the service returned ${scheduledDate} again after the declared date was sent. This is taken as the service's form of the declared date, and later refreshes compare with it.`;
}
