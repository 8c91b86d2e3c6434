import type { Account } from "../../account/account";
import { type ProgramResource, recordOf } from "../../account/program-record";
import {
  type Audience,
  type RecipientReach,
  unknownRecipientsReason,
} from "../../email/recipients";
import { quoted } from "../../errors/redact";
import { finding, type NamedFinding } from "../../input/finding";
import type { Program } from "../../lifecycle/lifecycle";
import { enumerate } from "../../plain/text";
import { isObject, isUnknown, stringsIn, unknownValue } from "../../plain/value";
import { listedCampaign } from "./campaign-cache";
import { hasSecretLists } from "./drift";
import { countContacts, secretListsInWords } from "./lists";
import { hasDate } from "./status";

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

export async function createdLists(campaign: ProgramResource, program: Pick<Program, "resources">) {
  const unknown = elements(campaign.props.listIds).filter(isUnknown);
  if (unknown.length === 0) return { names: [], hasOthers: false, isAll: true };
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
    // True if the update also creates lists whose names can't be shown. The plugin may not know the campaign's lists.
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
  readonly created?: Partial<Awaited<ReturnType<typeof createdLists>>>;
  /** True if the sentence must not name the lists. */
  readonly isSecret: boolean;
  /** The campaign in words, if its schedule reports the finding. */
  readonly of?: string | undefined;
}

const maxNames = 5;

/** Findings about empty lists of a campaign that has or gets a date. The update itself doesn't refuse empty lists. */
export function emptyLists({
  audience,
  reach,
  created: { names = [], hasOthers = false, isAll = true } = {},
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
