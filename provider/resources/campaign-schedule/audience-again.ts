import type { ProgramResource } from "../../account/program-record";
import { localTime } from "../../email/date";
import { ignoreOwnError } from "../../errors/error";
import { quoted, redactSecretTexts } from "../../errors/redact";
import { finding, type NamedFinding } from "../../input/finding";
import { localMs } from "../../input/time";
import type { Program } from "../../lifecycle/preflight-check";
import { count } from "../../plain/text";
import { isUnknown } from "../../plain/value";
import { type DeclaredList, listsOf } from "../campaign-shared/empty-lists";
import { hasSecretLists, secretListsInWords } from "../campaign-shared/lists";
import { candidatesOf, isRename } from "./audience";
import { isOnlyRecorded } from "./decide";
import type { CampaignScheduleProps } from "./props";

const hourMs = 3_600_000;

interface ScheduledEmail {
  readonly campaign: string;
  readonly time: string;
  /** The local time in the service's time zone, in milliseconds as if that time were UTC. */
  readonly at: number;
  /** The Campaign that the schedule sends, or several candidates if the Campaign's id isn't known yet. */
  readonly candidates: readonly ProgramResource[];
}

/**
 * Warns if another schedule of the program emails the same list within `audienceGapHours`. Segments aren't compared,
 * because no operation shows their contacts.
 */
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
  const near = emailsWithinGap(
    mail,
    mails.filter((other) => other !== undefined),
    hours,
  );
  return Promise.all(
    near.map(async ({ other, shared }) => {
      const isSecret = [mail, other].some(({ candidates }) => candidates.some(hasSecretLists));
      const lists = isSecret
        ? [secretListsInWords(shared.length)]
        : await Promise.all(shared.map((list) => listInWords(list, program)));
      const gap = count(hours, "hour");
      const problem = `scheduledAt: ${mail.campaign} (${mail.time}) and ${other.campaign} (${other.time}) both go to ${lists.join(", ")}, less than ${gap} apart. ${advice}`;
      return finding("warning", "audience-again", problem, { input: "scheduledAt" });
    }),
  );
}

const advice =
  "Contacts who are on the list get both. Move a date, or set audienceGapHours to a smaller number of hours.";

/**
 * The email that a schedule sends. Undefined if its local time isn't known, or if the update only records the date in
 * the state.
 */
async function scheduledEmail(
  schedule: ProgramResource,
  { account, resources }: Program,
): Promise<ScheduledEmail | undefined> {
  const props: Partial<CampaignScheduleProps> = schedule.props;
  const { scheduledAt } = props;
  if (scheduledAt === undefined || isUnknown(scheduledAt)) return undefined;
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

/**
 * True if the emails may be within the gap. Compares days only, because it runs for each pair of dates, and a program
 * may have hundreds.
 */
function mayBeNear({ at }: ScheduledEmail, time: string, hours: number): boolean {
  return Math.abs(at - Date.parse(time.slice(0, 10))) <= (hours + 2 * 24) * hourMs;
}

/**
 * The emails less than `hours` before or after this email that go to one of its lists, each with these lists. A list
 * that several of the emails share is returned only with the nearest one.
 */
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

/** The lists that every candidate of both emails goes to. So both emails go to them, whichever campaigns they send. */
function sharedLists(one: ScheduledEmail, other: ScheduledEmail): DeclaredList[] {
  const paired = [...pairableCandidates(one, other), ...pairableCandidates(other, one)];
  const [first, ...rest] = paired;
  if (first === undefined) return [];
  return [...new Set(emailedLists(first))].filter((list) =>
    rest.every((campaign) => emailedLists(campaign).includes(list)),
  );
}

/**
 * The campaigns that the first email may send if the two emails send different ones. Leaves out a campaign if it is the
 * only one that the other email may send.
 */
function pairableCandidates(one: ScheduledEmail, other: ScheduledEmail): ProgramResource[] {
  return one.candidates.filter(({ order }) =>
    other.candidates.some((another) => another.order !== order),
  );
}

function emailedLists(campaign: ProgramResource): DeclaredList[] {
  return campaign.props.segmentId === undefined ? listsOf(campaign) : [];
}

async function listInWords(list: DeclaredList, { account, resources }: Program): Promise<string> {
  if (typeof list === "string") {
    // Ignores errors, because another check counts the contacts of this list and reports the same error.
    const row = await account.lists.byId(list).catch(ignoreOwnError);
    return row === undefined ? list : `${quoted(row.name)} (${list})`;
  }
  const created = (await resources("List")).find(({ idOutput }) => idOutput === list);
  return created === undefined
    ? "a list that only the update knows"
    : `List ${quoted(created.name)}, which this update creates`;
}
