import type { Account } from "../../account/account";
import type { Cache } from "../../account/cache";
import type { ProgramResource } from "../../account/program-record";
import type { CampaignRow } from "../../api/campaign";
import { findList, type ListRow } from "../../api/collections";
import { listed } from "../../client/response";
import { localTime } from "../../email/date";
import {
  type Audience,
  beyondLists,
  isSameLists,
  type ListSize,
  type RecipientReach,
  reachInWords,
  reachOf,
  withoutLists,
} from "../../email/recipients";
import { ownError } from "../../errors/error";
import { quoted, quotedId } from "../../errors/redact";
import { sha256 } from "../../input/asset";
import { type Finding, finding, type NamedFinding } from "../../input/finding";
import { localMs } from "../../input/time";
import { requireNone } from "../../lifecycle/failure";
import type { Program } from "../../lifecycle/preflight-check";
import { count, enumerated } from "../../plain/text";
import { containsUnknown, isObject, isUnknown } from "../../plain/value";
import type { Settings } from "../../settings/settings";
import { readingOf } from "./campaign-cache";
import { hasDate } from "./status";

const newAnswers = () => new Map<string, Promise<ListRow | undefined>>();

/** Reads lists of an account for a diff. Each list is read once, and the following update uses the same result. */
export function listsInDiff({ perAccount, main }: Pick<Account, "perAccount" | "main">) {
  const answers = perAccount(newAnswers);
  return {
    byId(id: string): Promise<ListRow | undefined> {
      const answer = answers.get(id) ?? findList(main, id);
      answers.set(id, answer);
      // A failed read isn't cached. Its callers report the error, and the update reads the list again.
      answer.catch(() => answers.delete(id));
      return answer;
    },
  };
}

/** The lists that the campaign doesn't have yet; all lists if those in the state are unconfirmed. */
export function newLists(before: unknown, listIds: readonly string[]): string[] {
  const had: readonly unknown[] = Array.isArray(before) ? before : [];
  return listIds.filter((id) => !had.includes(id));
}

/** Fails if a new list doesn't exist, unless `ignoreChecks` suppresses the finding about an unknown list. */
export async function requireLists(
  { perAccount, main }: Account,
  before: unknown,
  props: Pick<Audience, "listIds"> & Parameters<typeof requireNone>[1],
): Promise<void> {
  const { listIds = [] } = props;
  const answers = perAccount(newAnswers);
  for (const id of newLists(before, listIds)) {
    // Uses the diff's result once, in the update that follows. Without such a result, reads the list now.
    const answer = answers.get(id);
    answers.delete(id);
    const list = await (answer ?? findList(main, id));
    if (list === undefined) requireNone([unknownList(id)], props);
  }
}

export function unknownList(id: string, sameNamed?: ListRow): NamedFinding {
  const advice = sameNamed
    ? `The list with the name ${quoted(sameNamed.name)} has the id ${quotedId(sameNamed.id)}: use the id.`
    : "getLists() returns the lists that exist.";
  const problem = `listIds: the account has no list ${quotedId(id)}, so the update will fail. ${advice}`;
  return finding("error", "list-unknown", problem, { input: "listIds" });
}

/**
 * The ids of a campaign's lists from their names, because the service returns only names. Undefined if there are no
 * names, if they are ambiguous, or if the account's lists are incomplete. A list that wasn't read may have one of the
 * names.
 */
export async function listIdsByName(
  { lists, warnOnce }: Pick<Account, "lists" | "warnOnce">,
  names: string,
): Promise<string[] | undefined> {
  if (listed(names).length === 0) return undefined;
  const rows = await lists.complete().catch((error: unknown) => {
    warnOnce(ownError(error).message);
    return undefined;
  });
  if (rows === undefined) return undefined;
  const idsByName = new Map<string, string[]>();
  for (const { id, name } of rows) {
    // The service returns all names of a campaign in one text, separated by commas, so a comma in a name gets the same form.
    const plain = listed(name).join();
    idsByName.set(plain, [...(idsByName.get(plain) ?? []), id]);
  }
  const [ids, another] = readings(listed(names), idsByName);
  return another === undefined ? ids : undefined;
}

/**
 * All ways to join the comma-separated parts to known names. Stops at two ways, which are enough to see that the text
 * is ambiguous.
 */
function readings(parts: readonly string[], known: ReadonlyMap<string, string[]>): string[][] {
  const mostParts = Math.max(...[...known.keys()].map((name) => name.split(",").length));
  const ways: string[][][] = Array.from({ length: parts.length + 1 }, () => []);
  ways[parts.length] = [[]];
  for (let from = parts.length - 1; from >= 0; from -= 1) {
    const found = ways.slice(from + 1, from + 1 + mostParts).flatMap((rests, more) => {
      const ids = known.get(parts.slice(from, from + 1 + more).join()) ?? [];
      return ids.flatMap((id) => rests.map((rest) => [id, ...rest]));
    });
    ways[from] = found.slice(0, 2);
  }
  return ways[0] ?? [];
}

/** The lists of a campaign in the state, with the hash of the names that the service last returned for them. */
interface KnownLists extends Audience {
  readonly __reading?: { readonly lists?: string };
}

interface Sides {
  readonly old: KnownLists;
  /** The inputs after the update. */
  readonly props: Pick<Audience, "listIds">;
}

/**
 * The sentence about a change that somebody made to a campaign's lists. Undefined if there is none, or if the program
 * declares the same lists.
 */
export async function changedListsSentence(
  row: CampaignRow,
  { old, props: { listIds: declared = [] } }: Sides,
  account: Pick<Account, "lists" | "warnOnce">,
): Promise<string | undefined> {
  const now = await otherLists(row, old, account);
  if (now === undefined || isSameLists(now, declared)) return undefined;
  const { listIds: before = [] } = old;
  const rows = await account.lists.complete();
  const inWords = (ids: readonly string[]) => reachInWords(reachOf(listSizes(ids, rows)));
  const effect = isSameLists(before, declared)
    ? "This update sends no lists, so what it changes goes to these. To send the declared lists, run pulumi refresh before pulumi up."
    : "This update sends the declared lists.";
  return `listIds: somebody has changed the lists in the service's web app: the campaign goes to ${inWords(now)}, and when it was last read, it went to ${inWords(before)}. ${effect}`;
}

/**
 * The ids of the campaign's lists in the service, if they differ from the state and can be determined. Reads all lists
 * of the account, but only if the state doesn't have the names that the service returns now. A renamed list has
 * another name and the same id.
 */
export async function otherLists(
  { lists }: CampaignRow,
  { __reading: reading, ...old }: KnownLists,
  account: Pick<Account, "lists" | "warnOnce">,
): Promise<readonly string[] | undefined> {
  const { listIds } = old;
  if (listIds === undefined || beyondLists(old) !== undefined) return undefined;
  if (reading?.lists === sha256(lists)) return undefined;
  const now = await listIdsByName(account, lists);
  return now && !isSameLists(now, listIds) ? now : undefined;
}

/** The names and sizes of lists. An element is undefined if the account doesn't show the size of that list. */
export function listSizes(
  ids: readonly string[],
  rows: readonly (ListRow | undefined)[],
): (ListSize | undefined)[] {
  return ids.map((id) => {
    const row = rows.find((one) => one?.id === id);
    if (row?.contact_count === undefined) return undefined;
    return { id, name: row.name, contacts: row.contact_count };
  });
}

type Lists = Pick<Cache<ListRow>, "byId">;

/** Counts the contacts of a campaign's lists. Reads each list that wasn't read before. */
export async function countContacts(
  audience: Audience | undefined,
  lists: Lists,
): Promise<RecipientReach> {
  const { listIds = [] } = audience ?? {};
  const known = isUnknown(listIds) ? [] : [...new Set(listIds)].filter((id) => !isUnknown(id));
  const found = await Promise.all(known.map((id) => lists.byId(id)));
  const gone = known.filter((_, at) => found[at] === undefined);
  const reach = reachOf(listSizes(known, found));
  const why = beyondLists(audience) ?? (gone.length > 0 ? withoutLists(gone) : undefined);
  return {
    ...reach,
    ...(why !== undefined && { contacts: { unknown: why } }),
    ...(gone.length > 0 && { gone }),
  };
}

/**
 * Findings of the guard `maxRecipients`. Calls `find` only if that setting is set. Lists or a campaign ("later") that
 * aren't known yet are checked when the update runs.
 */
export async function judgeRecipients(
  find: () => Promise<Audience | "later" | undefined>,
  { settings, lists }: { readonly settings: Settings; readonly lists: Lists },
): Promise<Finding[]> {
  const most = settings.value("maxRecipients");
  if (most === undefined) return [];
  const audience = await find();
  if (audience === "later") return [];
  if (audience?.segmentId === undefined && containsUnknown(audience?.listIds)) return [];
  const beyond = beyondLists(audience);
  const place = settings.origin("maxRecipients")?.place ?? settings.place("maxRecipients");
  // If the number of contacts can't be determined, no list is read.
  const { contacts } =
    beyond === undefined ? await countContacts(audience, lists) : { contacts: { unknown: beyond } };
  if (typeof contacts !== "number") {
    const problem = `the setting maxRecipients allows ${count(most, "contact")} (${place}), but the number of contacts of this campaign is not known: ${contacts.unknown}. To continue anyway, add "recipients-unknown" to ignoreChecks.`;
    return [finding("error", "recipients-unknown", problem)];
  }
  if (contacts <= most) return [];
  const { limit } = audience?.rules ?? {};
  const problem = `the campaign goes to ${contacts} contacts, but the setting maxRecipients allows ${most} (${place}). Use smaller lists, or raise the setting.`;
  if (limit === undefined || limit > most) return [{ path: "", problem }];
  const relied = `${problem} rules.limit is ${limit}, but no documentation says what the service makes of it. To judge by the limit, add "recipients-limit" to ignoreChecks.`;
  return [finding("error", "recipients-limit", relied)];
}

/** A list in a program: its id, or, if the update creates the list, the output that will contain the id. */
export type DeclaredList = string | object;

export function listsOf({ props, given = {} }: ProgramResource): DeclaredList[] {
  const [ids, outputs] = [elements(props.listIds), elements(given.listIds)];
  // A transform may have changed the list ids. Outputs and ids only correspond by position if both have the same
  // length.
  const isAsGiven = outputs.length === ids.length;
  return ids.flatMap((id, at): DeclaredList[] => {
    if (!isUnknown(id)) return typeof id === "string" ? [id] : [];
    const output = isAsGiven ? outputs[at] : undefined;
    return isObject(output) ? [output] : [];
  });
}

function elements(all: unknown): readonly unknown[] {
  return Array.isArray(all) ? all : [];
}

/** Those lists of a campaign that the same update creates. */
interface CreatedLists {
  readonly names: readonly string[];
  /** True if the update also creates lists whose names aren't known. */
  readonly hasOthers: boolean;
  /** True if the update creates all lists whose ids aren't known yet. */
  readonly isAll: boolean;
}

export async function createdLists(
  campaign: ProgramResource,
  { resources }: Pick<Program, "resources">,
): Promise<CreatedLists> {
  const unknown = elements(campaign.props.listIds).filter(isUnknown);
  if (unknown.length === 0) return { names: [], hasOthers: false, isAll: true };
  const lists = await resources("List");
  const outputs: readonly unknown[] = listsOf(campaign).filter(isObject);
  // The plugin can't tell which output belongs to an id, but it sees each list before the campaigns that use the list.
  const areOutputsKnown = campaign.given !== undefined;
  const own = areOutputsKnown
    ? lists.filter(({ idOutput }) => idOutput !== undefined && outputs.includes(idOutput))
    : lists.filter(({ id }) => id === undefined);
  const known = own.flatMap(({ props: { name } }) =>
    typeof name === "string" && !isUnknown(name) ? [name] : [],
  );
  const names = areOutputsKnown || own.length === unknown.length ? known : [];
  const isAll = own.length >= unknown.length;
  return { names, hasOthers: names.length < own.length, isAll };
}

interface Looked {
  readonly audience: Audience;
  /** The lists of the campaign whose contacts were counted. */
  readonly reach: Pick<RecipientReach, "lists">;
  readonly created?: CreatedLists;
  /** The campaign in words, for a finding that its schedule reports. */
  readonly of?: string;
}

const mostNamed = 5;

/**
 * Findings about the empty lists of a scheduled campaign. An update sends empty lists to the service like other lists.
 */
export function emptyLists({ audience, reach, created, of }: Looked): NamedFinding[] {
  const { names = [], hasOthers = false, isAll = true } = created ?? {};
  const empty = reach.lists.filter(({ contacts }) => contacts === 0);
  const all = [
    ...empty.map(({ id, name }) => `the list ${quoted(name)} (${id})`),
    ...names.map((name) => `the new list ${quoted(name)}`),
    ...(hasOthers ? ["a list that this update creates"] : []),
  ];
  if (all.length === 0) return [];
  const known = (audience.listIds ?? []).filter((id) => !isUnknown(id));
  const goesToLists = beyondLists({ ...audience, listIds: [] }) === undefined;
  const isNobody =
    goesToLists && isAll && known.every((id) => empty.some((list) => list.id === id));
  const isOne = all.length === 1;
  const [front, whose] = of === undefined ? ["listIds", ""] : ["campaignId", ` of ${of}`];
  const effect = isNobody
    ? "the campaign would be sent to no one"
    : `no one would get the campaign through ${isOne ? "it" : "them"}`;
  const advice = isOne ? "to it, or use another list" : "to them, or use other lists";
  const problem = `${front}: ${enumerated(all, mostNamed)}${whose} ${isOne ? "has" : "have"} no contacts, so ${effect}. Add contacts ${advice}.`;
  const isNew = names.length > 0 || hasOthers;
  return [
    finding(isNew ? "warning" : isNobody ? "error" : "info", "list-empty", problem, {
      input: front,
    }),
  ];
}

/** True if the campaign is scheduled or paused in the service. Uses the state if the campaign can't be read. */
export async function isDated(
  account: Account,
  id: string,
  old: { readonly status?: string | undefined } = {},
): Promise<boolean> {
  const row = await readingOf(account, id);
  const { status } = typeof row === "object" ? row : old;
  return hasDate(status);
}

/** True if `ignoreChecks` of a campaign contains `list-empty`, which its schedule must not report then either. */
export function ignoresEmptyLists({ ignoreChecks }: { readonly ignoreChecks?: unknown }): boolean {
  return Array.isArray(ignoreChecks) && ignoreChecks.includes("list-empty");
}

const minuteMs = 60_000;
const minutesOfWeek = 7 * 24 * 60;
/** A Monday at 00:00. Local times are computed as if they were UTC times. */
const mondayMs = Date.UTC(2024, 0, 1);

/** Findings of the guard `sendWindow` about a date. */
export function judgeSendWindow(scheduledAt: string, settings: Settings): Finding[] {
  const spans = settings.value("sendWindow");
  if (spans === undefined || isUnknown(scheduledAt)) return [];
  const zone = settings.value("timeZone");
  // An instant has no local time if the time zone isn't known. Another check reports that.
  const at = localMs(localTime(scheduledAt, zone) ?? "");
  if (at === undefined) return [];
  const sinceMonday = ((at - mondayMs) / minuteMs) % minutesOfWeek;
  // A time span may cross the end of the week, so the time is also compared with one week added.
  const minutes = [sinceMonday, sinceMonday + minutesOfWeek];
  if (spans.some(({ from, to }) => minutes.some((one) => from <= one && one <= to))) return [];
  const { text = "", place } = settings.origin("sendWindow") ?? {};
  const [day] = new Date(at).toUTCString().split(",");
  const time = new Date(at).toISOString().slice(0, 19).replace("T", " ");
  const where = zone === undefined ? "" : ` (${zone})`;
  const problem = `${day} ${time}${where} is outside the setting sendWindow, ${quoted(text)} (${place}). Set a time within it.`;
  return [{ path: "scheduledAt", problem }];
}
