import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign";
import type { ListRow } from "../../api/collections";
import { listed } from "../../client/response";
import { type CampaignFacts, readNote } from "../../email/campaign-reading";
import { beyondLists, isSameLists } from "../../email/recipients";
import { finding, type Level, type NamedFinding } from "../../input/finding";
import type { CheckedStep } from "../../lifecycle/preflight-check";
import { containsUnknown, present } from "../../plain/value";
import { campaignsOf, readingOf } from "../campaigns/campaign-cache";
import {
  changedListsSentence,
  listIdsByName,
  listSizes,
  otherLists,
} from "../campaigns/recipients";
import { campaignConflict, isClosed, missingFinding } from "../campaigns/status";
import type { CampaignProps } from "./props";
import type { CampaignOutputs } from "./recorded-content";

type Step = CheckedStep<CampaignProps, CampaignOutputs>;
type State = Partial<CampaignProps & CampaignOutputs>;

/** Findings if a campaign can't be changed any more, or if somebody has changed it since the state was written. */
export async function checkReading({
  account,
  props,
  old,
  own: { id },
}: Step): Promise<NamedFinding[]> {
  if (id === undefined) return [];
  const row = await readingOf(account, id);
  // The list may hide drafts, so a missing campaign is only reported if a refresh has already recorded it as missing.
  if (row === "missing") return old.status === "missing" ? [missingFinding(id)] : [];
  if (row === "unread") return [];
  const closed = campaignConflict(row);
  return closed ? [closed] : driftOf(row, { old, props }, account);
}

/** A campaign as stored in the state and as declared in the program. */
interface Sides {
  readonly old: State;
  readonly props: Partial<CampaignProps>;
}

/**
 * Findings if somebody has changed the lists of an unsent campaign, or has paused the campaign. Its schedule compares
 * the date.
 */
export async function driftOf(
  row: CampaignRow,
  { old, props }: Sides,
  account: Account,
  level?: Level,
): Promise<NamedFinding[]> {
  const drifted = (own: Level, problem: string) =>
    finding(level ?? own, "campaign-drifted", problem);
  const isPaused = row.status === "paused" && old.status !== "paused";
  const lists = await changedListsSentence(row, { old, props }, account);
  return [
    ...(isPaused ? [drifted("warning", pausedSince)] : []),
    ...(lists === undefined ? [] : [drifted("error", lists)]),
  ];
}

const pausedSince =
  "somebody has paused the campaign in the service's web app: it isn't sent until somebody resumes it there. pulumi up doesn't resume it.";

/**
 * The facts that the previous check has read about the campaign, for the comment on a pull request. Causes no request
 * beyond those of that check.
 */
export async function tellReading({
  account,
  props,
  old,
  own: { id = "" },
}: Step): Promise<NamedFinding[]> {
  const row = campaignsOf(account).readBefore(id);
  if (row === undefined || row === "unread") return [];
  if (row === "missing") return [readNote({ status: row })];
  return [readNote(await factsOf(row, { old, props }, account))];
}

async function factsOf(
  row: CampaignRow,
  { old, props }: Sides,
  account: Account,
): Promise<CampaignFacts> {
  const { status } = row;
  if (isClosed(row)) return { status };
  const listIds = await otherLists(row, old, account);
  return present({
    status,
    ...countedIn(row, old),
    ...(await listsIn(account, listIds, old, props)),
  });
}

/** The lists that somebody has given the campaign, with the names and sizes of these and of those on both sides. */
async function listsIn(
  account: Account,
  listIds: readonly string[] | undefined,
  ...sides: readonly Partial<CampaignProps>[]
) {
  if (listIds === undefined) return {};
  const rows = await account.lists.complete();
  const ids = [listIds, ...sides.map((side) => side.listIds ?? [])].flat();
  const lists = listSizes([...new Set(ids)], rows).filter((size) => size !== undefined);
  return { listIds, lists };
}

/**
 * The list names and the number of contacts that the service returns. Empty if the campaign also has recipients other
 * than lists.
 */
function countedIn({ lists, contacts }: CampaignRow, audience: Partial<CampaignProps>) {
  const beyond = audience.listIds === undefined ? undefined : beyondLists(audience);
  return beyond === undefined ? { names: listed(lists), contacts } : {};
}

/**
 * The recipients of a campaign to adopt: the facts for the pull request comment. `isOther` is true if the adoption
 * changes the campaign's lists.
 */
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
  // A list whose id isn't known yet may be a list that the campaign already has.
  if (listIds === undefined || containsUnknown(listIds)) return { facts, isOther: false };
  // Causes no extra requests, because preflight reads each of these lists anyway.
  const rows = await Promise.all([...new Set(listIds)].map((id) => account.lists.byId(id)));
  const declared = rows.filter((one) => one !== undefined);
  const lists = listSizes(listIds, declared).filter((size) => size !== undefined);
  const isOther = !areNamed(row, declared) && (await areOthers(row, listIds, account));
  const isGivenOthers = isOther ? true : undefined;
  return { facts: present({ ...facts, lists, isGivenOthers }), isOther };
}

/** True if the lists have the same names that the service returns for the campaign, in any order. */
function areNamed(row: CampaignRow, lists: readonly ListRow[]): boolean {
  const parts = (text: string) => listed(text).toSorted().join();
  return parts(row.lists) === parts(lists.map(({ name }) => name).join());
}

/**
 * True if the campaign in the service has other lists, compared by id. Reads all lists of the account for that.
 * Ambiguous names count as other lists.
 */
async function areOthers(
  row: CampaignRow,
  listIds: readonly string[],
  account: Account,
): Promise<boolean> {
  const now = await listIdsByName(account, row.lists);
  return now === undefined || !isSameLists(now, listIds);
}
