import { notSentReasonOf, notSentReasons, pausedSentence } from "../../../provider/email/date";
import type { CampaignFacts } from "../../../provider/email/recipients";
import { omitUndefined } from "../../../provider/plain/value";
import type { Resource } from "../../engine/resource";
import { findingsAbout } from "./finding";
import { type InState, type MailingDate, scheduleProps, sentDate } from "./mailing-change";
import type { PreviewModel } from "./model";

/**
 * The values that a preview read from the service about a campaign. They come from the notes about the campaign and its
 * schedule.
 */
export function factsAboutCampaign(
  { findings }: Pick<PreviewModel, "findings">,
  urns: readonly (string | undefined)[],
): CampaignFacts | undefined {
  const [first, ...rest] = findingsAbout(findings, urns).flatMap(
    ({ campaignFacts }) => campaignFacts ?? [],
  );
  return first && rest.reduce((all, facts) => ({ ...all, ...facts }), first);
}

/**
 * The reason why a campaign can't be sent any more, by its status in the service. Undefined for any other status, such
 * as `paused` or `missing`.
 */
export function closedReason(campaignFacts: CampaignFacts | undefined): string | undefined {
  const { missing, ...closed } = notSentReasons;
  return (closed as Readonly<Record<string, string>>)[campaignFacts?.status ?? ""];
}

/** The date of an email before the update. If `notSentReason` is set, the email isn't sent on this date. */
export interface UnchangedDate {
  readonly date: MailingDate;
  readonly notSentReason?: string;
  readonly inState?: InState;
  readonly isUnread?: true;
}

/**
 * The date of a schedule before the update. This is the date in the service if the preview read one that differs from
 * the state. `inState` contains values of the state that differ from the service's.
 */
export function unchangedDate(
  state: Resource,
  zone: string | undefined,
  campaignFacts: CampaignFacts | undefined,
): UnchangedDate {
  const [props, date] = [scheduleProps(state), sentDate(state, zone)];
  if (campaignFacts === undefined) {
    const notSentReason = notSentReasonOf(props, zone) ?? pausedSentence(props);
    return omitUndefined({ date, notSentReason, isUnread: true as const });
  }
  const { status: before, ...rest } = props;
  const { status, isMoved } = campaignFacts;
  const isOther = before !== undefined && before !== status;
  const inState = omitUndefined({
    date: isMoved ? date : undefined,
    status: isOther && isMeaningful(before) ? before : undefined,
  });
  return omitUndefined({
    date: isMoved ? dateRead(campaignFacts, zone) : date,
    notSentReason: notSent[status] ?? notSentReasonOf(rest, zone),
    inState: Object.keys(inState).length > 0 ? inState : undefined,
  });
}

export function dateRead({ date: time }: CampaignFacts, zone: string | undefined): MailingDate {
  return omitUndefined({ time, zone });
}

function isMeaningful(status: string): boolean {
  return status === "scheduled" || status === "paused";
}

export const pausedInService = "paused in the service, not sent unless somebody resumes it.";

/** The reason why a campaign isn't sent on its date, by its status in the service. */
const notSent: Readonly<Record<string, string>> = {
  ...notSentReasons,
  draft: "a draft in the service, not sent.",
  paused: pausedInService,
};
