import type { Account } from "../../account/account";
import type { Cache } from "../../account/cache";
import { type ProgramResource, recordOf } from "../../account/program-record";
import type { CampaignRow } from "../../api/campaign";
import { findList, type ListRow } from "../../api/collections";
import { splitByComma } from "../../client/response";
import {
  type Audience,
  isSameLists,
  type RecipientReach,
  unknownRecipientsReason,
  withoutLists,
} from "../../email/recipients";
import { requireOwnError } from "../../errors/error";
import { quoted, quotedId } from "../../errors/redact";
import { type Finding, finding, type NamedFinding } from "../../input/finding";
import { requireNone } from "../../lifecycle/failure";
import type { Program } from "../../lifecycle/lifecycle";
import { count, enumerate } from "../../plain/text";
import { containsUnknown, isObject, isUnknown, stringsIn, unknownValue } from "../../plain/value";
import { listedCampaign } from "./campaign-cache";
import { hasDate } from "./status";

const newListCache = () => new Map<string, Promise<ListRow | undefined>>();

/** Reads lists of an account for diffs. Other diffs, and an update that adds the list, use the same result. */
export function listsInDiff({ perAccount, main }: Pick<Account, "perAccount" | "main">) {
  const answers = perAccount(newListCache);
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

/** The lists that the campaign doesn't have yet; all lists if the state has no list ids, or only unconfirmed ones. */
export function addedLists(before: unknown, listIds: readonly string[]): string[] {
  const had = stringsIn(before);
  return listIds.filter((id) => !had.includes(id));
}

/** Fails if an added list doesn't exist, unless `ignoreChecks` suppresses the finding about an unknown list. */
export async function requireLists(
  { perAccount, main }: Account,
  before: unknown,
  props: Pick<Audience, "listIds"> & Parameters<typeof requireNone>[1],
): Promise<void> {
  const { listIds = [] } = props;
  const answers = perAccount(newListCache);
  for (const id of addedLists(before, listIds)) {
    // If the diff has read this list, use its result, but only once: a later update reads the list again.
    const answer = answers.get(id);
    answers.delete(id);
    const list = await (answer ?? findList(main, id));
    if (list === undefined) requireNone(unknownList(id), props);
  }
}

export function unknownList(id: string, sameNamed?: ListRow): NamedFinding {
  const advice = sameNamed
    ? `The list with the name ${quoted(sameNamed.name)} has the id ${quotedId(sameNamed.id)}: use the id.`
    : "getLists() returns the lists that exist.";
  const problem = `listIds: the account has no list ${quotedId(id)}, so the update will fail. ${advice}`;
  return finding("error", "list-unknown", problem, { input: "listIds" });
}

/** Finds list ids by name, because the service returns no ids. Undefined without names, or if an id is uncertain. */
export async function listIdsByName(
  { lists, warnOnce }: Pick<Account, "lists" | "warnOnce">,
  names: string,
): Promise<string[] | undefined> {
  if (splitByComma(names).length === 0) return undefined;
  const rows = await lists.complete().catch((error: unknown) => {
    warnOnce(requireOwnError(error).message);
    return undefined;
  });
  // If not all lists were read, another list may have one of the names, so the ids are uncertain.
  if (rows === undefined) return undefined;
  const idsByName = new Map<string, string[]>();
  for (const { id, name } of rows) {
    // Names may contain commas, and the service joins them by commas, perhaps with spaces. So drop spaces at commas.
    const plain = splitByComma(name).join();
    idsByName.set(plain, [...(idsByName.get(plain) ?? []), id]);
  }
  const [ids, another] = possibleLists(splitByComma(names), idsByName);
  return another === undefined ? ids : undefined;
}

/** The ways, as list ids, to read the parts as names, which may contain commas. Two are enough to show ambiguity. */
function possibleLists(parts: readonly string[], known: ReadonlyMap<string, string[]>): string[][] {
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

/**
 * The ids of a campaign's lists in the service if they differ from the audience; "open" if they are unknown. Returns
 * "same" without comparing if the audience isn't just known lists, but for example a segment, because the service
 * returns only lists.
 */
export async function listsInService(
  account: Pick<Account, "lists" | "warnOnce">,
  { lists }: Pick<CampaignRow, "lists">,
  audience: Audience,
): Promise<readonly string[] | "same" | "open"> {
  const { listIds } = audience;
  if (listIds === undefined || unknownRecipientsReason(audience) !== undefined) return "same";
  const now = await listIdsByName(account, lists);
  if (now === undefined) return "open";
  return isSameLists(now, listIds) ? "same" : now;
}

/** The words for lists that a message must not name. */
export function secretListsInWords(total: number): string {
  return total === 1 ? "a secret list" : `${total} secret lists`;
}

/** The lists whose size the account shows, and the number of contacts in all lists together. */
export function reachOf(
  ids: readonly string[],
  rows: readonly (ListRow | undefined)[],
): RecipientReach {
  const lists = ids.flatMap((id) => {
    const row = rows.find((one) => one?.id === id);
    if (row?.contact_count === undefined) return [];
    return { id, name: row.name, contacts: row.contact_count };
  });
  const unknown = "the service reports no number of contacts for one of its lists";
  const sum = lists.reduce((all, { contacts }) => all + contacts, 0);
  return { contacts: lists.length < ids.length ? { unknown } : sum, lists };
}

type Lists = Pick<Cache<ListRow>, "byId">;

/** Counts the contacts of a campaign's lists. Reads each list that wasn't read before. */
export async function countContacts(audience: Audience | undefined, lists: Lists) {
  const known = [...new Set(stringsIn(audience?.listIds))];
  const found = await Promise.all(known.map((id) => lists.byId(id)));
  const gone = known.filter((_, at) => found[at] === undefined);
  const reach = reachOf(known, found);
  const why =
    unknownRecipientsReason(audience) ?? (gone.length > 0 ? withoutLists(gone) : undefined);
  return {
    ...reach,
    ...(why !== undefined && { contacts: { unknown: why } }),
    ...(gone.length > 0 && { gone }),
  };
}

/** Findings of the guard `maxRecipients`. If list ids aren't known yet, the update checks them. */
export async function judgeRecipients(
  find: () => Promise<Audience | undefined>,
  { settings, lists }: Pick<Account, "settings"> & { readonly lists: Lists },
): Promise<Finding[]> {
  const most = settings.value("maxRecipients");
  if (most === undefined) return [];
  const audience = await find();
  if (audience?.segmentId === undefined && containsUnknown(audience?.listIds)) return [];
  const beyond = unknownRecipientsReason(audience);
  const place = settings.placeInUse("maxRecipients");
  // If the lists don't tell the number of contacts, for example with a segment, they aren't read.
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

/** True if the id of a declared list, or of a list in the state, is a secret of the campaign. */
export function hasSecretLists(campaign: {
  readonly old?: Audience;
  readonly props?: Audience;
  readonly secrets?: readonly string[] | undefined;
}): boolean {
  const { old, props, secrets = [] } = campaign;
  return stringsIn([old?.listIds, props?.listIds]).some((id) => secrets.includes(id));
}

/** A list in a program: its id, or the output for an id that isn't known yet. */
export type DeclaredList = string | object;

export function listsOf({ props, given = {} }: ProgramResource): DeclaredList[] {
  const [ids, outputs] = [elements(props.listIds), elements(given.listIds)];
  // A transform may change the list ids. Outputs and ids only correspond by position if both have the same length.
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

/**
 * The Lists behind unknown list ids. An element is undefined if no List of the program gives the id. Without outputs,
 * as in the plugin, returns all new Lists so far, because the engine registers a List before its campaigns.
 */
async function listsOfUnknownIds(
  campaign: ProgramResource,
  { resources }: Pick<Program, "resources">,
): Promise<(ProgramResource | undefined)[]> {
  const lists = await resources("List");
  if (campaign.given === undefined) return lists.filter(({ id }) => id === undefined);
  const outputs = listsOf(campaign).filter(isObject);
  return outputs.map((output) => lists.find(({ idOutput }) => idOutput === output));
}

const noneCreated = { names: [] as string[], hasOthers: false, isAll: true };

export async function createdLists(campaign: ProgramResource, program: Pick<Program, "resources">) {
  const unknown = elements(campaign.props.listIds).filter(isUnknown);
  if (unknown.length === 0) return noneCreated;
  const found = await listsOfUnknownIds(campaign, program);
  const own = (await program.resources("List")).filter((list) => found.includes(list));
  // A list that the update adopts may have contacts.
  const created = own.filter(({ props }) => props.existingId === undefined);
  const adopted = own.length - created.length;
  const known = created.flatMap(({ props }) => stringsIn(props.name));
  const areOutputsKnown = campaign.given !== undefined;
  const names = areOutputsKnown || own.length === unknown.length ? known : [];
  return {
    names,
    // True if the update also creates lists that can't be named. The plugin may not know to which campaign they belong.
    hasOthers: names.length < created.length && adopted < unknown.length,
    // True if the update may create all lists whose ids aren't known yet.
    isAll: adopted === 0 && own.length >= unknown.length,
  };
}

/** The campaign's inputs with the ids of adopted lists in place of unknown ids, if these can be matched with Lists. */
export async function withAdoptedLists(
  campaign: ProgramResource,
  program: Pick<Program, "resources">,
): Promise<Audience> {
  const ids = elements(campaign.props.listIds);
  const unknown = ids.filter(isUnknown);
  if (unknown.length === 0) return campaign.props;
  const own = await listsOfUnknownIds(campaign, program);
  if (own.length !== unknown.length) return campaign.props;
  const adopted = own.map((list) => list?.props.existingId ?? unknownValue);
  const listIds = ids.map((id) => (isUnknown(id) ? adopted.shift() : id)) as string[];
  return { ...campaign.props, listIds };
}

/** `withAdoptedLists` for a step. A step sees no outputs, so this matches the new Lists that were shown so far. */
export function withAdoptedListsSoFar(campaign: ProgramResource, { settings }: Account) {
  const { given: _, ...seen } = campaign;
  return withAdoptedLists(seen, { resources: async (kind = "") => recordOf(settings).added(kind) });
}

/** Findings about a campaign's empty lists. For an existing campaign, only about lists that the update creates. */
export async function emptyListsOf(campaign: ProgramResource, program: Program, of?: string) {
  const audience: Audience = campaign.props;
  const isNew = campaign.id === undefined;
  const reach = isNew ? await countContacts(audience, program.account.lists) : { lists: [] };
  const created = await createdLists(campaign, program);
  return emptyLists({ audience, reach, created, isSecret: hasSecretLists(campaign), of });
}

interface EmptyListsContext {
  readonly audience: Audience;
  /** The lists whose contacts were counted. */
  readonly reach: Pick<RecipientReach, "lists">;
  readonly created?: Awaited<ReturnType<typeof createdLists>>;
  /** True if the sentence must not name the lists. */
  readonly isSecret: boolean;
  /** The campaign in words, for a message of its schedule. Absent in a message of the Campaign itself. */
  readonly of?: string | undefined;
}

const maxNames = 5;

/** Findings about empty lists of a campaign that has or gets a date. The update itself doesn't refuse empty lists. */
export function emptyLists({
  audience,
  reach,
  created: { names, hasOthers, isAll } = noneCreated,
  isSecret,
  of,
}: EmptyListsContext): NamedFinding[] {
  const empty = reach.lists.filter(({ contacts }) => contacts === 0);
  const all = [
    ...empty.map(({ id, name }) => `the list ${quoted(name)} (${id})`),
    ...names.map((name) => `the new list ${quoted(name)}`),
    ...(hasOthers ? ["a list that this update creates"] : []),
  ];
  if (all.length === 0) return [];
  const goesToLists = unknownRecipientsReason({ ...audience, listIds: [] }) === undefined;
  const isEmpty = (id: string) => empty.some((list) => list.id === id);
  const isNobody = goesToLists && isAll && stringsIn(audience.listIds).every(isEmpty);
  const isOne = all.length === 1;
  const [front, whose] = of === undefined ? ["listIds", ""] : ["campaignId", ` of ${of}`];
  const effect = isNobody
    ? "the campaign would be sent to no one"
    : `no one would get the campaign through ${isOne ? "it" : "them"}`;
  const advice = isOne ? "to it, or use another list" : "to them, or use other lists";
  const which = isSecret ? secretListsInWords(all.length) : enumerate(all, maxNames);
  const problem = `${front}: ${which}${whose} ${isOne ? "has" : "have"} no contacts, so ${effect}. Add contacts ${advice}.`;
  const isNew = names.length > 0 || hasOthers;
  const level = isNew ? "warning" : isNobody ? "error" : "info";
  return [finding(level, "list-empty", problem, { input: front })];
}

/** True if the campaign is scheduled or paused. Uses the state if the service doesn't show the campaign. */
export async function isDated(
  account: Account,
  id: string,
  old: { readonly status?: string | undefined } = {},
): Promise<boolean> {
  const { status } = (await listedCampaign(account, id)) ?? old;
  return hasDate(status);
}
