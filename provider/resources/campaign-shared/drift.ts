import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign";
import { splitByComma } from "../../client/response";
import {
  type Audience,
  type CampaignFacts,
  isSameLists,
  reachInWords,
  unknownRecipientsReason,
} from "../../email/recipients";
import { contentHash, hashedContent, isSameContent, sha256 } from "../../input/asset";
import { finding, type Level, type NamedFinding } from "../../input/finding";
import { isAlike, isSameSpelling } from "../../plain/text";
import { isUnknown, omitUndefined } from "../../plain/value";
import { hasSecretLists, listsInService, reachOf } from "./lists";
import { isClosed } from "./status";

/** The inputs that a refresh may set to the service's value, except `listIds`. */
export const comparedInputs = ["name", "subject", "replyTo", "html"] as const;

export type ComparedInput = (typeof comparedInputs)[number];

/** An input that a refresh may set to the service's value, and back to the declared one once the campaign is closed. */
export type Declared = ComparedInput | "listIds";

export type Texts<Name extends string> = { readonly [One in Name]?: string | undefined };

/** The baseline for drift: hashes of what the service returned for declared values, which it may have rewritten. */
export interface CampaignReading extends Texts<ComparedInput | "sender" | "lists"> {
  /** Declared values of inputs changed in the service. HTML is a hash, list ids are JSON, and a missing value is "". */
  readonly declared?: Texts<Declared> | undefined;
  /** Values that an update overwrote. One that is read again is most likely the service's form of a declared value. */
  readonly before?: Texts<ComparedInput> | undefined;
  /** True if the last refresh couldn't compare the lists, for example because a list name is unknown or ambiguous. */
  readonly openLists?: true | undefined;
  /** True if the service showed the campaign as scheduled or sent right after creating it without a date. */
  readonly wasNotDraft?: true | undefined;
}

/** The compared inputs of a campaign in the state or in the program. */
type ComparedProps = { readonly [Input in ComparedInput]?: unknown };

/** A campaign in the state, with the baseline for drift. */
export interface KnownCampaign extends ComparedProps, Audience {
  readonly status?: string | undefined;
  readonly __reading?: CampaignReading | undefined;
}

export interface Sides {
  readonly old: KnownCampaign;
  /** The inputs after the update. */
  readonly props: ComparedProps & Audience;
  /** The secret texts of the campaign. */
  readonly secrets?: readonly string[] | undefined;
}

/** The result of a comparison. "taken" makes the service's value the new baseline, and "open" means not comparable. */
export type Verdict = "same" | "edited" | "taken" | "the service's form" | "open";

/** One value of a campaign, as read from the service: the name, subject, reply-to address, HTML or date. */
interface ShownValue {
  /** The value that the service has now. */
  readonly shown: string;
  /** The baseline: what the service returned for the declared value. Undefined if there is no baseline. */
  readonly sent: string | undefined;
  /** A value that a refresh read before an update sent the declared one. If read again, it is the service's form. */
  readonly before: string | undefined;
  /** True if an earlier refresh found that somebody edited the value. The state then also has the declared value. */
  readonly isEdited: boolean;
  /** Returns true if the service has the declared value. Each field compares values in its own way. */
  readonly isDeclared: () => boolean;
  /** The verdict if values differ without a baseline; by default "edited". "same" and "open" win over `before`. */
  readonly first?: Exclude<Verdict, "edited"> | undefined;
}

export function verdictOf({ shown, sent, before, isEdited, isDeclared, first }: ShownValue) {
  if (shown === sent || isDeclared()) return "same";
  if (sent !== undefined) return "edited";
  if (first === "same" || first === "open") return first;
  if (before === shown && !isEdited) return "the service's form";
  return first ?? "edited";
}

export function judge(
  name: ComparedInput,
  row: CampaignRow,
  inputs: ComparedProps,
  reading: CampaignReading,
): Verdict {
  const declared = inputs[name];
  // The service may fill in undeclared inputs: HTML from the plain text, and the sender's address as reply-to address.
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

export function isSendersOwn({ replyTo, senderEmail }: CampaignRow): boolean {
  return replyTo === "" || isAlike(replyTo, senderEmail);
}

/** The inputs with declared values in place of values that a refresh took from the service. */
export function withDeclaredValues<Props extends ComparedProps>(
  props: Props,
  { declared = {} }: CampaignReading = {},
): Props {
  const values = Object.entries(declared).map(([name, text = ""]) => {
    if (name === "html") return [name, hashedContent(text)];
    if (name === "listIds") return [name, JSON.parse(text)];
    return [name, text === "" ? undefined : text];
  });
  return { ...props, ...Object.fromEntries(values) } as Props;
}

export function hashesOf(row: CampaignRow) {
  return {
    name: sha256(row.name),
    subject: sha256(row.subject),
    replyTo: sha256(row.replyTo),
    html: row.htmlHash ?? "none",
    sender: sha256(`${row.senderName} <${row.senderEmail}>`),
    lists: sha256(row.lists),
  };
}

/** True if the service has the declared value. Differences in the spelling of a text don't count, except in HTML. */
export function isDeclared(name: ComparedInput, row: CampaignRow, declared: unknown): boolean {
  if (name === "html") return contentHash(declared) === row.htmlHash;
  const text = typeof declared === "string" ? declared : "";
  return name === "replyTo" ? isAlike(row[name], text) : isSameSpelling(row[name], text);
}

/** True if the listed campaign has no value for the input. A list may leave out values that the service has. */
export function isLeftOut(name: ComparedInput, row: CampaignRow): boolean {
  return name === "html" ? row.htmlHash === undefined : row[name] === "";
}

/** A declared input in the form that the state stores: HTML as a hash, a missing value as an empty text. */
export function declaredText(props: ComparedProps, name: ComparedInput): string {
  const text = name === "html" ? contentHash(props.html) : props[name];
  return typeof text === "string" ? text : "";
}

/** The hash of the value that the service last returned for the input; undefined if there is none. */
export function lastReadHash(name: ComparedInput, old: KnownCampaign): string | undefined {
  if (old.__reading?.declared?.[name] === undefined) return old.__reading?.[name];
  const text = declaredText(old, name);
  return name === "html" ? text : sha256(text);
}

/** The sentence about inputs changed in the service since the last reading, to values other than the declared ones. */
function changedInputsSentence(row: CampaignRow, { old, props }: Sides): string | undefined {
  const edited = comparedInputs.filter((name) => isChangedSince(name, row, { old, props }));
  if (edited.length === 0) return undefined;
  const [sent, kept] = [false, true].map((isKept) =>
    edited.filter((name) => isSameContent(old[name], props[name]) === isKept).join(", "),
  );
  const it = edited.length === 1 ? "it" : "them";
  const rewritten = edited.includes("html") ? ", or the service has rewritten the HTML" : "";
  const effects = [
    kept &&
      `This update sends no ${kept}, so the email goes out as the service has it. To send the declared values, run pulumi refresh before pulumi up.`,
    sent && `This update sends the declared ${sent}.`,
  ];
  return `${edited.join(", ")}: somebody has changed ${it} in the service's web app since the campaign was last read${rewritten}. ${effects.filter(Boolean).join(" ")}`;
}

function isChangedSince(name: ComparedInput, row: CampaignRow, { old, props }: Sides): boolean {
  const { __reading: reading = {} } = old;
  // If the state has the unknown value, an unconfirmed update may have made the change, so the change isn't reported.
  if (isUnknown(old[name]) || isDeclared(name, row, props[name])) return false;
  const isEdited = judge(name, row, withDeclaredValues(old, reading), reading) === "edited";
  return isEdited && lastReadHash(name, old) !== hashesOf(row)[name];
}

/** The sentence about lists that somebody has changed in the service to other lists than the declared ones. */
export async function changedListsSentence(
  row: CampaignRow,
  { old, props, secrets }: Sides,
  account: Pick<Account, "lists" | "warnOnce">,
): Promise<string | undefined> {
  const { listIds: declared = [] } = props;
  const now = await otherLists(row, old, account);
  if (now === undefined || isSameLists(now, declared)) return undefined;
  const { listIds: before = [] } = old;
  const effect = isSameLists(before, declared)
    ? "This update sends no lists, so the campaign keeps the lists that it has in the service. To replace them with the declared lists, run pulumi refresh before pulumi up."
    : "This update sends the declared lists.";
  const changed = "listIds: somebody has changed the lists in the service's web app";
  if (hasSecretLists({ old, props, secrets })) return `${changed}, which are secret. ${effect}`;
  const rows = await account.lists.complete();
  const inWords = (ids: readonly string[]) => reachInWords(reachOf(ids, rows));
  return `${changed}: the campaign goes to ${inWords(now)}, and when it was last read, it went to ${inWords(before)}. ${effect}`;
}

/** The ids of the lists in the service if they differ from the state. Compares ids, because a list may be renamed. */
export async function otherLists(
  { lists }: CampaignRow,
  { __reading: reading, ...old }: KnownCampaign,
  account: Pick<Account, "lists" | "warnOnce">,
): Promise<readonly string[] | undefined> {
  if (reading?.lists === sha256(lists)) return undefined;
  const now = await listsInService(account, { lists }, old);
  return typeof now === "string" ? undefined : now;
}

/** Findings about inputs changed in the service. `of` is the campaign in words, if its schedule reports them. */
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
  // With a segment, for example, the lists don't show all recipients. So their names and contacts are left out.
  const isPartial = old.listIds !== undefined && unknownRecipientsReason(old) !== undefined;
  const contacts = isPartial ? undefined : row.contacts;
  if (hasSecretLists({ old, props, secrets })) return omitUndefined({ status, subject, contacts });
  const names = isPartial ? undefined : splitByComma(row.lists);
  const facts = { status, subject, names, contacts };
  const listIds = await otherLists(row, old, account);
  if (listIds === undefined) return omitUndefined(facts);
  // Includes the lists of the state and of the program, so that the comment can show the change.
  const ids = [listIds, old.listIds ?? [], props.listIds ?? []].flat();
  const { lists } = reachOf([...new Set(ids)], await account.lists.complete());
  return omitUndefined({ ...facts, listIds, lists });
}

/** The new subject, if somebody changed it in the service since the last read. Undefined without an earlier read. */
function otherSubject({ subject }: CampaignRow, old: KnownCampaign): string | undefined {
  const last = old.__reading?.subject;
  const isKnown = last === undefined || last === sha256(subject) || subject === old.subject;
  return isKnown ? undefined : subject;
}
