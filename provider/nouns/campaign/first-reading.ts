import type { Account } from "../../account/account";
import { statusOf } from "../../account/campaign-status";
import type { CampaignRow } from "../../api/campaign-list";
import { isAlike, isSameSpelling } from "../../input/spelling";
import { isUnknown } from "../../input/unknown";
import {
  type CampaignBaseline,
  type CampaignDecided,
  hashesOf,
  type Spelled,
  spelled,
} from "./baseline";
import type { CampaignProps } from "./props";

/** What the state has of a campaign. */
export interface RecordedCampaign {
  readonly props: CampaignProps;
  readonly reading: CampaignBaseline | undefined;
}

/** What a first reading shows of the declared inputs: which ones differ, came back as before our write, or are absent. */
export function firstSeen(row: CampaignRow, { props, reading = {} }: RecordedCampaign) {
  const now = hashesOf(row);
  const open = spelled.filter((name) => {
    const declared = props[name];
    return reading[name] === undefined && declared !== undefined && !isUnknown(declared);
  });
  const other = open.filter((name) => row[name] !== "" && !isSame(name, row[name], props[name]));
  const isReturned = (name: Spelled) =>
    reading.declared?.[name] === undefined && reading.differed?.[name] === now[name];
  return {
    absent: open.filter((name) => row[name] === ""),
    differing: other.filter((name) => !isReturned(name)),
    returned: other.filter(isReturned),
  };
}

/** Whether the service has an input as it is declared, in whatever spelling. */
export function isSame(name: Spelled, read: string, declared = ""): boolean {
  return name === "replyTo" ? isAlike(read, declared) : isSameSpelling(read, declared);
}

/** Says that a difference came back. */
export function spelling(campaign: string, name: Spelled): string {
  return `Campaign "${campaign}": ${name}: the service returned the same other value again after the declared one was sent. This is taken as the service's form of the declared value, and later refreshes compare with it.`;
}

interface Change {
  readonly old: CampaignProps & CampaignDecided;
  readonly props: CampaignProps;
}

/**
 * The inputs that an update leaves as the service has them. What only a first reading has shown may be the service's own
 * doing, so a declared value is sent back for it only where a look right before shows that the campaign is scheduled, and
 * still has what the state recorded: nothing else was in a preview.
 */
export async function leftAsRead(
  account: Account,
  campaignId: string,
  { old, props }: Change,
): Promise<Partial<CampaignProps>> {
  const names = onlyFirstSeen(old, props);
  if (names.length === 0) return {};
  const isExtended = account.settings.isExtended;
  const sight = isExtended ? await account.campaigns.look(campaignId) : "unread";
  const status = typeof sight === "string" ? sight : statusOf(sight);
  const isSendable = typeof sight !== "string" && status === "scheduled";
  const left = isSendable ? names.filter((name) => isUnshown(name, sight, { old, props })) : names;
  if (left.length === 0) return {};
  const what = left.join(", ");
  const why = status === "unread" ? "can't be read" : `is ${status}`;
  account.notice(
    isSendable
      ? `Campaign "${props.name}": ${what} was changed again in the service since the last refresh, so it was not sent. To see the change, run: pulumi refresh. To send what is declared, then run: pulumi up`
      : `Campaign "${props.name}": the campaign ${why}, so ${what} was not sent: a change that the first refresh finds is reverted only while the campaign is scheduled. Change it in the service's web app, or declare the value that is set there.`,
  );
  return Object.fromEntries(left.map((name) => [name, props[name]]));
}

/** Whether the service has neither what the state recorded nor what is declared. */
function isUnshown(name: Spelled, row: CampaignRow, { old, props }: Change): boolean {
  const isRecorded = hashesOf(row)[name] === old.reading?.differed?.[name];
  return !isRecorded && !isSame(name, row[name], props[name]);
}

/** The inputs that only a first reading has shown as other than declared, and that the program has not changed since. */
function onlyFirstSeen({ reading }: CampaignDecided, props: CampaignProps): Spelled[] {
  return spelled.filter(
    (name) =>
      reading?.[name] === undefined &&
      reading?.declared?.[name] !== undefined &&
      reading.declared[name] === props[name],
  );
}
