import type { CampaignRow } from "../../api/campaign";
import type { Audience } from "../../email/recipients";
import { contentHash, hashedContent, isSameContent, sha256 } from "../../input/asset";
import { isAlike, isSameSpelling } from "../../plain/text";
import { isUnknown } from "../../plain/value";
import { type Verdict, verdictOf } from "./status";

/** The inputs, except the lists, that a refresh compares with the service. */
export const comparedInputs = ["name", "subject", "replyTo", "html"] as const;

export type ComparedInput = (typeof comparedInputs)[number];

/**
 * An input that a refresh may set to the service's value. Once the campaign can't be changed any more, a refresh
 * restores the declared value.
 */
export type Declared = ComparedInput | "listIds";

export type Texts<Name extends string> = { readonly [One in Name]?: string | undefined };

/**
 * The baseline for drift: hashes of what the service first returned after our last write. Sent values don't serve as
 * baseline, because the service may rewrite HTML, names or addresses.
 */
export interface CampaignReading extends Texts<ComparedInput | "sender" | "lists"> {
  /**
   * The declared values of inputs that somebody has changed in the service. HTML is stored as a hash, and a missing
   * value as an empty text.
   */
  readonly declared?: Texts<Declared> | undefined;
  /**
   * Values that an update replaced with the declared values. If the service returns the same value again, it has most
   * likely rewritten the declared value.
   */
  readonly before?: Texts<ComparedInput> | undefined;
  /** True if the last refresh couldn't compare the lists, for example because a list name is unknown or ambiguous. */
  readonly openLists?: true | undefined;
  /** True if the service showed the campaign as scheduled or sent right after creating it without a date. */
  readonly wasNotDraft?: true | undefined;
}

/** The compared inputs of a campaign in the state or in the program. */
type ComparedProps = { readonly [Input in ComparedInput]?: unknown };

/** A campaign in the state, with the hashes of what the service last returned for it. */
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

export function judge(
  name: ComparedInput,
  row: CampaignRow,
  before: ComparedProps,
  reading: CampaignReading,
): Verdict {
  const declared = before[name];
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

/**
 * The sentence about inputs that somebody has changed in the service since they were last read. Undefined if there are
 * none, or if the program declares the changed values.
 */
export function changedInputsSentence(row: CampaignRow, { old, props }: Sides): string | undefined {
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
  // An unconfirmed update may itself have changed the value.
  if (isUnknown(old[name]) || isDeclared(name, row, props[name])) return false;
  const isEdited = judge(name, row, withDeclaredValues(old, reading), reading) === "edited";
  return isEdited && lastReadHash(name, old) !== hashesOf(row)[name];
}
