import type { Account } from "../../account/account";
import { type ProgramRecord, type ProgramResource, recordOf } from "../../account/program-record";
import { isSameTime, notSentReasonOf } from "../../email/date";
import {
  type Audience,
  hasOtherAudience,
  type ListSize,
  type RecipientReach,
  scheduleNote,
  sizeNumbers,
} from "../../email/recipients";
import { redactSecretTexts } from "../../errors/redact";
import { type Finding, finding, isIgnored, type NamedFinding } from "../../input/finding";
import { instantMs } from "../../input/time";
import type { CheckedStep, Program } from "../../lifecycle/preflight-check";
import { containsUnknown, isUnknown, omitUndefined, unknownValue } from "../../plain/value";
import { campaignsOf, listedCampaign } from "../campaign-shared/campaign-cache";
import type { Sides } from "../campaign-shared/compared-inputs";
import {
  createdLists,
  emptyLists,
  emptyListsOf,
  isDated,
  withAdoptedLists,
  withAdoptedListsSoFar,
} from "../campaign-shared/empty-lists";
import { judgeRecipients } from "../campaign-shared/guards";
import { countContacts, hasSecretLists, listsInDiff, otherLists } from "../campaign-shared/lists";
import { campaignInWords, isClosed } from "../campaign-shared/status";
import { isOnlyRecorded } from "./decide";
import type { CampaignScheduleOutputs, CampaignScheduleProps, ScheduleState } from "./props";

type Props = Partial<CampaignScheduleProps>;
type Step = CheckedStep<CampaignScheduleProps, CampaignScheduleOutputs>;

export async function campaignOf({
  own,
  resources,
}: CheckedStep): Promise<ProgramResource | undefined> {
  const [only, another] = await candidatesOf(own, resources);
  return another === undefined ? only : undefined;
}

/** The Campaign of a schedule, or several candidates if the campaign's id isn't known yet. */
export async function candidatesOf(
  { props: { campaignId }, given }: ProgramResource,
  resources: CheckedStep["resources"],
): Promise<ProgramResource[]> {
  const campaigns = await resources("Campaign");
  if (!isUnknown(campaignId)) return campaigns.filter(({ id }) => id === campaignId);
  if (given) return campaigns.filter(({ idOutput }) => idOutput === given.campaignId);
  // The plugin sees no outputs, so any new campaign may be the schedule's. The engine registers the right one before
  // the schedule.
  return campaigns.filter(({ id }) => id === undefined);
}

/**
 * The audience to which a date sends the campaign. Has the lists in the service if somebody has changed them and the
 * update doesn't send the declared lists.
 */
async function audienceOf(
  { campaignId }: CampaignScheduleProps,
  step: CheckedStep,
): Promise<Audience | undefined> {
  const campaign = await campaignOf(step);
  if (campaign === undefined && isUnknown(campaignId)) return { listIds: [unknownValue] };
  const { props, old }: Partial<Sides> = campaign ?? {};
  const sendsLists = old === undefined || hasOtherAudience(old, props ?? {});
  const row = sendsLists ? undefined : await listedCampaign(step.account, campaignId);
  const listIds = row && old && (await otherLists(row, old, step.account));
  return listIds === undefined ? props : { ...props, listIds };
}

/** Findings of the guard `maxRecipients`, without the secrets of the campaign. */
export async function judgeAudience(
  props: CampaignScheduleProps,
  step: CheckedStep,
): Promise<Finding[]> {
  const found = await judgeRecipients(() => audienceOf(props, step), step.account);
  const { secrets = [] } = (await campaignOf(step)) ?? {};
  return found.map((one) => ({ ...one, problem: redactSecretTexts(one.problem, secrets) }));
}

/**
 * The note about the date and recipients of a schedule. Leaves a schedule of an existing Campaign to
 * `reportAudienceInStep`, unless the program passes a literal id, so that each list is read once.
 */
export async function reportAudienceInProgram(program: Program): Promise<NamedFinding[]> {
  const { own, account } = program;
  const props: Props = own.props;
  // This check also runs for unchanged schedules, which need no note.
  if (!own.isChanged || (await isRename(program))) return [];
  const campaign = await campaignOf(program);
  const isSeenByStep = campaign !== undefined && typeof own.given?.campaignId !== "string";
  // Reports a campaign that isn't created yet even with `preflight` "off", because the preview's events don't name it.
  if ((isSeenByStep || isPreflightOff(account)) && !isUnknown(props.campaignId)) return [];
  const look = { account, lists: account.lists };
  if (campaign === undefined) {
    return audienceNote(props, campaign, { ...look, others: () => listsOfNew(program) });
  }
  const created = (await createdLists(campaign, program)).names;
  const audience = await withAdoptedLists(campaign, program);
  return audienceNote(props, { ...campaign, props: { ...audience } }, { ...look, created });
}

/**
 * The lists, with their contacts, of the new campaigns that the schedule may send. The pull request comment knows which
 * campaign it is, and needs the contacts of its lists.
 */
async function listsOfNew({ own, resources, account }: Program): Promise<ListSize[]> {
  // Names the lists of each campaign in one note only, because there may be many.
  const { named } = reportedCampaigns(account);
  const campaigns = (await candidatesOf(own, resources)).filter(({ order }) => !named.has(order));
  for (const { order } of campaigns) named.add(order);
  const ids = campaigns.map(async (campaign) => {
    if (hasSecretLists(campaign)) return [];
    const { listIds = [] } = await withAdoptedLists(campaign, { resources });
    return isUnknown(listIds) ? [] : listIds;
  });
  const listIds = (await Promise.all(ids)).flat();
  return [...(await countContacts({ listIds }, account.lists)).lists];
}

export async function reportAudienceInStep(step: Step): Promise<NamedFinding[]> {
  const { account, props } = step;
  const campaign = recordOf(account.settings).object("Campaign", props.campaignId ?? "");
  if (campaign === undefined || hasSameDate(step)) return [];
  const { audience, lists } = await audienceRead(campaign, account);
  return audienceNote(props, { ...campaign, props: { ...audience } }, { account, lists });
}

/**
 * The audience of an existing campaign, and the cache for its lists. Takes the lists in the service if this preview has
 * read the campaign and the update doesn't send the declared lists.
 */
async function audienceRead(campaign: ProgramResource, account: Account) {
  const { id = "", props, old } = campaign;
  const row = campaignsOf(account).cachedReading(id);
  const isSent = old === undefined || hasOtherAudience(old, props);
  const isOpen = typeof row === "object" && !isClosed(row) && !isSent;
  const listIds = isOpen ? await otherLists(row, old, account) : undefined;
  if (listIds === undefined) {
    const audience = await withAdoptedListsSoFar(campaign, account);
    return { audience, lists: audience === props ? listsInDiff(account) : account.lists };
  }
  return { audience: { ...props, listIds }, lists: account.lists };
}

/** True if the state has the same campaign and date. */
function hasSameDate({ account, props, old }: Step): boolean {
  const { campaignId, scheduledAt = "" } = props;
  const zone = account.settings.value("timeZone");
  return old.campaignId === campaignId && isSameTime(old.scheduledAt ?? "", scheduledAt, zone);
}

interface AudienceContext {
  readonly account: Account;
  readonly lists: Parameters<typeof countContacts>[1];
  readonly created?: readonly string[];
  /** The lists of new campaigns, if only the update knows which of the campaigns the schedule sends. */
  readonly others?: () => Promise<readonly ListSize[]>;
}

/** The note about a schedule's date and recipients. It lets a reviewer notice an email to the wrong people. */
async function audienceNote(
  props: Props,
  campaign: Partial<ProgramResource> | undefined,
  { account, lists, created = [], others }: AudienceContext,
): Promise<NamedFinding[]> {
  const { campaignId, scheduledAt } = props;
  if (scheduledAt === undefined || isOnlyRecorded(account, props)) return [];
  const isLater = campaign === undefined && isUnknown(campaignId);
  const areListsSecret = hasSecretLists(campaign ?? {});
  const unknown = isLater
    ? "only the update knows its campaign"
    : isPreflightOff(account)
      ? "preflight is off"
      : areListsSecret && "its lists are secret";
  const reach: RecipientReach = unknown
    ? { contacts: { unknown }, lists: [] }
    : await countContacts(campaign?.props, lists);
  const zone = account.settings.value("timeZone");
  const isLocal = !isUnknown(scheduledAt) && instantMs(scheduledAt) === undefined;
  const note = omitUndefined({
    campaign: nameOf(campaign) ?? (isUnknown(campaignId) ? undefined : campaignId),
    time: isUnknown(scheduledAt) ? "a time that only the update knows" : scheduledAt,
    zone: isLocal ? zone : undefined,
    ...reach,
    created: created.length > 0 && !areListsSecret ? created : undefined,
    others: isLater && !isPreflightOff(account) ? await others?.() : undefined,
  });
  const tagged = { input: "campaignId", numbers: sizeNumbers(note, { lists: note.others ?? [] }) };
  return [finding("info", "campaign-audience", scheduleNote(note), tagged)];
}

function isPreflightOff({ settings }: Account): boolean {
  return settings.value("preflight") === "off";
}

/**
 * The campaign's logical name, for messages. Checks in a provider process don't know it, so they use the input `name`.
 */
function nameOf({ name, props, secrets = [] }: Partial<ProgramResource> = {}): string | undefined {
  const own = props?.name;
  return name === "" && typeof own === "string" ? redactSecretTexts(own, secrets) : name;
}

/**
 * True if the update may only rename the account, which changes every resource and sends nothing. The plugin sees only
 * the resources that were declared so far.
 */
export async function isRename({ account, own, resources }: Program): Promise<boolean> {
  const isNew = own.id === undefined;
  if (isNew || account.settings.value("formerAccounts") === undefined) return false;
  const all = await resources();
  return all.every(({ isChanged }) => isChanged);
}

/**
 * The new campaigns that a note has named (`named`), or whose lists were checked for contacts (`empty`). In the plugin,
 * a date may belong to any new campaign, so each campaign is reported once.
 */
function reportedCampaigns({ settings }: Account) {
  const record = recordOf(settings);
  const reported = reportedIn.get(record) ?? { named: new Set<number>(), empty: new Set<number>() };
  reportedIn.set(record, reported);
  return reported;
}

const reportedIn = new WeakMap<ProgramRecord, Record<"named" | "empty", Set<number>>>();

/** Findings about lists without contacts, if a new or adopted campaign gets a date. */
export async function checkNewCampaigns(
  program: Program<CampaignScheduleProps>,
): Promise<NamedFinding[]> {
  const { own, props, account } = program;
  if (!own.isChanged || !isUnknown(props.campaignId) || isOnlyRecorded(account, props)) return [];
  if (await isRename(program)) return [];
  const candidates = (await candidatesOf(own, program.resources)).filter(
    ({ id }) => id === undefined,
  );
  const isSure = candidates.length === 1;
  const { empty } = reportedCampaigns(account);
  const found = candidates.map(async (campaign) => {
    if (!isSure && empty.has(campaign.order)) return [];
    empty.add(campaign.order);
    const all = await emptyListsOfUndated(campaign, program);
    if (isSure) return all;
    return all.map((one) => (one.level === "error" ? { ...one, level: "warning" as const } : one));
  });
  return (await Promise.all(found)).flat();
}

/** Findings about empty lists, if the campaign has no date. A dated campaign's own preflight check reports them. */
async function emptyListsOfUndated(campaign: ProgramResource, program: Program) {
  // A campaign whose own check of empty lists is suppressed reports none through its schedule either.
  if (isIgnored("list-empty", campaign.props)) return [];
  const id = campaign.id ?? campaign.props.existingId;
  const isKnown = typeof id === "string" && !isUnknown(id);
  if (isKnown && (await isDated(program.account, id, campaign.old))) return [];
  return emptyListsOf(campaign, program, campaignInWords(campaign));
}

/**
 * Findings about empty lists, if an existing campaign gets a date or other lists. If the campaign already has a date,
 * its own check reports changed lists.
 */
export async function checkExistingCampaign(step: Step): Promise<NamedFinding[]> {
  const { account, props } = step;
  const { campaignId } = props;
  if (campaignId === undefined || isUnknown(campaignId)) return [];
  const campaign = recordOf(account.settings).object("Campaign", campaignId);
  // `checkCreatedLists` checks lists that the update creates, because only the program knows them.
  if (campaign === undefined || containsUnknown(campaign.props.listIds)) return [];
  const { old: before }: Partial<Sides> = campaign;
  const isChanged = before !== undefined && hasOtherAudience(before, campaign.props);
  if ((hasSameDate(step) && !isChanged) || willNotBeSent(step)) return [];
  if (isIgnored("list-empty", campaign.props)) return [];
  if (isChanged && (await isDated(account, campaignId, before))) return [];
  const { audience, lists } = await audienceRead(campaign, account);
  const reach = await countContacts(audience, lists);
  const isSecret = hasSecretLists(campaign);
  return emptyLists({ audience, reach, isSecret, of: campaignInWords(campaign) });
}

/** Findings about lists that the update creates for an existing campaign, because new lists are empty. */
export async function checkCreatedLists(
  program: Program<CampaignScheduleProps, CampaignScheduleOutputs>,
): Promise<NamedFinding[]> {
  const campaign = await campaignOf(program);
  if (campaign?.id === undefined || !containsUnknown(campaign.props.listIds)) return [];
  return willNotBeSent(program) ? [] : emptyListsOfUndated(campaign, program);
}

function willNotBeSent({ account, props, old }: Step): boolean {
  const { settings, now } = account;
  if (isOnlyRecorded(account, props)) return true;
  if (old.scheduledAt === undefined) return false;
  const state = { ...old, ...props } as ScheduleState;
  return notSentReasonOf(state, settings.value("timeZone"), now().earlier) !== undefined;
}
