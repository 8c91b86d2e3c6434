import { isDeepStrictEqual } from "node:util";
import type { Account } from "../../account/account";
import type { CampaignChange, NewCampaign } from "../../api/campaign";
import type { CampaignRow } from "../../api/campaign-list";
import type { ListRow } from "../../api/list";
import { asName, quoted, quotedId } from "../../errors/redact";
import { isSameContent, readContent } from "../../input/asset";
import { finding, type NamedFinding } from "../../input/finding";
import { changedExtraFields } from "../../lifecycle/extra-fields";
import { requireNone } from "../../lifecycle/failure";
import { campaignsOf, shownCampaign } from "../campaigns/campaign-cache";
import { readList } from "../campaigns/recipient-lists";
import { closedWords, isOver } from "../campaigns/status";
import { type CampaignProps, type SentField, sentFields } from "./props";

export async function newCampaign(props: CampaignProps): Promise<NewCampaign> {
  const { name, subject, sender, extraFields } = props;
  const body: Record<string, unknown> = { ...extraFields?.create };
  for (const field of sentFields.filter(({ onlyUpdated }) => !onlyUpdated)) {
    // What is not declared is left to the service, so it is not sent as empty either.
    if (props[field.name] !== undefined) body[field.wire] = await wireValue(field, props);
  }
  const from = { sender_email: sender.email, sender_name: sender.name };
  return { ...body, name, subject, sender: from };
}

/** The body of the PUT that makes a campaign from what it was: the fields that changed, and nothing else. */
export async function campaignChange(
  old: Partial<CampaignProps>,
  props: CampaignProps,
): Promise<CampaignChange> {
  const change: Record<string, unknown> = {};
  for (const field of sentFields) {
    const [before, now] = [old[field.name], props[field.name]];
    if (now === undefined || isSame(field, before, now)) continue;
    change[field.wire] = await wireValue(field, props);
  }
  // The one field that has a value for "none".
  if (old.replyTo !== undefined && props.replyTo === undefined) change.reply_email = "";
  return { ...change, ...changedExtraFields(old.extraFields, props.extraFields) };
}

export function inputsSent(change: CampaignChange): string[] {
  return Object.keys(change).map((wire) => {
    const field = sentFields.find((one) => one.wire === wire);
    return field?.name ?? wire;
  });
}

async function wireValue({ name, isContent }: SentField, props: CampaignProps): Promise<unknown> {
  return isContent ? readContent(props[name], name) : props[name];
}

function isSame({ isContent }: SentField, before: unknown, now: unknown): boolean {
  return isContent ? isSameContent(before, now) : isDeepStrictEqual(ordered(before), ordered(now));
}

/** Lists are a set: their order says nothing. */
function ordered(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set(value)].sort() : value;
}

/** The lists that a campaign does not have yet; while its lists are unconfirmed, that is all of them. */
export function newLists(before: unknown, listIds: readonly string[]): string[] {
  const had: readonly unknown[] = Array.isArray(before) ? before : [];
  return listIds.filter((id) => !had.includes(id));
}

/** A list must exist and have contacts before a campaign is sent to it, unless the preview let that pass. */
export async function requireMailable(
  account: Account,
  before: unknown,
  props: CampaignProps,
): Promise<void> {
  const { listIds = [] } = props;
  for (const id of newLists(before, listIds)) {
    requireNone([listFinding(id, await readList(account, id), listIds)], props);
  }
}

export function listFinding(
  id: string,
  list: ListRow | undefined,
  listIds: readonly string[],
  namesake?: ListRow,
): NamedFinding | undefined {
  if (!list) {
    const advice = namesake
      ? `The list with the name ${quoted(namesake.name)} has the id ${quotedId(namesake.id)}: use the id.`
      : "getLists() returns the lists that exist.";
    const problem = `listIds: the account has no list ${quotedId(id)}, so the update will fail. ${advice}`;
    return finding("error", "list-unknown", problem);
  }
  if (list.contact_count !== 0) return undefined;
  const effect =
    listIds.length > 1
      ? "so no one would get the campaign through it."
      : "so the campaign would be sent to no one.";
  const problem = `listIds: the list ${quoted(list.name)} (${id}) has no contacts, ${effect} Add contacts to it, or use another list.`;
  return finding("error", "list-empty", problem);
}

/**
 * Fails for a campaign to which nothing may be sent any more; gives its status where a reading shows it, also `finished`
 * where `ignoreChecks` lets that pass.
 */
export async function requireOpen(
  account: Account,
  id: string,
  props: CampaignProps,
): Promise<string | undefined> {
  const row = await shownCampaign(account, id);
  // The list may lack a campaign that exists, so only one that it shows is taken for closed.
  requireNone([row && campaignConflict(row)], props);
  return row?.status;
}

/** Whether a look right now shows a campaign that was sent. */
export async function isSent(account: Account, id: string): Promise<boolean> {
  if (!account.settings.isExtended) return false;
  const row = await campaignsOf(account).readNow(id);
  return typeof row !== "string" && row.status === "finished";
}

/** What is wrong with a campaign that was created without a date, and that the service mails all the same. */
export function isNotDraft(status: string): NamedFinding {
  const problem = `the campaign was created without a date, and right after that the service had it as ${quoted(status)} instead of a draft: it may be mailed, or was mailed already. Look at it in the service's web app. Another pulumi up may mail another new Campaign. To go on nevertheless, add "campaign-not-draft" to the ignoreChecks of this Campaign and of every new one.`;
  return finding("error", "campaign-not-draft", problem);
}

/** Why a campaign can't become what is declared: nothing may be sent to it any more. */
export function campaignConflict(row: CampaignRow): NamedFinding | undefined {
  if (!isOver(row)) return undefined;
  const { status } = row;
  const problem = `the campaign ${closedWords[status] ?? asName(status)}, so it can't be changed any more. Restore the old values, add the inputs to ignoreChanges, or declare another Campaign for another mailing.`;
  const found = finding("error", "campaign-closed", problem);
  // What is sent, or was stopped, is no archive.
  return status === "finished" ? found : { ...found, isLasting: true };
}
