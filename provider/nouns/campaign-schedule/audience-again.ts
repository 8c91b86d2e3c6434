import { unlessOwnError } from "../../errors/error";
import { concealed } from "../../errors/redact";
import { finding, type NamedFinding } from "../../input/finding";
import { isRecordedOnly } from "../../input/mailing-date";
import { localTime } from "../../input/moment";
import { isUnknown } from "../../input/plain";
import { localMs } from "../../input/time";
import { othersThan } from "../../lifecycle/duplicate";
import type { Declared, QuestionContext } from "../../lifecycle/question";
import { candidatesOf } from "./audience";
import type { CampaignScheduleProps } from "./props";

const hourMs = 3_600_000;

/** A date on which people are mailed. */
interface DeclaredMail {
  /** The campaign in a sentence. */
  readonly campaign: string;
  /** As it is declared. */
  readonly time: string;
  /** By the clocks of the service, counted as if they showed UTC. */
  readonly at: number;
  /** The Campaign, or several where it is not shown which of them it is. */
  readonly candidates: readonly Declared[];
}

/** A list by its id, or by the output that its id is: one that the update creates has none yet. */
type SharedList = string | object;

/**
 * Warns of people whom another schedule of the program mails within hours. Segments aren't judged: no operation shows who is
 * in one.
 */
export async function checkAudienceAgain(context: QuestionContext): Promise<NamedFinding[]> {
  const { account, own, declared } = context;
  const hours = account.settings.value("audienceGapHours");
  const mail = hours === 0 ? undefined : await mailOf(own, context);
  if (mail === undefined) return [];
  const schedules = othersThan(own, await declared("CampaignSchedule")).filter(({ props }) =>
    mayBeNear(mail, String(props.scheduledAt), hours),
  );
  const others = await Promise.all(schedules.map((one) => mailOf(one, context)));
  const near = nearOnes(
    mail,
    others.filter((other) => other !== undefined),
    hours,
  );
  return Promise.all(
    near.map(async ({ other, shared }) => {
      const lists = await Promise.all(shared.map((list) => listInWords(list, context)));
      const problem = `scheduledAt: ${mail.campaign} (${mail.time}) and ${other.campaign} (${other.time}) both go to ${lists.join(", ")}, less than ${inHours(hours)} apart. ${advice}`;
      return finding("warning", "audience-again", problem);
    }),
  );
}

const advice =
  "Contacts who are on the list get both. Move a date, or set audienceGapHours to a smaller number of hours.";

/** What a schedule mails: nothing where the date or the lists can't be known, or the date is only recorded. */
async function mailOf(
  schedule: Declared,
  context: QuestionContext,
): Promise<DeclaredMail | undefined> {
  const props: Partial<CampaignScheduleProps> = schedule.props;
  const { scheduledAt } = props;
  const { settings, now } = context.account;
  const zone = settings.value("timeZone");
  if (scheduledAt === undefined || isUnknown(scheduledAt)) return undefined;
  const at = localMs(localTime(scheduledAt, zone) ?? "");
  if (at === undefined) return undefined;
  if (isRecordedOnly({ ...props, scheduledAt }, zone, now().earlier)) return undefined;
  const { declared, knowsAll } = context;
  const candidates = await candidatesOf(props, { own: schedule, declared, knowsAll });
  const [only, another] = candidates;
  const campaign =
    only === undefined || another !== undefined
      ? `the campaign of CampaignSchedule ${JSON.stringify(schedule.name)}`
      : JSON.stringify(only.name);
  return { campaign, time: concealed(scheduledAt, schedule.secrets ?? []), at, candidates };
}

/** Of hundreds of dates, most are told apart by their days alone. */
function mayBeNear({ at }: DeclaredMail, time: string, hours: number): boolean {
  return Math.abs(at - Date.parse(time.slice(0, 10))) <= (hours + 2 * 24) * hourMs;
}

/** The mails that are near, each with the lists that both go to: of each list, the nearest mail is enough. */
function nearOnes(mail: DeclaredMail, others: readonly DeclaredMail[], hours: number) {
  const named = new Set<SharedList>();
  return (
    others
      .map((other) => ({ other, apart: Math.abs(mail.at - other.at) }))
      // What is sent every day at the same time is sent a day apart, whatever the clocks do in between.
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

/** The lists that both go to, whichever campaigns they are. */
function sharedLists(one: DeclaredMail, other: DeclaredMail): SharedList[] {
  const [first, ...rest] = one.candidates.flatMap((campaign) =>
    other.candidates
      .filter(({ order }) => order !== campaign.order)
      .flatMap((another) => [listsOf(campaign), listsOf(another)]),
  );
  return [...(first ?? [])].filter((list) => rest.every((lists) => lists.has(list)));
}

function inHours(hours: number): string {
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** What a campaign goes to; nothing where it goes to a segment. */
function listsOf({ props, given }: Declared): Set<SharedList> {
  const { listIds, segmentId } = props;
  const ids: readonly unknown[] = Array.isArray(listIds) && segmentId === undefined ? listIds : [];
  const outputs: readonly unknown[] = Array.isArray(given.listIds) ? given.listIds : [];
  // What a transform makes of them may have other places.
  const isAsGiven = outputs.length === ids.length;
  return new Set(
    ids.flatMap((id, at): SharedList[] => {
      if (!isUnknown(id)) return typeof id === "string" ? [id] : [];
      const output = isAsGiven ? outputs[at] : undefined;
      return typeof output === "object" && output !== null ? [output] : [];
    }),
  );
}

/** A list in a sentence. */
async function listInWords(
  list: SharedList,
  { account, declared }: QuestionContext,
): Promise<string> {
  if (typeof list === "string") {
    // The count of contacts asks for the same list, and says why it can't be read.
    const row = await account.lists.byId(list).catch(unlessOwnError);
    return row === undefined ? list : `${JSON.stringify(row.name)} (${list})`;
  }
  const created = (await declared("List")).find(({ idOutput }) => idOutput === list);
  return created === undefined
    ? "a list that only the update knows"
    : `List ${JSON.stringify(created.name)}, which this update creates`;
}
