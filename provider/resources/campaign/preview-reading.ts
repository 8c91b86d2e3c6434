import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign-list";
import type { ListRow } from "../../api/list";
import { listed } from "../../client/reply";
import { type CampaignFacts, readNote } from "../../input/campaign-reading";
import { finding, type Level, type NamedFinding } from "../../input/finding";
import { containsUnknown, present } from "../../input/plain";
import { beyondLists, isSameLists } from "../../input/recipients";
import type { CheckedStep } from "../../lifecycle/preflight-check";
import type { Settings } from "../../settings/settings";
import { campaignsOf, readingOf } from "../campaigns/campaign-cache";
import {
  changedListsSentence,
  hasOtherLists,
  listIdsByName,
  listSizes,
} from "../campaigns/recipients";
import { campaignConflict, isClosed, missingFinding } from "../campaigns/status";
import type { CampaignProps } from "./props";
import type { CampaignOutputs } from "./recorded-content";

type Step = CheckedStep<CampaignProps, CampaignOutputs>;
type State = Partial<CampaignProps & CampaignOutputs>;

/**
 * Findings about a campaign that can't be changed any more, or that somebody has changed since the state was written.
 */
export async function checkReading({
  account,
  props,
  old,
  own: { id },
}: Step): Promise<NamedFinding[]> {
  if (id === undefined) return [];
  const row = await readingOf(account, id);
  // The list may hide a draft, so a missing one is only reported if a refresh has recorded the deletion.
  if (row === "missing") return old.status === "missing" ? [missingFinding(id)] : [];
  if (row === "unread") return [];
  const closed = campaignConflict(row);
  return closed ? [closed] : driftOf(row, { old, props }, account.settings);
}

/** A campaign in the state and as declared. */
interface Sides {
  readonly old: State;
  readonly props: Partial<CampaignProps>;
}

/**
 * Findings about changes that somebody made to an open campaign: other lists, or a pause. Its schedule compares the
 * date.
 */
export function driftOf(
  row: CampaignRow,
  { old, props }: Sides,
  settings: Settings,
  level?: Level,
): NamedFinding[] {
  const drifted = (own: Level, problem: string) =>
    finding(level ?? own, "campaign-drifted", problem);
  const isPaused = row.status === "paused" && old.status !== "paused";
  const lists = changedListsSentence(row, { old, props }, settings);
  return [
    ...(isPaused ? [drifted("warning", pausedSince)] : []),
    ...(lists === undefined ? [] : [drifted("error", lists)]),
  ];
}

const pausedSince =
  "somebody has paused the campaign in the service's web app: it isn't sent until somebody resumes it there. pulumi up doesn't resume it.";

/** The facts that the previous check has read, for the comment on a pull request. Sends no request. */
export function tellReading({ account, old, own: { id = "" } }: Step): NamedFinding[] {
  const row = campaignsOf(account).readBefore(id);
  if (row === undefined || row === "unread") return [];
  if (row === "missing") return [readNote({ status: row })];
  return [readNote(factsOf(row, old, account.settings))];
}

export function factsOf(row: CampaignRow, old: State, settings: Settings): CampaignFacts {
  const { status } = row;
  if (isClosed(row)) return { status };
  const hasOthers = hasOtherLists(row, old, settings) ? true : undefined;
  return present({ status, ...countedIn(row, old), hasOthers });
}

/**
 * The names of the lists and the number of contacts from the service, if the campaign's recipients are just its
 * lists.
 */
function countedIn({ lists, contacts }: CampaignRow, audience: Partial<CampaignProps>) {
  const beyond = audience.listIds === undefined ? undefined : beyondLists(audience);
  return beyond === undefined ? { names: listed(lists), contacts } : {};
}

/** The recipients of a campaign to adopt: the facts for the comment, and whether the adoption changes its lists. */
export interface AdoptedRecipients {
  readonly facts: CampaignFacts;
  readonly isOther: boolean;
}

export async function adoptedRecipients(
  row: CampaignRow,
  props: Partial<CampaignProps>,
  account: Account,
): Promise<AdoptedRecipients> {
  const { status, scheduledDate: date } = row;
  const facts = present({ status, date, ...countedIn(row, {}) });
  const { listIds } = props;
  // An unknown id may be a list that the campaign already has.
  if (listIds === undefined || containsUnknown(listIds)) return { facts, isOther: false };
  // Costs nothing, because preflight reads each of these lists.
  const rows = await Promise.all([...new Set(listIds)].map((id) => account.lists.byId(id)));
  const declared = rows.filter((one) => one !== undefined);
  const lists = listSizes(listIds, declared).filter((size) => size !== undefined);
  const isOther = !areNamed(row, declared) && (await areOthers(row, listIds, account));
  const isGivenOthers = isOther ? true : undefined;
  return { facts: present({ ...facts, lists, isGivenOthers }), isOther };
}

/** True if the lists have the names that the service returns for the campaign, in any order. */
function areNamed(row: CampaignRow, lists: readonly ListRow[]): boolean {
  const parts = (text: string) => listed(text).toSorted().join();
  return parts(row.lists) === parts(lists.map(({ name }) => name).join());
}

/**
 * True if the campaign has other lists, compared by id, for which all lists are read. Ambiguous names count as other
 * lists.
 */
async function areOthers(
  row: CampaignRow,
  listIds: readonly string[],
  account: Account,
): Promise<boolean> {
  const now = await listIdsByName(account, row.lists);
  return now === undefined || !isSameLists(now, listIds);
}
