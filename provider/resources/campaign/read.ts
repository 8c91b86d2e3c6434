import type { Account } from "../../account/account";
import type { CampaignContent, CampaignRow } from "../../api/campaign";
import { readAll } from "../../client/pagination";
import { isSameLists } from "../../email/recipients";
import { quoted } from "../../errors/redact";
import { hashedContent, isSameContent, sha256 } from "../../input/asset";
import { isUnknown, omitUndefined } from "../../plain/value";
import { campaignsOf, refreshedCampaign } from "../campaign-shared/campaign-cache";
import {
  type CampaignReading,
  type ComparedInput,
  comparedInputs,
  type Declared,
  declaredText,
  hashesOf,
  isDeclared,
  isLeftOut,
  isSendersOwn,
  judge,
  lastReadHash,
  type Texts,
  type Verdict,
  withDeclaredValues,
} from "../campaign-shared/drift";
import { listIdsByName, listsInService } from "../campaign-shared/lists";
import { isClosed } from "../campaign-shared/status";
import { type CampaignProps, campaignFields } from "./props";

/** The outputs. Only set with the extended operations, because no operation in the specification reads campaigns. */
export interface CampaignOutputs {
  readonly status?: string;
  readonly scheduledDate?: string;
  readonly __reading?: CampaignReading;
}

type CampaignState = CampaignProps & CampaignOutputs;

/**
 * Refreshes a campaign's status and date. Unless the campaign is closed, also takes over changes that somebody made in
 * the service to `comparedInputs` or to the lists. Only warns about another sender.
 */
export async function readCampaign(account: Account, id: string, state: CampaignState) {
  campaignsOf(account).manage(id, state.name);
  const { status, scheduledDate: _, __reading: reading, ...props } = state;
  const mark = { email: props.sender.email };
  const row = await refreshedCampaign(account, id, { status, mark, isNamed: true });
  if (typeof row === "string") return row === "missing" ? { ...state, status: row } : state;
  const declared = withDeclaredValues(props, reading);
  const { sayings = [], ...next } = isClosed(row)
    ? { props: declared, reading: filledReading({ ...reading, declared: undefined }) }
    : compare(row, { declared, reading }, await listsInService(account, row, declared));
  for (const one of sayings) account.warnOnce(`Campaign ${quoted(props.name)}: ${one}`);
  if (reading?.sender !== undefined && reading.sender !== hashesOf(row).sender) {
    account.warnOnce(
      `Campaign ${quoted(state.name)}: the sender was changed in the service. pulumi up can't change it back: the service has no operation for it.`,
    );
  }
  return omitUndefined({ ...next.props, ...outputsOf(row), __reading: next.reading });
}

/** Compares a campaign with its baseline (`reading`). Returns inputs with edits in the service, and a new baseline. */
function compare(
  row: CampaignRow,
  { declared, reading = {} }: { declared: CampaignProps; reading: CampaignReading | undefined },
  lists: Awaited<ReturnType<typeof listsInService>>,
) {
  const now = hashesOf(row);
  const verdicts = new Map(
    comparedInputs.map((name) => [name, judge(name, row, declared, reading)] as const),
  );
  const those = (verdict: Verdict) =>
    comparedInputs.filter((name) => verdicts.get(name) === verdict);
  const edited = those("edited");
  const otherLists = Array.isArray(lists) ? lists : undefined;
  return {
    props: {
      ...declared,
      ...Object.fromEntries(edited.map((name) => [name, valueIn(row, name)])),
      ...(otherLists && { listIds: otherLists }),
    },
    reading: filledReading({
      ...now,
      sender: reading.sender ?? now.sender,
      // Unless the lists differ or there is no baseline, keeps the hash of the old names: a renamed list is no change.
      lists: otherLists || reading.name === undefined ? now.lists : reading.lists,
      wasNotDraft: reading.wasNotDraft,
      ...byName(edited, (name) => reading[name]),
      ...byName(those("open"), () => undefined),
      openLists: lists === "open" ? true : undefined,
      declared: {
        ...byName(edited, (name) => declaredText(declared, name)),
        listIds: otherLists && JSON.stringify(declared.listIds),
      },
    }),
    sayings: [
      ...those("the service's form").map(
        (name) =>
          `${name}: the service returned the same other value again after the declared one was sent. This is taken as the service's form of the declared value, and later refreshes compare with it.`,
      ),
      ...those("taken").map(() => uncomparedHtmlWarning),
      ...(lists === "open" && !reading.openLists ? [uncomparedListsWarning] : []),
    ],
  };
}

const uncomparedListsWarning =
  "listIds: not compared, because the service names no list of the campaign, or one that the account doesn't have or has several of with that name. Look at the campaign's lists in the service's web app.";

const uncomparedHtmlWarning =
  "html: the service's HTML isn't the declared one, and no reading since the last update shows whether the service has rewritten it or somebody has edited it. Later refreshes compare with what it is now. If no one should have edited it, look at the campaign in the service's web app.";

export function differingInputs(row: CampaignRow, props: Partial<CampaignProps>): string[] {
  return comparedInputs.filter((name) => {
    const declared = props[name];
    return declared !== undefined && !isUnknown(declared) && !isDeclared(name, row, declared);
  });
}

function valueIn({ name, subject, replyTo, htmlHash }: CampaignRow, of: ComparedInput): unknown {
  if (of === "html") return hashedContent(htmlHash ?? sha256(""));
  return { name, subject, replyTo: replyTo === "" ? undefined : replyTo }[of];
}

export async function listCampaigns(account: Account, ids: readonly string[] = []) {
  const found = await readAll(campaignsOf(account).contents(), { until: account.main.deadline() });
  const isWanted = (row: CampaignContent) =>
    ids.length > 0 ? ids.includes(row.id) : ["draft", "scheduled"].includes(row.status);
  const rows = found.rows.filter(isWanted);
  const leftOut = ids.length > 0 ? [] : found.rows.filter((row) => !isWanted(row));
  return {
    ...found,
    rows: await Promise.all(rows.map((row) => objectOf(row, account))),
    note: "the service does not return the plain text, preheader, segment and rules of a campaign, so the program doesn't declare them. No CampaignSchedule was written. A scheduled campaign is still sent at its date",
    leftOut,
  };
}

async function objectOf(row: CampaignContent, account: Account) {
  const listIds = await listIdsByName(account, row.lists);
  const problem = `listIds: the account has no list, or several lists, with a name of ${quoted(row.lists)}`;
  return {
    id: row.id,
    created: row.createdDate,
    props: omitUndefined({
      name: row.name,
      subject: row.subject,
      sender: { email: row.senderEmail, name: row.senderName },
      html: row.html || undefined,
      // Leaves out the sender's address, which the service may use if no reply-to address is declared.
      replyTo: isSendersOwn(row) ? undefined : row.replyTo,
      listIds: row.lists === "" ? undefined : (listIds ?? []),
    }),
    ...(row.html !== "" && { files: { html: "html" } }),
    problems: listIds === undefined && row.lists !== "" ? [problem] : [],
    outputs: outputsOf(row),
    nameParts: [row.name, row.id],
  };
}

/** The baseline without undefined members; undefined if no member is left. */
function filledReading({ declared, before, ...rest }: CampaignReading) {
  return filled({ ...rest, declared: filled(declared), before: filled(before) });
}

function filled<Part extends object>(part?: Part) {
  const known = omitUndefined({ ...part });
  return Object.keys(known).length > 0 ? known : undefined;
}

function byName<Name extends string>(
  names: readonly Name[],
  of: (name: Name) => string | undefined,
) {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Texts<Name>;
}

function outputsOf({ status, scheduledDate }: CampaignRow): CampaignOutputs {
  return omitUndefined({ status, scheduledDate });
}

/** The outputs after a create. If the list shows the campaign, the outputs contain the baseline. */
export function afterCreate(
  row: CampaignRow | undefined,
  props: CampaignProps,
  wasNotDraft?: true,
): CampaignOutputs {
  if (row === undefined) return { status: "draft" };
  const open = comparedInputs.filter((name) => isLeftOut(name, row) && props[name] !== undefined);
  const reading = { ...hashesOf(row), ...byName(open, () => undefined), wasNotDraft };
  return omitUndefined({ ...outputsOf(row), __reading: filledReading(reading) });
}

interface Update {
  readonly id: string;
  readonly old: CampaignState;
  readonly props: CampaignProps;
  /** The fields that were sent. */
  readonly change: object;
}

/** The inputs for which the program now declares the value that somebody has set in the service. */
export function inputsTaken(old: CampaignState, props: Partial<CampaignProps>): Declared[] {
  const { declared = {} } = old.__reading ?? {};
  return [...comparedInputs, "listIds" as const].filter((name) => {
    if (declared[name] === undefined) return false;
    if (name === "listIds") return isSameLists(old.listIds, props.listIds);
    return isSameContent(old[name], props[name]);
  });
}

/** The outputs after an update. If a search shows the sent inputs, the service's values become the new baseline. */
export async function afterUpdate(account: Account, update: Update) {
  const { id, old, props, change } = update;
  const { status, scheduledDate, __reading: reading = {} } = old;
  const isSent = (name: Declared) => (campaignFields[name].wire ?? name) in change;
  const taken = inputsTaken(old, props);
  const takenCompared = taken.filter((name) => name !== "listIds");
  // Only the extended operations can read the sent inputs back, so without them there is no new baseline.
  const written = account.settings.isExtended ? comparedInputs.filter(isSent) : [];
  const row = written.length === 0 ? undefined : await campaignsOf(account).readAfterWrite(id);
  const shown = row && written.every((name) => hasArrived(name, row, update)) ? row : undefined;
  const now = shown && hashesOf(shown);
  const lists = isSent("listIds") ? (["listIds"] as const) : [];
  const settled = byName([...taken, ...written, ...lists], () => undefined);
  const sentBack = written.filter(
    (name) => !now && reading.declared?.[name] === declaredText(props, name),
  );
  const next = filledReading({
    ...reading,
    ...("listIds" in settled && { openLists: undefined }),
    ...(isSent("listIds") && { lists: now?.lists }),
    ...byName(takenCompared, (name) => lastReadHash(name, old)),
    ...byName(written, (name) => now?.[name]),
    declared: { ...reading.declared, ...settled },
    before: {
      ...reading.before,
      ...settled,
      ...byName(sentBack, (name) => lastReadHash(name, old)),
    },
  });
  return omitUndefined({ status, scheduledDate, ...(shown && outputsOf(shown)), __reading: next });
}

/** True if the listed campaign shows the sent value, or at least another value than before the update. */
function hasArrived(name: ComparedInput, row: CampaignRow, { old, props }: Update): boolean {
  if (isDeclared(name, row, props[name])) return true;
  const before = lastReadHash(name, old);
  return before !== undefined && before !== hashesOf(row)[name] && !isLeftOut(name, row);
}
