import type { Account } from "../../account/account";
import { seenObject } from "../../account/step";
import type { Audience } from "../../input/audience";
import { finding, type NamedFinding } from "../../input/finding";
import { isSameTime } from "../../input/moment";
import { isUnknown, present } from "../../input/plain";
import { type RecipientReach, scheduleNote, sizesOf } from "../../input/schedule-note";
import { instantMs } from "../../input/time";
import type { CheckedStep, Declared, Program } from "../../lifecycle/preflight-check";
import { createdLists } from "../campaigns/empty-lists";
import { countContacts, listsInDiff } from "../campaigns/recipient-lists";
import { isOnlyRecorded } from "./date-rule";
import type { CampaignScheduleOutputs, CampaignScheduleProps } from "./props";

type Props = Partial<CampaignScheduleProps>;

export async function campaignOf({ own, resources }: Program): Promise<Declared | undefined> {
  const [only, another] = await candidatesOf(own, resources);
  return another === undefined ? only : undefined;
}

/** The same; several where it is not shown which of them it is. */
export async function candidatesOf(
  { props: { campaignId }, given }: Declared,
  resources: Program["resources"],
): Promise<Declared[]> {
  const campaigns = await resources("Campaign");
  if (!isUnknown(campaignId)) return campaigns.filter(({ id }) => id === campaignId);
  if (given) return campaigns.filter(({ idOutput }) => idOutput === given.campaignId);
  // Where no outputs are known: an id that is yet unknown is that of a new campaign, which comes before its date.
  return campaigns.filter(({ id }) => id === undefined);
}

export async function audienceOf(
  props: CampaignScheduleProps,
  program: Program,
): Promise<Audience | "later" | undefined> {
  const campaign = await campaignOf(program);
  return !campaign && isUnknown(props.campaignId) ? "later" : campaign?.props;
}

/**
 * Of a campaign that is there already, the step says it, in whose process a change of its lists is looked into: each list is asked for
 * once. The program says it of a campaign that only the update creates, and of one that it names by a text. With preflight off, it counts
 * no contacts, but still names the campaign: the events of a preview don't show which one a new date belongs to.
 */
export async function tellInProgram(program: Program): Promise<NamedFinding[]> {
  const { own, account } = program;
  const props: Props = own.props;
  // A preview may ask of an unchanged one, for what it shares with others.
  if (!own.isChanged || (await isRename(program))) return [];
  const campaign = await campaignOf(program);
  const isOff = account.settings.value("preflight") === "off";
  const isSeenByStep = campaign !== undefined && typeof own.given?.campaignId !== "string";
  if ((isSeenByStep || isOff) && !isUnknown(props.campaignId)) return [];
  const created = campaign ? (await createdLists(campaign, program)).names : [];
  return tellAudience(props, campaign, { account, lists: account.lists, created });
}

export async function tellInStep({
  account,
  props,
  old,
}: CheckedStep<CampaignScheduleProps, CampaignScheduleOutputs>): Promise<NamedFinding[]> {
  const { campaignId = "", scheduledAt = "" } = props;
  const campaign = seenObject(account.settings, "Campaign", campaignId);
  const zone = account.settings.value("timeZone");
  const isSame =
    old.campaignId === campaignId && isSameTime(old.scheduledAt ?? "", scheduledAt, zone);
  if (campaign === undefined || isSame) return [];
  return tellAudience(props, campaign, { account, lists: listsInDiff(account) });
}

interface Looked {
  readonly account: Account;
  readonly lists: Parameters<typeof countContacts>[1];
  readonly created?: readonly string[];
}

/** What reviewers fear as much as a mail that is sent twice: one that is sent to the wrong people. */
async function tellAudience(
  props: Props,
  campaign: Partial<Declared> | undefined,
  { account, lists, created = [] }: Looked,
): Promise<NamedFinding[]> {
  const { campaignId, scheduledAt } = props;
  if (scheduledAt === undefined || isOnlyRecorded(account, props)) return [];
  const isLater = campaign === undefined && isUnknown(campaignId);
  const isOff = account.settings.value("preflight") === "off";
  const unknown = isLater ? "only the update knows its campaign" : isOff && "preflight is off";
  const reach: RecipientReach = unknown
    ? { contacts: { unknown }, lists: [] }
    : await countContacts(campaign?.props, lists);
  const zone = account.settings.value("timeZone");
  const isLocal = !isUnknown(scheduledAt) && instantMs(scheduledAt) === undefined;
  const note = present({
    campaign: nameOf(campaign) ?? (isUnknown(campaignId) ? undefined : campaignId),
    time: isUnknown(scheduledAt) ? "a time that only the update knows" : scheduledAt,
    zone: isLocal ? zone : undefined,
    ...reach,
    created: created.length > 0 ? created : undefined,
  });
  return [
    finding("info", "campaign-audience", scheduleNote(note), {
      input: "campaignId",
      numbers: sizesOf(note),
    }),
  ];
}

/** A step of the engine doesn't know the logical name. */
function nameOf({ name, props }: Partial<Declared> = {}): string | undefined {
  const own = props?.name;
  return name === undefined && typeof own === "string" ? own : name;
}

/**
 * Whether only the name of the account changes, which sends nothing. Such a change shows in every resource of the account, so one
 * unchanged resource proves that this is no rename. The plugin doesn't know yet what the program declares later.
 */
export async function isRename({ account, own, resources }: Program): Promise<boolean> {
  const isNew = own.id === undefined;
  if (isNew || account.settings.value("formerAccounts") === undefined) return false;
  const all = await resources();
  return all.every(({ isChanged }) => isChanged);
}
