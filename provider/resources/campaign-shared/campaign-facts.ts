import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign";
import { splitByComma } from "../../client/response";
import type { CampaignFacts } from "../../email/campaign-reading";
import { type Audience, unknownRecipientsReason } from "../../email/recipients";
import { sha256 } from "../../input/asset";
import { finding, type Level, type NamedFinding } from "../../input/finding";
import { omitUndefined } from "../../plain/value";
import { changedInputsSentence, type KnownCampaign, type Sides } from "./compared-inputs";
import { changedListsSentence, hasSecretLists, listSizes, otherLists } from "./lists";
import { isClosed } from "./status";

/** The facts about a campaign for the comment on the pull request. */
export async function factsOf(
  row: CampaignRow,
  { old, props, secrets = [] }: Sides,
  account: Pick<Account, "lists" | "warnOnce">,
): Promise<CampaignFacts> {
  const { status } = row;
  if (isClosed(row)) return { status };
  // If the declared subject may be secret, the service's subject must stay hidden, too.
  const subject = secrets.length > 0 ? undefined : otherSubject(row, old);
  const { names, contacts } = returnedRecipients(row, old);
  if (hasSecretLists({ old, props, secrets })) return omitUndefined({ status, subject, contacts });
  const facts = { status, subject, names, contacts };
  const listIds = await otherLists(row, old, account);
  if (listIds === undefined) return omitUndefined(facts);
  // Includes the lists of the state and of the program, so that the comment can show the change.
  const ids = [listIds, old.listIds ?? [], props.listIds ?? []].flat();
  const sizes = listSizes([...new Set(ids)], await account.lists.complete());
  return omitUndefined({ ...facts, listIds, lists: sizes.filter((size) => size !== undefined) });
}

/**
 * The subject that somebody has set in the service since it was last read. Undefined without an earlier reading,
 * because the service may have rewritten the subject.
 */
function otherSubject({ subject }: CampaignRow, old: KnownCampaign): string | undefined {
  const last = old.__reading?.subject;
  const isKnown = last === undefined || last === sha256(subject) || subject === old.subject;
  return isKnown ? undefined : subject;
}

/**
 * The list names and the number of contacts that the service returns. Empty if `audience` has lists, but they are
 * unknown, or a segment or extra fields may add recipients.
 */
export function returnedRecipients({ lists, contacts }: CampaignRow, audience: Audience) {
  const beyond = audience.listIds === undefined ? undefined : unknownRecipientsReason(audience);
  return beyond === undefined ? { names: splitByComma(lists), contacts } : {};
}

/**
 * Findings about inputs of an unsent campaign that somebody has changed in the service. `of` is the campaign in words,
 * if another resource reports the findings.
 */
export async function driftedInputs(
  row: CampaignRow,
  sides: Sides,
  account: Pick<Account, "lists" | "warnOnce">,
  { level, of }: { readonly level?: Level | undefined; readonly of?: string } = {},
): Promise<NamedFinding[]> {
  const drifted = (own: Level, words: string | undefined) => {
    if (words === undefined) return [];
    const problem = of === undefined ? words : `${of}: ${words}`;
    return [finding(level ?? own, "campaign-drifted", problem)];
  };
  return [
    ...drifted("error", await changedListsSentence(row, sides, account)),
    // Never an error, because the service may rewrite the HTML of a campaign that gets a date.
    ...drifted("warning", changedInputsSentence(row, sides)),
  ];
}
