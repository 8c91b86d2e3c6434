import { isDeepStrictEqual } from "node:util";
import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign-list";
import { contentHash, isSameContent } from "../../input/asset";
import { present } from "../../input/plain";
import { isAlike, isSameSpelling } from "../../input/spelling";
import { campaignsOf } from "../campaigns/campaign-cache";
import { hashOf } from "../campaigns/text-hash";
import type { CampaignProps } from "./props";

/** The inputs that readings compare. */
export const comparedInputs = ["name", "subject", "replyTo", "html"] as const;

export type ComparedInput = (typeof comparedInputs)[number];

/** An input that a refresh shows as the service has it, and puts back once the campaign is sent. Lists are compared by their ids. */
type Declared = ComparedInput | "listIds";

type Read = Readonly<Record<ComparedInput | "sender" | "lists", string>>;

/**
 * What later readings are compared with: what the service had right after our last write. Hashes, since a service may return
 * other HTML, names or addresses than were sent, and what it makes of them is its own. One that is absent is open.
 */
export interface CampaignReading extends Partial<Read> {
  /** What was declared of the inputs that somebody has changed in the service since: the HTML as a hash, none as empty. */
  readonly declared?: Partial<Record<Declared, string>>;
  /** What a refresh has found before the declared value was sent again: found once more, it is the service's form. */
  readonly before?: Partial<Record<ComparedInput, string>>;
  /** True where the lists that the service names can't be told apart, or it names none. */
  readonly openLists?: true;
  /** True where the service showed the campaign as scheduled or sent right after its create, which has no date. */
  readonly wasNotDraft?: true;
}

/** What the service decides of a campaign; nothing under the specified operations, which can't read it. */
export interface CampaignDecided {
  readonly status?: string;
  readonly scheduledDate?: string;
  readonly __reading?: CampaignReading;
}

type Loose<Part> = { readonly [Name in keyof Part]?: Part[Name] | undefined };

/** A reading without what is undefined in it; undefined where that leaves nothing. */
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

export function outputsOf({ status, scheduledDate }: CampaignRow): CampaignDecided {
  return present({ status, scheduledDate });
}

export function hashesOf(row: CampaignRow): Read {
  return {
    name: hashOf(row.name),
    subject: hashOf(row.subject),
    replyTo: hashOf(row.replyTo),
    html: row.htmlHash ?? "none",
    sender: hashOf(`${row.senderName} <${row.senderEmail}>`),
    lists: hashOf(row.lists),
  };
}

/** Whether the service holds an input as it is declared, be it in another spelling. */
export function isDeclared(name: ComparedInput, row: CampaignRow, declared: unknown): boolean {
  if (name === "html") return contentHash(declared) === row.htmlHash;
  const text = typeof declared === "string" ? declared : "";
  return name === "replyTo" ? isAlike(row[name], text) : isSameSpelling(row[name], text);
}

/** Whether a row has nothing in place of an input: a list may leave out what the service holds. */
export function isLeftOut(name: ComparedInput, row: CampaignRow): boolean {
  return name === "html" ? row.htmlHash === undefined : row[name] === "";
}

/** A declared input as the state keeps it: the HTML as its hash, none as empty. */
export function declaredText(props: CampaignProps, name: ComparedInput): string {
  return (name === "html" ? contentHash(props.html) : props[name]) ?? "";
}

/** What a create leaves: the reading right after it, as far as the list shows the campaign. */
export function afterCreate(row: CampaignRow | undefined, props: CampaignProps): CampaignDecided {
  if (row === undefined) return { status: "draft" };
  const open = comparedInputs.filter((name) => isLeftOut(name, row) && props[name] !== undefined);
  const reading = { ...hashesOf(row), ...byName(open, () => undefined) };
  return present({ ...outputsOf(row), __reading: filledReading(reading) });
}

interface Update {
  readonly id: string;
  readonly old: CampaignProps & CampaignDecided;
  readonly props: CampaignProps;
  readonly sent: readonly string[];
}

/** The inputs that somebody has changed in the service, and that the program declares so by now. */
export function inputsTaken(
  old: CampaignProps & CampaignDecided,
  props: Partial<CampaignProps>,
): Declared[] {
  const { declared = {} } = old.__reading ?? {};
  return [...comparedInputs, "listIds" as const].filter((name) => {
    if (declared[name] === undefined) return false;
    if (name === "listIds") return isDeepStrictEqual(new Set(old.listIds), new Set(props.listIds));
    return isSameContent(old[name], props[name]);
  });
}

/** The outputs after an update. If one search right after it shows the inputs that were sent, they have a new reading. */
export async function afterUpdate(
  account: Account,
  { id, old, props, sent }: Update,
): Promise<CampaignDecided> {
  const { status, scheduledDate, __reading: reading = {} } = old;
  const taken = inputsTaken(old, props);
  // No operation shows what was sent where none is extended.
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

/** Whether a row shows an input as it was sent, and not as it was before. */
function hasArrived(
  name: ComparedInput,
  row: CampaignRow,
  { old, props }: Pick<Update, "old" | "props">,
): boolean {
  if (isDeclared(name, row, props[name])) return true;
  const before = shownOf(name, old);
  return before !== undefined && before !== hashesOf(row)[name] && !isLeftOut(name, row);
}

/** The hash of an input as the service has shown it last; undefined where it hasn't. */
function shownOf(name: ComparedInput, old: Update["old"]): string | undefined {
  if (old.__reading?.declared?.[name] === undefined) return old.__reading?.[name];
  const text = declaredText(old, name);
  return name === "html" ? text : hashOf(text);
}
