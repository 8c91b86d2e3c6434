import type { Account } from "../../account/account";
import type { CampaignContent, CampaignRow } from "../../api/campaign";
import { readAll } from "../../client/pagination";
import { beyondLists, isSameLists } from "../../email/recipients";
import { quoted } from "../../errors/redact";
import { hashedContent, sha256 } from "../../input/asset";
import type { Refreshed } from "../../lifecycle/lifecycle";
import type { Listed, ListedRows } from "../../lifecycle/listing";
import { isAlike } from "../../plain/text";
import { isUnknown, present } from "../../plain/value";
import { campaignsOf, refreshedCampaign } from "../campaigns/campaign-cache";
import { listIdsByName } from "../campaigns/recipients";
import { type Verdict, verdictOf } from "../campaigns/shown-value";
import { isClosed } from "../campaigns/status";
import type { CampaignProps } from "./props";
import {
  byName,
  type CampaignOutputs,
  type CampaignReading,
  type ComparedInput,
  comparedInputs,
  declaredText,
  filledReading,
  hashesOf,
  isDeclared,
  isLeftOut,
  outputsOf,
} from "./recorded-content";

/** Refreshes a campaign: its status, and each input that somebody has changed in the service. */
export async function readCampaign(
  account: Account,
  id: string,
  state: CampaignProps & CampaignOutputs,
): Promise<Refreshed<CampaignProps, CampaignOutputs>> {
  campaignsOf(account).manage(id, state.name);
  const { status, scheduledDate, __reading: reading, ...props } = state;
  const mark = { email: props.sender.email };
  const row = await refreshedCampaign(account, id, { status, mark });
  if (typeof row === "string") {
    const now = row === "missing" ? row : status;
    return { props, outputs: present({ status: now, scheduledDate, __reading: reading }) };
  }
  const { sayings = [], ...next } = isClosed(row)
    ? {
        props: asDeclared(props, reading),
        reading: filledReading({ ...reading, declared: undefined }),
      }
    : compare(row, { props, reading }, await listsIn(account, row, asDeclared(props, reading)));
  for (const one of sayings) account.warnOnce(`Campaign ${quoted(props.name)}: ${one}`);
  if (reading?.sender !== undefined && reading.sender !== hashesOf(row).sender) {
    account.warnOnce(
      `Campaign ${quoted(state.name)}: the sender was changed in the service. pulumi up can't change it back: the service has no operation for it.`,
    );
  }
  return { props: next.props, outputs: present({ ...outputsOf(row), __reading: next.reading }) };
}

/** Compares a campaign with its baseline. Returns the inputs with the service's values, and the next baseline. */
function compare(
  row: CampaignRow,
  { props, reading = {} }: { props: CampaignProps; reading: CampaignReading | undefined },
  lists: ReadLists,
) {
  const now = hashesOf(row);
  const before = asDeclared(props, reading);
  const verdicts = new Map(
    comparedInputs.map((name) => [name, judge(name, row, before, reading)] as const),
  );
  const those = (verdict: Verdict) =>
    comparedInputs.filter((name) => verdicts.get(name) === verdict);
  const edited = those("edited");
  const otherLists = Array.isArray(lists) ? lists : undefined;
  return {
    props: {
      ...before,
      ...Object.fromEntries(edited.map((name) => [name, valueIn(row, name)])),
      ...(otherLists && { listIds: otherLists }),
    },
    reading: filledReading({
      ...now,
      sender: reading.sender ?? now.sender,
      // A list that was only renamed is no change, so the state keeps the names that it has.
      lists: otherLists || reading.name === undefined ? now.lists : reading.lists,
      wasNotDraft: reading.wasNotDraft,
      ...byName(edited, (name) => reading[name]),
      ...byName(those("open"), () => undefined),
      openLists: lists === "open" ? true : undefined,
      declared: {
        ...byName(edited, (name) => declaredText(before, name)),
        listIds: otherLists && JSON.stringify(before.listIds),
      },
    }),
    sayings: [
      ...those("the service's form").map(spelling),
      ...those("taken").map(() => takenHtml),
      ...(lists === "open" && !reading.openLists ? [openLists] : []),
    ],
  };
}

/**
 * The ids of the campaign's lists if they differ from the declared ones. `open` if they can't be determined, and `same`
 * if they are equal or not compared.
 */
type ReadLists = readonly string[] | "same" | "open";

/**
 * Reads the lists of a campaign. Doesn't compare them if the campaign also has a segment or other recipients, because
 * the service doesn't return a segment.
 */
async function listsIn(
  account: Account,
  row: CampaignRow,
  declared: CampaignProps,
): Promise<ReadLists> {
  const { listIds } = declared;
  if (listIds === undefined || beyondLists(declared) !== undefined) return "same";
  const now = await listIdsByName(account, row.lists);
  if (now === undefined) return "open";
  return isSameLists(now, listIds) ? "same" : now;
}

const openLists =
  "listIds: not compared, because the service names no list of the campaign, or one that the account doesn't have or has several of with that name. Look at the campaign's lists in the service's web app.";

function judge(
  name: ComparedInput,
  row: CampaignRow,
  before: CampaignProps,
  reading: CampaignReading,
): Verdict {
  const declared = before[name];
  // For an undeclared input, the service creates HTML from the plain text, and uses the sender as the reply-to address.
  const isFilledIn = () => name === "html" || isSendersOwn(row);
  return verdictOf({
    shown: hashesOf(row)[name],
    sent: reading[name],
    before: reading.before?.[name],
    isEdited: reading.declared?.[name] !== undefined,
    isDeclared: () => (declared === undefined ? isFilledIn() : isDeclared(name, row, declared)),
    first: firstVerdict(name, row, declared),
  });
}

function firstVerdict(name: ComparedInput, row: CampaignRow, declared: unknown) {
  if (isUnknown(declared) || declared === undefined) return "same";
  if (isLeftOut(name, row)) return "open";
  return name === "html" ? "taken" : undefined;
}

function isSendersOwn({ replyTo, senderEmail }: CampaignRow): boolean {
  return replyTo === "" || isAlike(replyTo, senderEmail);
}

const takenHtml =
  "html: the service's HTML isn't the declared one, and no reading since the last update shows whether the service has rewritten it or somebody has edited it. Later refreshes compare with what it is now. If no one should have edited it, look at the campaign in the service's web app.";

function spelling(name: ComparedInput): string {
  return `${name}: the service returned the same other value again after the declared one was sent. This is taken as the service's form of the declared value, and later refreshes compare with it.`;
}

export function otherInputs(row: CampaignRow, props: Partial<CampaignProps>): string[] {
  return comparedInputs.filter((name) => {
    const declared = props[name];
    return declared !== undefined && !isUnknown(declared) && !isDeclared(name, row, declared);
  });
}

function valueIn({ name, subject, replyTo, htmlHash }: CampaignRow, of: ComparedInput): unknown {
  if (of === "html") return hashedContent(htmlHash ?? sha256(""));
  return { name, subject, replyTo: replyTo === "" ? undefined : replyTo }[of];
}

/**
 * The inputs as declared in the program. Replaces each value that a refresh found changed in the service by the
 * declared value.
 */
function asDeclared(props: CampaignProps, { declared = {} }: CampaignReading = {}): CampaignProps {
  const values = Object.entries(declared).map(([name, text]) => {
    if (name === "html") return [name, hashedContent(text)];
    if (name === "listIds") return [name, JSON.parse(text)];
    return [name, text === "" ? undefined : text];
  });
  return { ...props, ...Object.fromEntries(values) } as CampaignProps;
}

export async function listCampaigns(
  account: Account,
  ids: readonly string[] = [],
): Promise<ListedRows<CampaignProps, CampaignOutputs>> {
  const found = await readAll(campaignsOf(account).contents(), {
    until: account.main.deadline(),
  });
  const isWanted = (row: CampaignContent) =>
    ids.length > 0 ? ids.includes(row.id) : ["draft", "scheduled"].includes(row.status);
  const rows = found.rows.filter(isWanted);
  const leftOut = ids.length > 0 ? [] : found.rows.filter((row) => !isWanted(row));
  return {
    ...found,
    rows: await Promise.all(rows.map((row) => objectOf(row, account))),
    note,
    leftOut,
  };
}

const note =
  "the service does not return the plain text, preheader, segment and rules of a campaign, so the program doesn't declare them. No CampaignSchedule was written. A scheduled campaign is still sent at its date";

async function objectOf(
  row: CampaignContent,
  account: Account,
): Promise<Listed<CampaignProps, CampaignOutputs>> {
  const listIds = await listIdsByName(account, row.lists);
  // If no reply-to address is declared, the service may use the sender's address.
  const isOwnReplyTo = !isSendersOwn(row);
  const problem = `listIds: the account has no list, or several lists, with a name of ${quoted(row.lists)}`;
  return {
    id: row.id,
    created: row.createdDate,
    props: present({
      name: row.name,
      subject: row.subject,
      sender: { email: row.senderEmail, name: row.senderName },
      html: row.html || undefined,
      replyTo: isOwnReplyTo ? row.replyTo : undefined,
      listIds: row.lists === "" ? undefined : (listIds ?? []),
    }),
    ...(row.html !== "" && { files: { html: "html" } }),
    problems: listIds === undefined && row.lists !== "" ? [problem] : [],
    outputs: outputsOf(row),
    nameParts: [row.name, row.id],
  };
}
