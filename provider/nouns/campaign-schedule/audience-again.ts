import { statusOf } from "../../account/campaign-status";
import type { CampaignRow } from "../../api/campaign-list";
import { concealed } from "../../input/conceal";
import { finding, type NamedFinding } from "../../input/finding";
import { localTime } from "../../input/moment";
import { localMs } from "../../input/time";
import { isUnknown } from "../../input/unknown";
import { othersThan } from "../../lifecycle/declared-twice";
import type { Declared, QuestionContext } from "../../lifecycle/question";
import { candidatesOf } from "./campaign";
import type { CampaignScheduleProps } from "./props";
import { isRecordedOnly } from "./rule";
import {
  inWords,
  isId,
  listInWords,
  listsOf,
  nameOf,
  type SharedList,
  sharedByAll,
} from "./shared-list";

const hourMs = 3_600_000;

/** One date on which people are mailed. */
interface Mail {
  /** The campaign in a sentence. */
  readonly campaign: string;
  /** As it is declared, or as the service gives it. */
  readonly time: string;
  /** By the clocks of the service, counted as if they showed UTC. */
  readonly at: number;
}

interface DeclaredMail extends Mail {
  /** The Campaign, or those that it may be. */
  readonly candidates: readonly Declared[];
}

/** Two mails to the same people, and the lists that these are on. */
interface Pair<Other, Of extends SharedList = SharedList> {
  readonly other: Other;
  readonly shared: readonly Of[];
}

/**
 * Warns of people whom another schedule of the program mails within hours. Segments aren't judged: no operation shows who is
 * in one.
 */
export async function checkProgramAgain(context: QuestionContext): Promise<NamedFinding[]> {
  const { account, own, declared } = context;
  const hours = account.settings.value("audienceGapHours");
  const mail = hours === 0 ? undefined : await mailOf(own, context);
  if (mail === undefined) return [];
  const schedules = othersThan(own, await declared("CampaignSchedule")).filter(({ props }) =>
    mayBeNear(mail, String(props.scheduledAt), hours),
  );
  const others = await Promise.all(schedules.map((one) => mailOf(one, context)));
  const pairs = others
    .filter((other) => other !== undefined)
    .filter((other) => isNear(mail, other, hours))
    .map((other) => ({ other, shared: sharedLists(mail, other) }));
  return Promise.all(
    nearestOfEachList(mail, pairs).map(async ({ other, shared }) => {
      const lists = await Promise.all(shared.map((list) => listInWords(list, context)));
      const problem = `scheduledAt: ${mail.campaign} (${mail.time}) and ${other.campaign} (${other.time}) both go to ${lists.join(", ")}, less than ${inHours(hours)} apart. ${advice}`;
      return finding("warning", "audience-again", problem);
    }),
  );
}

const advice =
  "Contacts who are on the list get both. Move a date, or set audienceGapHours to a smaller number of hours.";

/** Does the same with what else the account has scheduled, sends or has sent, where its campaigns can be read. */
export async function checkAccountAgain(context: QuestionContext): Promise<NamedFinding[]> {
  const { account, own } = context;
  const hours = account.settings.value("audienceGapHours");
  if (hours === 0 || !account.settings.isExtended || !own.isChanged) return [];
  const mail = await mailOf(own, context);
  const listIds = [...sharedByAll(mail?.candidates.map(listsOf) ?? [])].filter(isId);
  if (mail === undefined || listIds.length === 0) return [];
  const rows = await account.campaigns.listed();
  if (rows === "unread") return [];
  const ofProgram = await idsOfProgram(context);
  const zone = account.settings.value("timeZone");
  const near = rows
    .filter((row) => mayBeNear(mail, row.scheduledDate ?? "", hours))
    .filter((row) => mailing.has(statusOf(row)) && !ofProgram.has(row.id))
    .flatMap((row) => mailOfRow(row, zone))
    .filter((other) => isNear(mail, other, hours));
  if (near.length === 0) return [];
  const names = await Promise.all(listIds.map((id) => nameOf(id, account)));
  const pairs = near.map((other) => ({
    other,
    shared: listIds.filter((_id, at) => hasList(other.row, names[at])),
  }));
  return nearestOfEachList(mail, pairs).map(({ other, shared }) => {
    const known = shared.map((id) => [id, names[listIds.indexOf(id)]] as const);
    const lists = known.map(([id, name]) => inWords(id, name)).join(", ");
    const doubt =
      zone === undefined
        ? " This is not certain, because the setting timeZone is missing."
        : known.some(([, name]) => name?.includes(","))
          ? " This is not certain, because the service separates the names of lists by commas."
          : "";
    const problem = `scheduledAt: ${mail.campaign} (${mail.time}) and ${other.campaign} (${other.time}) of the account, which has the status "${statusOf(other.row)}", both go to ${lists}, less than ${inHours(hours)} apart.${doubt} ${advice}`;
    return finding(doubt === "" ? "warning" : "info", "audience-again", problem);
  });
}

/** The words for campaigns that are mailed, as far as nobody stops them. */
const mailing = new Set(["scheduled", "processing", "finished"]);

/** The campaigns of the program, whose own dates count: those of the account are the ones before the update. */
async function idsOfProgram({
  account,
  declared,
}: QuestionContext): Promise<Pick<Set<unknown>, "has">> {
  const [campaigns, schedules] = await Promise.all([
    declared("Campaign"),
    declared("CampaignSchedule"),
  ]);
  const ids = new Set([
    ...campaigns.flatMap(({ id, props }) => [id, props.existingId]),
    ...schedules.map(({ props }) => props.campaignId),
  ]);
  return { has: (id) => ids.has(id) || account.campaigns.isManaged(String(id)) };
}

interface AccountMail extends Mail {
  readonly row: CampaignRow;
}

/** Nothing where the form of the date is not known. */
function mailOfRow(row: CampaignRow, zone: string | undefined): AccountMail[] {
  const { id, name, scheduledDate: time = "" } = row;
  const text = time.replace(/\.\d+/, "");
  const local = localTime(text, zone)?.replace("T", " ");
  const at = localMs(local ?? "");
  return at === undefined ? [] : [{ campaign: inWords(id, name), time, at, row }];
}

/** Whether a row names a list, between the commas that separate its names. */
function hasList({ lists }: CampaignRow, name: string | undefined): boolean {
  if (name === undefined) return false;
  return trimmed(lists).includes(trimmed(name));
}

function trimmed(names: string): string {
  const parts = names.split(",").map((name) => name.trim());
  return `,${parts.join(",")},`;
}

/** What a schedule mails: nothing where the date or the lists can't be known, or the date is only recorded. */
async function mailOf(
  schedule: Declared,
  context: QuestionContext,
): Promise<DeclaredMail | undefined> {
  const props: Partial<CampaignScheduleProps> = schedule.props;
  const { scheduledAt } = props;
  const zone = context.account.settings.value("timeZone");
  if (scheduledAt === undefined || isUnknown(scheduledAt)) return undefined;
  const at = localMs(localTime(scheduledAt, zone) ?? "");
  if (at === undefined || isRecordedOnly({ ...props, scheduledAt }, zone)) return undefined;
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
function mayBeNear({ at }: Mail, time: string, hours: number): boolean {
  return Math.abs(at - Date.parse(time.slice(0, 10))) <= (hours + 2 * 24) * hourMs;
}

function isNear(one: Mail, other: Mail, hours: number): boolean {
  // What is sent every day at the same time is sent a day apart, whatever the clocks do in between.
  return Math.abs(one.at - other.at) < hours * hourMs;
}

/** The lists that both go to, whichever campaigns they are. */
function sharedLists(one: DeclaredMail, other: DeclaredMail): SharedList[] {
  const pairs = one.candidates.flatMap((campaign) =>
    other.candidates
      .filter(({ order }) => order !== campaign.order)
      .flatMap((another) => [listsOf(campaign), listsOf(another)]),
  );
  return [...sharedByAll(pairs)];
}

/** Of each list, the mail that is nearest: one sentence for each mail is enough. */
function nearestOfEachList<Other extends Mail, Of extends SharedList>(
  mail: Mail,
  pairs: readonly Pair<Other, Of>[],
): Pair<Other, Of>[] {
  const told = new Set<Of>();
  return pairs
    .toSorted((one, other) => distance(mail, one.other) - distance(mail, other.other))
    .map(({ other, shared }) => {
      const news = shared.filter((list) => !told.has(list));
      for (const list of news) told.add(list);
      return { other, shared: news };
    })
    .filter(({ shared }) => shared.length > 0);
}

function distance(one: Mail, other: Mail): number {
  return Math.abs(one.at - other.at);
}

function inHours(hours: number): string {
  return hours === 1 ? "1 hour" : `${hours} hours`;
}
