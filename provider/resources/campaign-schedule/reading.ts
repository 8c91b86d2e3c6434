import type { Account } from "../../account/account";
import { missingNotice, statusNotice, statusOf } from "../../account/campaign-status";
import { moved } from "../../input/time";
import type { Found } from "../../lifecycle/lifecycle";
import type { CampaignScheduleDecided, CampaignScheduleProps } from "./props";

type Decided = CampaignScheduleDecided & ScheduleDecided;

/** What later readings are compared with: the first one after our last write of a campaign that is scheduled. */
export interface ScheduleBaseline {
  /** As the service gives it, whatever its form and zone. */
  readonly scheduledDate: string;
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
  { status: before, reading, sent, sentTime, ...props }: CampaignScheduleProps & Partial<Decided>,
): Promise<Found<CampaignScheduleProps, Decided>> {
  const found = (changed: CampaignScheduleProps, status?: string, now?: ScheduleBaseline) => {
    // What somebody has moved is no longer what was sent: the next update sends what is declared.
    const kept = now?.declared === undefined ? sentTime : undefined;
    const outputs = {
      ...(sent !== undefined && { sent }),
      ...(kept !== undefined && { sentTime: kept }),
      ...(status !== undefined && { status }),
      ...(now !== undefined && { reading: now }),
    };
    // A state of an earlier version has no `sent`.
    return { props: changed, outputs: outputs as Decided };
  };
  const row = await account.campaigns.seen(id);
  if (row === "unread") return found({ ...props }, before, reading);
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
    const kept = reading && { scheduledDate: reading.scheduledDate };
    return found({ ...props, scheduledAt }, status, kept);
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
