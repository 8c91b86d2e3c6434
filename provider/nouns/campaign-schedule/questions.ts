import { closedWords, isOver, statusOf } from "../../account/campaign-status";
import { type Audience, countContacts, judgeRecipients } from "../../account/recipients";
import { type Finding, finding, type NamedFinding } from "../../input/finding";
import { isPast, localTime } from "../../input/moment";
import { instantMs } from "../../input/time";
import { isUnknown } from "../../input/unknown";
import { declaredTwice, isSameObject } from "../../lifecycle/declared-twice";
import type { Declared, Preflight, ProgramContext } from "../../lifecycle/preflight";
import { type Reach, type ScheduleNote, scheduleNote } from "./audience";
import { isSameDate } from "./date";
import type { CampaignScheduleProps } from "./props";
import type { ScheduleDecided } from "./reading";
import { isRecordedOnly } from "./rule";
import { judgeSendWindow } from "./send-window";

/** What a preview looks into for a campaign's date. */
export const campaignSchedulePreflight: Preflight<CampaignScheduleProps> = {
  ofProgram: [
    declaredTwice<CampaignScheduleProps>({
      kind: "CampaignSchedule",
      name: "schedule-duplicate",
      isSame: (one, other) => isSameObject(one, other, "campaignId"),
      problem: (other) =>
        `CampaignSchedule "${other}" in this program schedules the same campaign, and either date may win. Declare only one of them.`,
    }),
    tellAudience,
  ],
  guardOfNew: judgeNew,
  ofNew: [
    ({ campaignId, scheduledAt }, { settings, holdings }) =>
      checkOpen({ settings, holdings, campaignId, scheduledAt, isNew: true }),
    checkDated,
  ],
  ofChange: [
    ({ scheduledAt }, { account, id, old, isChanged }) => {
      const { reading } = old as ScheduleDecided;
      if (!isChanged("scheduledAt")) return [];
      // A date that only somebody in the service has changed is sent to a scheduled campaign, and after a pause for it.
      if (reading?.declared === scheduledAt) {
        return reading?.isAwaited ? [] : [finding("warning", "schedule-pause", movedDate)];
      }
      const holdings = () => account;
      return checkOpen({
        settings: account.settings,
        holdings,
        campaignId: id,
        scheduledAt,
        isNew: false,
      });
    },
  ],
};

/** A schedule that was removed left its date in the service, where it is in the way of another one. */
async function checkDated(
  { campaignId, scheduledAt = "", ignoreChecks }: Partial<CampaignScheduleProps>,
  { settings, holdings }: ProgramContext,
): Promise<NamedFinding[]> {
  if (campaignId === undefined || isUnknown(campaignId) || isUnknown(scheduledAt)) return [];
  const zone = settings.value("timeZone");
  if (isRecordedOnly({ scheduledAt, ...(ignoreChecks && { ignoreChecks }) }, zone)) return [];
  if (settings.value("operations") !== "extended")
    return [finding("info", "schedule-pause", mayBeDated)];
  const row = await holdings().campaigns.seen(campaignId);
  if (typeof row === "string" || statusOf(row) !== "scheduled") return [];
  if (isSameDate(row, localTime(scheduledAt, zone) ?? scheduledAt)) return [];
  const problem = `scheduledAt: the campaign is already scheduled in the service, for ${row.scheduledDate ?? "an unknown time"}. The service changes a date only while the campaign is paused: pause it in the service's web pages before you run pulumi up.`;
  return [finding("warning", "schedule-pause", problem)];
}

const mayBeDated =
  "scheduledAt: the campaign may have a date already, which can't be checked, for example from a CampaignSchedule that was removed. The service then changes the date only while the campaign is paused.";

const movedDate =
  "scheduledAt: the date was changed in the service's web pages, and pulumi up sends the declared one. Pause the campaign only after pulumi up has failed and asks for it: one that is paused before is left paused.";

/** What reviewers fear as much as a mail that is sent twice: one that is sent to the wrong people. */
async function tellAudience(
  props: Partial<CampaignScheduleProps>,
  context: ProgramContext,
): Promise<NamedFinding[]> {
  const { campaignId, scheduledAt } = props;
  // A preview may ask of an unchanged one, for what it shares with others.
  if (!context.isChanged) return [];
  if (await isRename(context)) return [];
  const zone = context.settings.value("timeZone");
  if (scheduledAt === undefined || isRecordedOnly({ ...props, scheduledAt }, zone)) return [];
  const campaign = await campaignOf(props, context);
  const name = campaign?.name ?? (isUnknown(campaignId) ? undefined : campaignId);
  const note = {
    ...(name !== undefined && { campaign: name }),
    ...declaredTime(scheduledAt, zone),
    ...(await reachOf(props, campaign, context)),
  };
  return [finding("info", "campaign-audience", scheduleNote(note))];
}

async function reachOf(
  { campaignId }: Partial<CampaignScheduleProps>,
  campaign: Declared | undefined,
  { holdings }: ProgramContext,
): Promise<Reach> {
  if (campaign === undefined && isUnknown(campaignId)) {
    return { contacts: { unknown: "only the update knows its campaign" }, lists: [] };
  }
  const { contacts, lists } = await countContacts(campaign?.props, holdings().lists);
  const sizes = lists.map(({ id, name, contact_count }) => ({ id, name, contacts: contact_count }));
  return { contacts, lists: sizes };
}

/**
 * An account's new name looks like a change of every resource of it, and sends nothing: where another one is unchanged, this is
 * no rename. Of one that is declared later, a door that does not know all of them can't tell yet.
 */
async function isRename({
  isNew,
  settings,
  declared,
  knowsAll,
  order,
}: ProgramContext): Promise<boolean> {
  if (isNew || settings.value("formerAccounts") === undefined) return false;
  const all = await declared();
  return all.every((one) => one.isChanged || (!knowsAll && one.order > order));
}

function declaredTime(
  scheduledAt: string,
  zone: string | undefined,
): Pick<ScheduleNote, "time" | "zone"> {
  if (isUnknown(scheduledAt)) return { time: "a time that only the update knows" };
  const isLocal = instantMs(scheduledAt) === undefined && zone !== undefined;
  return { time: scheduledAt, ...(isLocal && { zone }) };
}

/** A date that is only recorded reaches no one. */
async function judgeNew(
  props: Partial<CampaignScheduleProps>,
  context: ProgramContext,
): Promise<Finding[]> {
  const { scheduledAt = "" } = props;
  const { settings } = context;
  if (isRecordedOnly({ ...props, scheduledAt }, settings.value("timeZone"))) return [];
  const outside = judgeSendWindow(scheduledAt, settings);
  return outside.length > 0 ? outside : judgeAudience(props, context);
}

async function judgeAudience(
  props: Partial<CampaignScheduleProps>,
  context: ProgramContext,
): Promise<Finding[]> {
  const { settings } = context;
  if (settings.value("maxRecipients") === undefined) return [];
  const campaign = await campaignOf(props, context);
  // The update knows which one it is, and judges it.
  if (!campaign && !context.knowsAll && isUnknown(props.campaignId)) return [];
  const audience = campaign?.props as Audience | undefined;
  return judgeRecipients(audience, { settings, lists: context.holdings().lists });
}

/** The Campaign of this program that is scheduled, by its id or as the one whose output the id is. */
async function campaignOf(
  { campaignId }: Partial<CampaignScheduleProps>,
  { origins, declared, knowsAll }: ProgramContext,
): Promise<Declared | undefined> {
  const campaigns = await declared("Campaign");
  if (!isUnknown(campaignId)) return campaigns.find(({ id }) => id === campaignId);
  if (knowsAll) return campaigns.find(({ resource }) => resource === origins.campaignId);
  // Where no origins are known: an id that is yet unknown is that of a new campaign, which comes before its date.
  const [only, another] = campaigns.filter(({ id }) => id === undefined);
  return another === undefined ? only : undefined;
}

interface Dated extends Pick<ProgramContext, "settings" | "holdings"> {
  readonly campaignId: string | undefined;
  readonly scheduledAt: string | undefined;
  readonly isNew: boolean;
}

/** A date is never sent to a campaign that is being sent, was sent or was stopped. */
async function checkOpen({
  settings,
  holdings,
  campaignId,
  scheduledAt,
  isNew,
}: Dated): Promise<NamedFinding[]> {
  const isKnown = campaignId !== undefined && !isUnknown(campaignId);
  if (settings.value("operations") !== "extended" || !isKnown) return [];
  const row = await holdings().campaigns.seen(campaignId);
  if (row === "unread" || row === "missing" || !isOver(row)) return [];
  const isRecorded = isNew && statusOf(row) === "finished" && isPast(scheduledAt ?? "");
  if (isRecorded) return [];
  return [
    finding(
      "error",
      "campaign-closed",
      `campaignId: the campaign ${closedWords[statusOf(row)] ?? ""}, so its date will not be sent, and the update will fail. For another mailing, declare another Campaign with its own CampaignSchedule.`,
    ),
  ];
}
