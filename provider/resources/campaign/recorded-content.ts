import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign";
import { isSameLists } from "../../email/recipients";
import { contentHash, isSameContent, sha256 } from "../../input/asset";
import { isAlike, isSameSpelling } from "../../plain/text";
import { present } from "../../plain/value";
import { campaignsOf } from "../campaigns/campaign-cache";
import type { CampaignProps } from "./props";

/** The inputs that a refresh compares with the service. */
export const comparedInputs = ["name", "subject", "replyTo", "html"] as const;

export type ComparedInput = (typeof comparedInputs)[number];

/**
 * An input for which the state can have the service's value instead of the declared value. Lists are compared by id.
 */
type Declared = ComparedInput | "listIds";

type Read = Readonly<Record<ComparedInput | "sender" | "lists", string>>;

/**
 * The baseline for drift: hashes of the values that the service returned right after our last write. The sent values
 * are no baseline, because the service may change HTML, names or addresses. An absent input has no baseline.
 */
export interface CampaignReading extends Partial<Read> {
  /**
   * The declared values of inputs that somebody has changed in the service. HTML is stored as a hash, and a missing
   * value as an empty text.
   */
  readonly declared?: Partial<Record<Declared, string>>;
  /**
   * The service's value before the declared value was sent again. If the next refresh finds this value again, it is the
   * service's form of the declared value.
   */
  readonly before?: Partial<Record<ComparedInput, string>>;
  /** True if the service returns no list names, or if several lists have the same name. */
  readonly openLists?: true;
  /** True if the service showed the campaign as scheduled or sent right after creating it without a date. */
  readonly wasNotDraft?: true;
}

/** The outputs of a campaign. Empty with the specified operations, because they can't read campaigns. */
export interface CampaignOutputs {
  readonly status?: string;
  readonly scheduledDate?: string;
  readonly __reading?: CampaignReading;
}

type Loose<Part> = { readonly [Name in keyof Part]?: Part[Name] | undefined };

/** The baseline without undefined members; undefined if no member is left. */
export function filledReading({
  declared,
  before,
  ...rest
}: Loose<Omit<CampaignReading, "declared" | "before">> & {
  readonly declared?: Loose<Record<Declared, string>> | undefined;
  readonly before?: Loose<Record<ComparedInput, string>> | undefined;
}): CampaignReading | undefined {
  return filled({ ...rest, declared: filled(declared), before: filled(before) });
}

function filled<Part extends object>(part?: Part) {
  const known = present({ ...part });
  return Object.keys(known).length > 0 ? known : undefined;
}

export function byName<Name extends string>(
  names: readonly Name[],
  of: (name: Name) => string | undefined,
) {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Loose<Record<Name, string>>;
}

export function outputsOf({ status, scheduledDate }: CampaignRow): CampaignOutputs {
  return present({ status, scheduledDate });
}

export function hashesOf(row: CampaignRow): Read {
  return {
    name: sha256(row.name),
    subject: sha256(row.subject),
    replyTo: sha256(row.replyTo),
    html: row.htmlHash ?? "none",
    sender: sha256(`${row.senderName} <${row.senderEmail}>`),
    lists: sha256(row.lists),
  };
}

/** True if the service has the declared value, ignoring differences in spelling. */
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
export function declaredText(props: CampaignProps, name: ComparedInput): string {
  return (name === "html" ? contentHash(props.html) : props[name]) ?? "";
}

/** The outputs after a create. If the list shows the campaign, the outputs contain the baseline. */
export function afterCreate(row: CampaignRow | undefined, props: CampaignProps): CampaignOutputs {
  if (row === undefined) return { status: "draft" };
  const open = comparedInputs.filter((name) => isLeftOut(name, row) && props[name] !== undefined);
  const reading = { ...hashesOf(row), ...byName(open, () => undefined) };
  return present({ ...outputsOf(row), __reading: filledReading(reading) });
}

interface Update {
  readonly id: string;
  readonly old: CampaignProps & CampaignOutputs;
  readonly props: CampaignProps;
  readonly sent: readonly string[];
}

/** The inputs that somebody has changed in the service, and for which the program now declares the service's value. */
export function inputsTaken(
  old: CampaignProps & CampaignOutputs,
  props: Partial<CampaignProps>,
): Declared[] {
  const { declared = {} } = old.__reading ?? {};
  return [...comparedInputs, "listIds" as const].filter((name) => {
    if (declared[name] === undefined) return false;
    if (name === "listIds") return isSameLists(old.listIds, props.listIds);
    return isSameContent(old[name], props[name]);
  });
}

/**
 * The outputs after an update. If a search right after the update shows the sent inputs, the values in the service
 * become the new baseline.
 */
export async function afterUpdate(
  account: Account,
  { id, old, props, sent }: Update,
): Promise<CampaignOutputs> {
  const { status, scheduledDate, __reading: reading = {} } = old;
  const taken = inputsTaken(old, props);
  // With the specified operations, no request can read the sent inputs back.
  const written = account.settings.isExtended
    ? comparedInputs.filter((name) => sent.includes(name))
    : [];
  const row = written.length === 0 ? undefined : await campaignsOf(account).readBack(id);
  const shown =
    row && written.every((name) => hasArrived(name, row, { old, props })) ? row : undefined;
  const now = shown && hashesOf(shown);
  const lists = [...sent, ...taken].includes("listIds") ? (["listIds"] as const) : [];
  const settled = byName([...taken, ...written, ...lists], () => undefined);
  const sentBack = written.filter(
    (name) => !now && reading.declared?.[name] === declaredText(props, name),
  );
  const next = filledReading({
    ...reading,
    ...(lists.length > 0 && { openLists: undefined }),
    ...(sent.includes("listIds") && { lists: now?.lists }),
    ...byName(
      comparedInputs.filter((name) => taken.includes(name)),
      (name) => shownOf(name, old),
    ),
    ...byName(written, (name) => now?.[name]),
    declared: { ...reading.declared, ...settled },
    before: { ...reading.before, ...settled, ...byName(sentBack, (name) => shownOf(name, old)) },
  });
  return present({ status, scheduledDate, ...(shown && outputsOf(shown)), __reading: next });
}

/** True if the listed campaign shows the sent value of the input instead of the value before the update. */
function hasArrived(
  name: ComparedInput,
  row: CampaignRow,
  { old, props }: Pick<Update, "old" | "props">,
): boolean {
  if (isDeclared(name, row, props[name])) return true;
  const before = shownOf(name, old);
  return before !== undefined && before !== hashesOf(row)[name] && !isLeftOut(name, row);
}

/** The hash of the value that the service last returned for the input; undefined if there is none. */
function shownOf(name: ComparedInput, old: Update["old"]): string | undefined {
  if (old.__reading?.declared?.[name] === undefined) return old.__reading?.[name];
  const text = declaredText(old, name);
  return name === "html" ? text : sha256(text);
}
