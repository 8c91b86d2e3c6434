import type { CampaignFacts } from "../../../provider/input/campaign-reading";
import { endingOf, endings, pausedOf } from "../../../provider/input/mailing-date";
import { present } from "../../../provider/input/plain";
import type { Resource } from "../../engine/resource";
import type { InState, MailingDate } from "./mailing-change";
import { scheduleProps, sentDate } from "./mailing-change";
import type { PreviewModel } from "./model";

/** The facts that a preview has read of a campaign. The notes of the campaign and of its schedule contain parts of them. */
export function readOf(
  { findings }: Pick<PreviewModel, "findings">,
  urns: readonly (string | undefined)[],
): CampaignFacts | undefined {
  const [first, ...rest] = findings.flatMap(({ read, urn }) =>
    read !== undefined && urn !== undefined && urns.includes(urn) ? [read] : [],
  );
  return first && rest.reduce((all, facts) => ({ ...all, ...facts }), first);
}

/** The reason why a campaign that the preview has read is no longer sent, or undefined. */
export function closedBy(read: CampaignFacts | undefined): string | undefined {
  const { missing, ...closed } = endings;
  return (closed as Readonly<Record<string, string>>)[read?.status ?? ""];
}

/** The date of an email that its schedule doesn't change. */
export interface Standing {
  readonly date: MailingDate;
  readonly ending?: string;
  readonly inState?: InState;
  readonly isUnread?: true;
}

/**
 * The date of a schedule that stays. What the preview has read overrides the state, and different values of the state
 * are added.
 */
export function standingOf(
  state: Resource,
  zone: string | undefined,
  read: CampaignFacts | undefined,
): Standing {
  const [props, date] = [scheduleProps(state), sentDate(state, zone)];
  if (read === undefined) {
    const ending = endingOf(props, zone) ?? pausedOf(props);
    return present({ date, ending, isUnread: true as const });
  }
  const { status: before, ...rest } = props;
  const { status, isMoved } = read;
  const isOther = before !== undefined && before !== status;
  const inState = present({
    date: isMoved ? date : undefined,
    status: isOther && isMeaningful(before) ? before : undefined,
  });
  return present({
    date: isMoved ? dateRead(read, zone) : date,
    ending: notSent[status] ?? endingOf(rest, zone),
    inState: Object.keys(inState).length > 0 ? inState : undefined,
  });
}

export function dateRead({ date: time }: CampaignFacts, zone: string | undefined): MailingDate {
  return present({ time, zone });
}

function isMeaningful(status: string): boolean {
  return status === "scheduled" || status === "paused";
}

export const pausedInService = "paused in the service, not sent unless somebody resumes it.";

/** The reason why a campaign isn't sent on its date, by the status that was read. */
const notSent: Readonly<Record<string, string>> = {
  ...endings,
  draft: "a draft in the service, not sent.",
  paused: pausedInService,
};
