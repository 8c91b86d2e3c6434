import { createHash } from "node:crypto";
import type { CampaignRow } from "../../api/campaign-list";
import { contentHash } from "../../input/asset";
import { isAlike, isSameSpelling } from "../../input/spelling";

/** The inputs that readings compare. */
export const compared = ["name", "subject", "replyTo", "html"] as const;

/** One of them. */
export type Compared = (typeof compared)[number];

/** Hashes of what a reading has shown. */
type Read = Readonly<Record<Compared | "sender", string>>;

/**
 * What later readings are compared with: what the service had right after our last write. Hashes, since a service may return
 * other HTML, names or addresses than were sent, and what it makes of them is its own. One that is absent is open.
 */
export interface CampaignReading extends Partial<Read> {
  /** The status at which the HTML was read. */
  readonly status?: string;
  /** What was declared of the inputs that somebody has changed in the service since: the HTML as a hash, none as empty. */
  readonly declared?: Partial<Record<Compared, string>>;
  /** What a refresh has found before the declared value was sent again: found once more, it is the service's form. */
  readonly before?: Partial<Record<Compared, string>>;
  /** True where the service showed the campaign as scheduled or sent right after its create, which has no date. */
  readonly wasNotDraft?: true;
}

/** What the service decides of a campaign; nothing under the specified operations, which can't read it. */
export interface CampaignDecided {
  readonly status?: string;
  readonly scheduledDate?: string;
  readonly reading?: CampaignReading;
}

/** The hashes of a campaign. */
export function hashesOf({
  name,
  subject,
  replyTo,
  htmlHash,
  senderEmail,
  senderName,
}: CampaignRow): Read {
  const sender = hashOf(`${senderName} <${senderEmail}>`);
  return {
    name: hashOf(name),
    subject: hashOf(subject),
    replyTo: hashOf(replyTo),
    html: htmlHash ?? "none",
    sender,
  };
}

/** What the state keeps in place of a text of the service. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Whether the service holds an input as it is declared, be it in another spelling. */
export function isDeclared(name: Compared, row: CampaignRow, declared: unknown): boolean {
  if (name === "html") return contentHash(declared) === row.htmlHash;
  const text = typeof declared === "string" ? declared : "";
  return name === "replyTo" ? isAlike(row[name], text) : isSameSpelling(row[name], text);
}

/** Whether a row has nothing in place of an input: a list may leave out what the service holds. */
export function isLeftOut(name: Compared, row: CampaignRow): boolean {
  return name === "html" ? row.htmlHash === undefined : row[name] === "";
}
