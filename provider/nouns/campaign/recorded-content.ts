import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign-list";
import { contentHash, isSameContent } from "../../input/asset";
import { present } from "../../input/plain";
import { isAlike, isSameSpelling } from "../../input/spelling";
import { campaignsOf } from "../campaigns/campaign-cache";
import type { CampaignProps } from "./props";

/** The inputs that readings compare. */
export const comparedInputs = ["name", "subject", "replyTo", "html"] as const;

export type ComparedInput = (typeof comparedInputs)[number];

/** An input that a refresh shows as the service has it, and puts back once the campaign is sent. Lists are compared by their ids. */
type Declared = ComparedInput | "listIds";

type Read = Readonly<Record<ComparedInput | "sender", string>>;

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

export interface KnownInput {
  readonly base?: string | undefined;
  readonly declared?: string | undefined;
  readonly before?: string | undefined;
}

export function knownIn(reading: CampaignReading, name: ComparedInput): KnownInput {
  const { declared = {}, before = {} } = reading;
  return { base: reading[name], declared: declared[name], before: before[name] };
}

type OfCampaign = {
  readonly [Name in "sender" | "wasNotDraft" | "openLists"]?: CampaignReading[Name] | undefined;
} & { readonly declared?: CampaignReading["declared"] | undefined };

/** A reading of all inputs, beside what it has of the campaign; undefined where that is nothing. */
export function campaignReading(
  { sender, wasNotDraft, openLists, declared: { listIds } = {} }: OfCampaign,
  knownOf: (name: ComparedInput) => KnownInput,
): CampaignReading | undefined {
  const known = comparedInputs.map((name) => [name, knownOf(name)] as const);
  const column = (of: keyof KnownInput) => {
    const given = known.filter(([, input]) => input[of] !== undefined);
    return Object.fromEntries(given.map(([name, input]) => [name, input[of]]));
  };
  const declared = { ...column("declared"), ...present({ listIds }) };
  const before = column("before");
  const reading = {
    ...present({ sender, wasNotDraft, openLists }),
    ...column("base"),
    ...(Object.keys(declared).length > 0 && { declared }),
    ...(Object.keys(before).length > 0 && { before }),
  } as CampaignReading;
  return Object.keys(reading).length > 0 ? reading : undefined;
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
  };
}

/** What the state keeps in place of a text of the service. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
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
  const { sender, ...now } = hashesOf(row);
  const reading = campaignReading({ sender }, (name) =>
    isLeftOut(name, row) && props[name] !== undefined ? {} : { base: now[name] },
  );
  return present({ ...outputsOf(row), __reading: reading });
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
): string[] {
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
  const { status, scheduledDate } = old;
  const taken = inputsTaken(old, props);
  const hasLists = [...sent, ...taken].includes("listIds");
  const reading = hasLists ? withoutLists(old.__reading) : old.__reading;
  // No operation shows what was sent where none is extended.
  const written = comparedInputs.filter(
    (name) => account.settings.isExtended && sent.includes(name),
  );
  if (written.length === 0 && taken.length === 0)
    return present({ status, scheduledDate, __reading: reading });
  const row = written.length === 0 ? undefined : await campaignsOf(account).readBack(id);
  const shown =
    row && written.every((name) => hasArrived(name, row, { old, props })) ? row : undefined;
  const now = shown && hashesOf(shown);
  const next = campaignReading(reading ?? {}, (name) => {
    const known = knownIn(reading ?? {}, name);
    if (taken.includes(name)) return { base: shownOf(name, old) };
    if (!written.includes(name)) return known;
    if (now) return { base: now[name] };
    const isSentBack = known.declared !== undefined && known.declared === declaredText(props, name);
    return isSentBack ? { before: shownOf(name, old) } : {};
  });
  return present({ status, scheduledDate, ...(shown && outputsOf(shown)), __reading: next });
}

/** A reading without what it has of lists, which were sent anew. */
function withoutLists(reading: CampaignReading | undefined): CampaignReading | undefined {
  const { openLists, declared: { listIds, ...declared } = {}, ...rest } = reading ?? {};
  return campaignReading({ ...rest, declared }, (name) => knownIn({ ...rest, declared }, name));
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
