import type { Account } from "../../account/account";
import { type ProgramResource, recordOf } from "../../account/program-record";
import type { CampaignRow } from "../../api/campaign";
import { isSameTime, localTime, notSentReasonOf } from "../../email/date";
import {
  type Audience,
  hasOtherAudience,
  type ListSize,
  type RecipientReach,
  scheduleNote,
  sizeNumbers,
} from "../../email/recipients";
import { ignoreOwnError } from "../../errors/error";
import { quoted, redactSecretTexts } from "../../errors/redact";
import { finding, isIgnored, type NamedFinding } from "../../input/finding";
import { hourMs, instantMs, localMs } from "../../input/time";
import type { CheckedStep, Program } from "../../lifecycle/lifecycle";
import { count } from "../../plain/text";
import { containsUnknown, isUnknown, omitUndefined, unknownValue } from "../../plain/value";
import { campaignsOf, listedCampaign } from "../campaign-shared/campaign-cache";
import { otherLists } from "../campaign-shared/drift";
import {
  countContacts,
  createdLists,
  type DeclaredList,
  emptyLists,
  emptyListsOf,
  hasSecretLists,
  isDated,
  judgeRecipients,
  listsInDiff,
  listsOf,
  secretListsInWords,
  withAdoptedLists,
  withAdoptedListsSoFar,
} from "../campaign-shared/lists";
import { campaignInWords, isClosed } from "../campaign-shared/status";
import { isOnlyRecorded } from "./decide";
import type { CampaignScheduleOutputs, CampaignScheduleProps, ScheduleState } from "./props";

type Step = CheckedStep<CampaignScheduleProps, CampaignScheduleOutputs>;

export async function campaignOf({ own, resources }: CheckedStep) {
  const [only, another] = await candidatesOf(own, resources);
  return another === undefined ? only : undefined;
}

/** The Campaigns of the program that a schedule may send. In the plugin, there may be several new ones. */
async function candidatesOf(
  { props: { campaignId }, given }: ProgramResource,
  resources: CheckedStep["resources"],
): Promise<ProgramResource[]> {
  const campaigns = await resources("Campaign");
  if (!isUnknown(campaignId)) return campaigns.filter(({ id }) => id === campaignId);
  if (given) return campaigns.filter(({ idOutput }) => idOutput === given.campaignId);
  // Without outputs, as in the plugin, any new Campaign may be the schedule's, which is registered before the schedule.
  return campaigns.filter(({ id }) => id === undefined);
}

/** The audience with the service's lists, if somebody has changed them there and the update sends no other audience. */
async function audienceInService(
  { old, props }: ProgramResource,
  account: Account,
  read: () => Promise<CampaignRow | undefined>,
): Promise<Audience | undefined> {
  if (old === undefined || hasOtherAudience(old, props)) return undefined;
  const row = await read();
  const listIds = row && (await otherLists(row, old, account));
  return listIds && { ...props, listIds };
}

/** Findings of the guard `maxRecipients`. Redacts the campaign's secrets, which the schedule's step doesn't know. */
export async function judgeAudience({ campaignId }: CampaignScheduleProps, step: CheckedStep) {
  const { account } = step;
  const campaign = await campaignOf(step);
  const found = await judgeRecipients(async () => {
    if (!campaign) return isUnknown(campaignId) ? { listIds: [unknownValue] } : undefined;
    const read = () => listedCampaign(account, campaignId);
    return (await audienceInService(campaign, account, read)) ?? campaign.props;
  }, account);
  const { secrets = [] } = campaign ?? {};
  return found.map((one) => ({ ...one, problem: redactSecretTexts(one.problem, secrets) }));
}

/**
 * The note about the date and recipients of a schedule. If the schedule depends on an existing Campaign,
 * `reportAudienceInStep` returns the note instead, so that each list is read once.
 */
export async function reportAudienceInProgram(program: Program<CampaignScheduleProps>) {
  const { own, props, account } = program;
  // This check also runs for unchanged schedules, which need no note.
  if (!own.isChanged || (await isRename(program))) return [];
  const campaign = await campaignOf(program);
  const isSeenByStep = campaign !== undefined && typeof own.given?.campaignId !== "string";
  // Reports a new campaign even with `preflight` "off", because the preview's events don't show which one is scheduled.
  if ((isSeenByStep || isPreflightOff(account)) && !isUnknown(props.campaignId)) return [];
  const audience = campaign && (await withAdoptedLists(campaign, program));
  return audienceNote(program, campaign, { audience, lists: account.lists, program });
}

/**
 * Lists of the new campaigns that the schedule may send, with their numbers of contacts. The pull request comment can
 * tell which of the campaigns is sent, but not how many contacts a list has.
 */
async function listsOfNew({ own, resources, account }: Program): Promise<ListSize[]> {
  // A campaign's lists are in one note only. Otherwise, each note would contain the lists of all new campaigns.
  const { isFirst } = recordOf(account.settings);
  const all = await candidatesOf(own, resources);
  const campaigns = all.filter(({ order }) => isFirst(`lists of Campaign ${order}`));
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
  return audienceNote(step, campaign, await audienceRead(campaign, account));
}

/** The audience of an existing campaign and the cache for its lists. Reads the campaign from the cache only. */
async function audienceRead(campaign: ProgramResource, account: Account) {
  const row = campaignsOf(account).cachedReading(campaign.id ?? "");
  const read = async () => (typeof row === "object" && !isClosed(row) ? row : undefined);
  const inService = await audienceInService(campaign, account, read);
  if (inService) return { audience: inService, lists: account.lists };
  const audience = await withAdoptedListsSoFar(campaign, account);
  return { audience, lists: audience === campaign.props ? listsInDiff(account) : account.lists };
}

function hasSameDate({ account, props, old }: Step): boolean {
  const { campaignId, scheduledAt = "" } = props;
  const zone = account.settings.value("timeZone");
  return old.campaignId === campaignId && isSameTime(old.scheduledAt ?? "", scheduledAt, zone);
}

/** The note about a schedule's date and recipients. It lets a reviewer notice an email to the wrong people. */
async function audienceNote(
  { account, props }: Pick<Program<CampaignScheduleProps>, "account" | "props">,
  campaign: ProgramResource | undefined,
  look: {
    readonly audience: Audience | undefined;
    readonly lists: Parameters<typeof countContacts>[1];
    readonly program?: Program;
  },
): Promise<NamedFinding[]> {
  const { audience, lists, program } = look;
  const { campaignId, scheduledAt } = props;
  if (scheduledAt === undefined || isOnlyRecorded(account, props)) return [];
  const isLater = campaign === undefined && isUnknown(campaignId);
  const areListsSecret = hasSecretLists({ ...campaign, props: { ...audience } });
  const unknown = isLater
    ? "only the update knows its campaign"
    : isPreflightOff(account)
      ? "preflight is off"
      : areListsSecret && "its lists are secret";
  const reach: RecipientReach = unknown
    ? { contacts: { unknown }, lists: [] }
    : await countContacts(audience, lists);
  const created = campaign && program ? (await createdLists(campaign, program)).names : [];
  const zone = account.settings.value("timeZone");
  const isLocal = !isUnknown(scheduledAt) && instantMs(scheduledAt) === undefined;
  const note = omitUndefined({
    campaign: nameOf(campaign) ?? (isUnknown(campaignId) ? undefined : campaignId),
    time: isUnknown(scheduledAt) ? "a time that only the update knows" : scheduledAt,
    zone: isLocal ? zone : undefined,
    ...reach,
    created: created.length > 0 && !areListsSecret ? created : undefined,
    // Any of the new campaigns may be the one that the schedule sends.
    others: isLater && program && !isPreflightOff(account) ? await listsOfNew(program) : undefined,
  });
  const tagged = { input: "campaignId", numbers: sizeNumbers(note, { lists: note.others ?? [] }) };
  return [finding("info", "campaign-audience", scheduleNote(note), tagged)];
}

function isPreflightOff({ settings }: Account): boolean {
  return settings.value("preflight") === "off";
}

/** The campaign's logical name, for messages; the input `name` if the engine hasn't passed the logical name. */
function nameOf({ name, props, secrets = [] }: Partial<ProgramResource> = {}): string | undefined {
  const own = props?.name;
  return name === "" && typeof own === "string" ? redactSecretTexts(own, secrets) : name;
}

/** True if the update may be a mere account rename. That changes all resources declared so far, and sends nothing. */
async function isRename({ account, own, resources }: Program): Promise<boolean> {
  const isNew = own.id === undefined;
  if (isNew || account.settings.value("formerAccounts") === undefined) return false;
  const all = await resources();
  return all.every(({ isChanged }) => isChanged);
}

/** Findings about lists without contacts, if a new or adopted campaign gets a date. */
export async function checkNewCampaigns(program: Program<CampaignScheduleProps>) {
  const { own, props, account } = program;
  if (!own.isChanged || !isUnknown(props.campaignId) || isOnlyRecorded(account, props)) return [];
  if (await isRename(program)) return [];
  const candidates = (await candidatesOf(own, program.resources)).filter(
    ({ id }) => id === undefined,
  );
  const isSure = candidates.length === 1;
  const { isFirst } = recordOf(account.settings);
  const found = candidates.map(async (campaign) => {
    // In the plugin, schedules may share candidates. Reports each once, and again if it is a schedule's only candidate.
    if (!isFirst(`empty lists of Campaign ${campaign.order}`) && !isSure) return [];
    const all = await emptyListsOfUndated(campaign, program);
    if (isSure) return all;
    return all.map((one) => (one.level === "error" ? { ...one, level: "warning" as const } : one));
  });
  return (await Promise.all(found)).flat();
}

/** Findings about empty lists, if the campaign has no date. If it has one, the check of the Campaign reports them. */
async function emptyListsOfUndated(campaign: ProgramResource, program: Program) {
  // If the Campaign suppresses this finding, its schedule doesn't report it either.
  if (isIgnored("list-empty", campaign.props)) return [];
  const id = campaign.id ?? campaign.props.existingId;
  const isKnown = typeof id === "string" && !isUnknown(id);
  if (isKnown && (await isDated(program.account, id, campaign.old))) return [];
  return emptyListsOf(campaign, program, campaignInWords(campaign));
}

/**
 * Findings about empty lists if an existing campaign gets a date or another audience. If a dated campaign gets another
 * audience, the check of the Campaign reports its lists.
 */
export async function checkExistingCampaign(step: Step): Promise<NamedFinding[]> {
  const { account, props } = step;
  const { campaignId = "" } = props;
  const campaign = recordOf(account.settings).object("Campaign", campaignId);
  // `checkCreatedLists` checks lists that the update creates, because only the program knows them.
  if (campaign === undefined || containsUnknown(campaign.props.listIds)) return [];
  const { old: before } = campaign;
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
  if (old.scheduledAt === undefined) return isOnlyRecorded(account, props);
  const state = { ...old, ...props } as ScheduleState;
  const zone = account.settings.value("timeZone");
  return notSentReasonOf(state, zone, account.now().earlier) !== undefined;
}

type ScheduledEmail = NonNullable<Awaited<ReturnType<typeof scheduledEmail>>>;

/** Warns if another schedule of the program emails the same list within `audienceGapHours`. */
export async function checkAudienceGap(program: Program): Promise<NamedFinding[]> {
  const { account, own } = program;
  const hours = account.settings.value("audienceGapHours");
  if (hours === 0) return [];
  const others = await program.others("CampaignSchedule");
  if (others.length === 0 || (await isRename(program))) return [];
  const mail = await scheduledEmail(own, program);
  if (mail === undefined) return [];
  const schedules = others.filter(({ props }) => mayBeNear(mail, String(props.scheduledAt), hours));
  const mails = await Promise.all(schedules.map((one) => scheduledEmail(one, program)));
  const dated = mails.filter((other) => other !== undefined);
  return Promise.all(
    emailsWithinGap(mail, dated, hours).map(async ({ other, shared }) => {
      const isSecret = [mail, other].some(({ candidates }) => candidates.some(hasSecretLists));
      const lists = isSecret
        ? [secretListsInWords(shared.length)]
        : await Promise.all(shared.map((list) => listInWords(list, program)));
      const gap = count(hours, "hour");
      const problem = `scheduledAt: ${mail.campaign} (${mail.time}) and ${other.campaign} (${other.time}) both go to ${lists.join(", ")}, less than ${gap} apart. Contacts who are on the list get both. Move a date, or set audienceGapHours to a smaller number of hours.`;
      return finding("warning", "audience-again", problem, { input: "scheduledAt" });
    }),
  );
}

/** The email that a schedule sends. Undefined if its local time isn't known, or if its date is only recorded. */
async function scheduledEmail(schedule: ProgramResource, { account, resources }: Program) {
  const props: Partial<CampaignScheduleProps> = schedule.props;
  const { scheduledAt = "" } = props;
  // Milliseconds of the local time in the service's time zone, read as UTC. Only used to compare two such times.
  const at = localMs(localTime(scheduledAt, account.settings.value("timeZone")) ?? "");
  if (at === undefined || isOnlyRecorded(account, props)) return undefined;
  const candidates = await candidatesOf(schedule, resources);
  const [only, another] = candidates;
  const campaign =
    only === undefined || another !== undefined
      ? `the campaign of CampaignSchedule ${quoted(schedule.name)}`
      : quoted(only.name);
  return { campaign, time: redactSecretTexts(scheduledAt, schedule.secrets ?? []), at, candidates };
}

/** True if two emails may be less than `hours` apart. Parses only the day of `time`, as there may be many pairs. */
function mayBeNear({ at }: ScheduledEmail, time: string, hours: number): boolean {
  return Math.abs(at - Date.parse(time.slice(0, 10))) <= (hours + 2 * 24) * hourMs;
}

/** The other emails within `hours` that share lists with this email. A list is only returned with the nearest email. */
function emailsWithinGap(mail: ScheduledEmail, others: readonly ScheduledEmail[], hours: number) {
  const named = new Set<DeclaredList>();
  return (
    others
      .map((other) => ({ other, apart: Math.abs(mail.at - other.at) }))
      // Compares local times, because daily emails are 24 hours apart in local time even if the clocks change.
      .filter(({ apart }) => apart < hours * hourMs)
      .toSorted((one, other) => one.apart - other.apart)
      .map(({ other }) => {
        const shared = sharedLists(mail, other).filter((list) => !named.has(list));
        for (const list of shared) named.add(list);
        return { other, shared };
      })
      .filter(({ shared }) => shared.length > 0)
  );
}

/** The lists that both emails go to, whichever of their candidates they send. */
function sharedLists(one: ScheduledEmail, other: ScheduledEmail): DeclaredList[] {
  const paired = [...pairableCandidates(one, other), ...pairableCandidates(other, one)];
  const [first, ...rest] = paired;
  if (first === undefined) return [];
  return [...new Set(emailedLists(first))].filter((list) =>
    rest.every((campaign) => emailedLists(campaign).includes(list)),
  );
}

/** The candidates of `one` that leave `other` a different one, because two schedules never send the same campaign. */
function pairableCandidates(one: ScheduledEmail, other: ScheduledEmail): ProgramResource[] {
  return one.candidates.filter(({ order }) =>
    other.candidates.some((another) => another.order !== order),
  );
}

/** The campaign's lists. Empty with a segment, because no operation shows the segment's contacts. */
function emailedLists(campaign: ProgramResource): DeclaredList[] {
  return campaign.props.segmentId === undefined ? listsOf(campaign) : [];
}

async function listInWords(list: DeclaredList, { account, resources }: Program): Promise<string> {
  if (typeof list === "string") {
    // Ignores errors, because another check usually reads this list, too, and reports the error.
    const row = await account.lists.byId(list).catch(ignoreOwnError);
    return row === undefined ? list : `${quoted(row.name)} (${list})`;
  }
  const created = (await resources("List")).find(({ idOutput }) => idOutput === list);
  return created === undefined
    ? "a list that only the update knows"
    : `List ${quoted(created.name)}, which this update creates`;
}
