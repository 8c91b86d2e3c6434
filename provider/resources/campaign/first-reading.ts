import type { Account } from "../../account/account";
import { statusOf } from "../../account/campaign-status";
import type { CampaignProps } from "./props";
import { type CampaignDecided, type Spelled, spelled } from "./reading";

interface Change {
  readonly old: CampaignProps & CampaignDecided;
  readonly props: CampaignProps;
}

/**
 * The inputs that an update leaves as the service has them. What only a first reading has shown may be the service's own
 * doing, so a declared value is sent back for it only where a look right before shows that the campaign is scheduled.
 */
export async function leftAsRead(
  account: Account,
  campaignId: string,
  { old, props }: Change,
): Promise<Partial<CampaignProps>> {
  const names = onlyFirstSeen(old, props);
  if (names.length === 0) return {};
  const isExtended = account.settings.value("operations") === "extended";
  const sight = isExtended ? await account.campaigns.look(campaignId) : "unread";
  const status = typeof sight === "string" ? sight : statusOf(sight);
  if (status === "scheduled") return {};
  const why = status === "unread" ? "can't be read" : `is ${status}`;
  account.notice(
    `Campaign "${props.name}": the campaign ${why}, so ${names.join(", ")} was not sent: a difference that the first reading shows is sent back only to a scheduled campaign. Change it in the service's web pages, or declare the value that is set there.`,
  );
  return Object.fromEntries(names.map((name) => [name, props[name]]));
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
