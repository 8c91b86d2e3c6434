import type { Account } from "../../account/account";
import { rowsForAdvice } from "../../account/cache";
import type { CampaignRow } from "../../api/campaign";
import type { ListRow } from "../../api/collections";
import { splitByComma } from "../../client/response";
import {
  type Audience,
  type CampaignFacts,
  changedAudience,
  hasOtherAudience,
  type RecipientReach,
  recipientsNote,
  sizeNumbers,
} from "../../email/recipients";
import { ignoreOwnError } from "../../errors/error";
import { type Finding, finding, type NamedFinding } from "../../input/finding";
import { nearest } from "../../input/nearest";
import { judgeSendWindow, sendingViolations } from "../../lifecycle/guard";
import { hasUnconfirmedId } from "../../lifecycle/object-state";
import type { CheckedStep, Program } from "../../lifecycle/preflight-check";
import { containsUnknown, isUnknown, omitUndefined } from "../../plain/value";
import { listedCampaign } from "../campaign-shared/campaign-cache";
import { returnedRecipients, type Sides } from "../campaign-shared/drift";
import {
  emptyLists,
  emptyListsOf,
  isDated,
  withAdoptedListsSoFar,
} from "../campaign-shared/empty-lists";
import {
  addedLists,
  countContacts,
  hasSecretLists,
  judgeRecipients,
  type Lists,
  listSizes,
  listsInDiff,
  listsInService,
  unknownList,
} from "../campaign-shared/lists";
import { isClosed } from "../campaign-shared/status";
import type { CampaignProps } from "./props";
import type { CampaignOutputs } from "./read";

type Step = CheckedStep<CampaignProps, CampaignOutputs>;

/**
 * Returns the note about changed recipients of an existing campaign. If the campaign has a date, adds findings about
 * empty lists.
 */
export async function reportRecipients({
  account,
  props,
  old,
  own,
}: Step): Promise<NamedFinding[]> {
  const [input, another] = changedAudience(old, props);
  // For a new campaign, the note about its date already names the recipients.
  if (own.id === undefined || isClosed(old) || input === undefined) return [];
  const inDiff = listsInDiff(account);
  const count = (audience: Audience, lists: Lists = inDiff) => countContacts(audience, lists);
  const audience = await withAdoptedListsSoFar({ ...own, props }, account);
  const known = (props.listIds ?? []).filter((id) => !isUnknown(id));
  // The checks of an adopted List read it from the account's cache.
  const byId = (id: string) => (known.includes(id) ? inDiff : account.lists).byId(id);
  const isSecret = hasSecretLists({ old, props, secrets: own.secrets });
  const [before, now] = await Promise.all([count(old), count(audience, { byId })]);
  const shown = isSecret ? ([secretReach, secretReach] as const) : ([before, now] as const);
  const note = finding("info", "campaign-audience", recipientsNote(...shown), {
    ...(another === undefined && { input }),
    numbers: sizeNumbers(...shown),
  });
  // `checkEmptyLists` reports lists that the update creates. A campaign without a date is sent to no one, so empty
  // lists don't matter.
  const isJudged = !containsUnknown(audience.listIds) && (await isDated(account, own.id, old));
  return isJudged ? [note, ...emptyLists({ audience, reach: now, isSecret })] : [note];
}

const secretReach: RecipientReach = { contacts: { unknown: "its lists are secret" }, lists: [] };

/**
 * Findings about newly declared lists that don't exist. For an existing campaign, the update reuses the lists that this
 * check reads.
 */
export async function checkLists({
  account,
  props: { listIds },
  old,
  own,
}: Step): Promise<NamedFinding[]> {
  if (!Array.isArray(listIds)) return [];
  const added = addedLists(old.listIds, [...new Set(listIds)]).filter((id) => !isUnknown(id));
  const look = (id: string) =>
    own.id === undefined ? account.lists.byId(id) : listsInDiff(account).byId(id);
  const found = added.map(async (id) => {
    const list = await look(id);
    // The name of a similar list would reveal a part of a secret id.
    const isSecret = own.secrets?.includes(id) === true;
    return list ? [] : [unknownList(id, isSecret ? undefined : await sameNamed(id, account))];
  });
  return (await Promise.all(found)).flat();
}

/** Finds the list with the same or a similar name, because a program may give a name instead of an id. */
async function sameNamed(name: string, { lists }: Account): Promise<ListRow | undefined> {
  const named = await lists.byKey(name).catch(ignoreOwnError);
  if (named) return named;
  const rows = await rowsForAdvice(lists);
  const names = rows.map((row) => row.name);
  const meant = nearest(name, names);
  return rows.find((row) => row.name === meant);
}

/**
 * Findings about empty lists of a campaign with a date, if the update adopts the campaign or creates one of the lists.
 * `reportRecipients` and the campaign's schedule report other empty lists.
 */
export async function checkEmptyLists(
  program: Program<CampaignProps, CampaignOutputs>,
): Promise<NamedFinding[]> {
  const { own, props, account } = program;
  const id = own.id ?? props.existingId;
  const isJudged = own.id !== undefined && !containsUnknown(props.listIds);
  if (id === undefined || isUnknown(id) || hasUnconfirmedId(id) || isJudged) return [];
  return (await isDated(account, id, own.old)) ? emptyListsOf(own, program) : [];
}

/**
 * Facts about a campaign to adopt, for the comment on the pull request. `isOther` is true if the adoption changes or
 * may change the campaign's lists.
 */
export async function adoptedRecipients(
  row: CampaignRow,
  { props, secrets }: Pick<Sides, "props" | "secrets">,
  account: Account,
): Promise<{ readonly facts: CampaignFacts; readonly isOther: boolean }> {
  const { status, scheduledDate: date } = row;
  const isSecret = hasSecretLists({ props, secrets });
  const { names, contacts } = returnedRecipients(row, {});
  const facts = omitUndefined({ status, date, names: isSecret ? undefined : names, contacts });
  const { listIds } = props;
  // A list whose id isn't known yet may be a list that the campaign already has.
  if (listIds === undefined || containsUnknown(listIds)) return { facts, isOther: false };
  // With preflight, this sends no extra requests, because preflight reads every declared list anyway.
  const rows = await Promise.all([...new Set(listIds)].map((id) => account.lists.byId(id)));
  const declared = rows.filter((one) => one !== undefined);
  const lists = listSizes(listIds, declared).filter((size) => size !== undefined);
  // Compares names first, because a comparison of ids reads all lists of the account. Ambiguous names count as a
  // change.
  const isOther =
    !haveNames(row, declared) && (await listsInService(account, row, { listIds })) !== "same";
  const isGivenOthers = isOther ? true : undefined;
  const shown = isSecret ? undefined : lists;
  return { facts: omitUndefined({ ...facts, lists: shown, isGivenOthers }), isOther };
}

/** True if the lists have the same names that the service returns for the campaign, in any order. */
function haveNames(row: CampaignRow, lists: readonly ListRow[]): boolean {
  const parts = (text: string) => splitByComma(text).toSorted().join();
  return parts(row.lists) === parts(lists.map(({ name }) => name).join());
}

interface Change {
  /** The campaign in the state; undefined if the campaign is adopted. */
  readonly old: (CampaignProps & Partial<CampaignOutputs>) | undefined;
  readonly props: CampaignProps;
}

/**
 * Violations of guards by changed recipients. Reads the campaign, because the service may have a date that the state
 * lacks.
 */
export async function guardChangedRecipients(
  { old, props }: Change,
  { account, own, isPreflightOff }: CheckedStep,
): Promise<Finding[]> {
  const { settings } = account;
  const tooMany = await judgeRecipients(async () => props, account);
  const isAdoption = old === undefined;
  const isGuarded =
    settings.value("sending") === "refuse" ||
    (isAdoption && settings.value("sendWindow") !== undefined);
  const id = own.id ?? props.existingId;
  if ((isPreflightOff && !isAdoption) || !isGuarded || id === undefined || isUnknown(id))
    return tooMany;
  const row = await listedCampaign(account, id);
  if (row?.status !== "scheduled") return tooMany;
  if (isAdoption && !(await changesRecipients(row, props, account))) return tooMany;
  const window = isAdoption ? judgeSendWindow(row.scheduledDate ?? "", settings) : [];
  // A campaign has no input for the date, so these findings are about the whole resource.
  const outside = window.map(({ problem }) => ({
    path: "",
    problem: `the service has a date for the campaign: ${problem}`,
  }));
  return [...tooMany, ...sendingViolations(settings), ...outside];
}

/** True if an adoption changes the recipients. If list ids aren't known yet, the update checks them. */
async function changesRecipients(row: CampaignRow, props: CampaignProps, account: Account) {
  const { listIds = [] } = props;
  if (containsUnknown(listIds)) return false;
  const { isOther } = await adoptedRecipients(row, { props }, account);
  return isOther || hasOtherAudience({ listIds }, props);
}
