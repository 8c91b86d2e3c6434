import { seenObject } from "../../account/step";
import type { NamedFinding } from "../../input/finding";
import { endingOf } from "../../input/mailing-date";
import { isSameTime } from "../../input/moment";
import { containsUnknown, isUnknown } from "../../input/plain";
import { type Audience, hasOtherAudience } from "../../input/recipients";
import type { CheckedStep, Declared, Program } from "../../lifecycle/preflight-check";
import { createdLists, emptyLists, isDated, letsPassEmpty } from "../campaigns/empty-lists";
import { countContacts, listsInDiff } from "../campaigns/recipients";
import { campaignInWords } from "../campaigns/status";
import { isOnlyRecorded } from "./decide";
import type { CampaignScheduleOutputs, CampaignScheduleProps, ScheduleState } from "./props";
import { campaignOf, candidatesOf, isRename } from "./recipients";

type Step = CheckedStep<CampaignScheduleProps, CampaignScheduleOutputs>;

/**
 * Campaigns that the plugin has already reported, because it can't tell which of several new ones a date belongs to.
 */
const newReported = () => new Set<number>();

/** Findings if a new or adopted campaign gets a date, and its lists have no contacts. */
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
  const reported = account.perAccount(newReported);
  const found = candidates.map(async (campaign) => {
    if (!isSure && reported.has(campaign.order)) return [];
    reported.add(campaign.order);
    const all = await ofNewCampaign(campaign, program);
    return isSure ? all : all.map((one) => (one.level === "error" ? asWarning(one) : one));
  });
  return (await Promise.all(found)).flat();
}

function asWarning(found: NamedFinding): NamedFinding {
  return { ...found, level: "warning" };
}

async function ofNewCampaign(campaign: Declared, program: Program): Promise<NamedFinding[]> {
  const { account } = program;
  const audience: Audience & { readonly existingId?: unknown } = campaign.props;
  const { existingId } = audience;
  if (letsPassEmpty(campaign.props)) return [];
  // A campaign that is already scheduled reports its lists itself.
  const isAdopted = typeof existingId === "string" && !isUnknown(existingId);
  if (isAdopted && (await isDated(account, existingId))) return [];
  const reach = await countContacts(audience, account.lists);
  const created = await createdLists(campaign, program);
  return emptyLists({ audience, reach, created, of: campaignInWords(campaign) });
}

/**
 * Findings if an existing campaign gets a date, or other lists under its date, and the lists have no contacts. Each
 * list is read at most once.
 */
export async function checkOtherLists(step: Step): Promise<NamedFinding[]> {
  const { account, props, old } = step;
  const { campaignId, scheduledAt = "" } = props;
  if (campaignId === undefined || isUnknown(campaignId)) return [];
  const campaign = seenObject(account.settings, "Campaign", campaignId);
  // Lists that the update creates are checked in the program, which knows them.
  if (campaign === undefined || containsUnknown(campaign.props.listIds)) return [];
  const { props: audience, old: before }: Audiences = campaign;
  const isChanged = before !== undefined && hasOtherAudience(before, audience);
  const zone = account.settings.value("timeZone");
  const isDateSame =
    old.campaignId === campaignId && isSameTime(old.scheduledAt ?? "", scheduledAt, zone);
  if ((isDateSame && !isChanged) || isOver(step)) return [];
  if (letsPassEmpty(campaign.props)) return [];
  if (isChanged && (await isDated(account, campaignId, before))) return [];
  const reach = await countContacts(audience, listsInDiff(account));
  return emptyLists({ audience, reach, of: campaignInWords({ name: "", ...campaign }) });
}

interface Audiences {
  readonly props: Audience;
  readonly old?: Audience & { readonly status?: string };
}

/** Findings if the update creates a list for an existing campaign with a date. */
export async function checkCreatedLists(
  program: Program<CampaignScheduleProps, CampaignScheduleOutputs>,
): Promise<NamedFinding[]> {
  const campaign = await campaignOf(program);
  const { id, props: audience = {} } = campaign ?? {};
  if (campaign === undefined || id === undefined || !containsUnknown(audience.listIds)) return [];
  if (isOver(program) || letsPassEmpty(audience)) return [];
  const created = await createdLists(campaign, program);
  return emptyLists({ audience, reach: { lists: [] }, created, of: campaignInWords(campaign) });
}

/** True if the campaign of this date won't be sent any more. */
function isOver({ account, props, old }: Step): boolean {
  const { settings, now } = account;
  if (isOnlyRecorded(account, props)) return true;
  if (old.scheduledAt === undefined) return false;
  const state = { ...old, ...props } as ScheduleState;
  return endingOf(state, settings.value("timeZone"), now().earlier) !== undefined;
}
