import { createHash } from "node:crypto";
import type { CampaignRow } from "../../api/campaign-list";

/**
 * What later readings are compared with: the first one after our last write at the same status. Hashes, since a service
 * may return other HTML, names or addresses than were sent, and what it makes of them is its own.
 */
export interface CampaignBaseline {
  /** The status at which it was read. */
  readonly status?: string;
  /** Hash of the name. */
  readonly name?: string;
  /** Hash of the subject. */
  readonly subject?: string;
  /** Hash of the reply-to address. */
  readonly replyTo?: string;
  /** Hash of the HTML. */
  readonly html?: string;
  /** Hash of the sender. */
  readonly sender?: string;
  /** What was declared of the inputs that somebody has changed in the service since. */
  readonly declared?: CampaignDeclared;
  /** Hashes of what differed from what is declared: coming back after our write, it is the service's spelling. */
  readonly differed?: CampaignDiffered;
}

/** Hashes of what the service had in place of what is declared. */
export interface CampaignDiffered {
  /** Hash of the name. */
  readonly name?: string;
  /** Hash of the subject. */
  readonly subject?: string;
  /** Hash of the reply-to address. */
  readonly replyTo?: string;
}

/** Inputs as they were declared. */
export interface CampaignDeclared {
  /** The name. */
  readonly name?: string;
  /** The subject. */
  readonly subject?: string;
  /** The reply-to address; empty where none was declared. */
  readonly replyTo?: string;
  /** Hash of the HTML. */
  readonly html?: string;
}

/** What the service decides of a campaign; nothing under the specified operations, which can't read it. */
export interface CampaignDecided {
  readonly status?: string;
  readonly scheduledDate?: string;
  readonly reading?: CampaignBaseline;
}

/** The inputs that readings compare. */
export const compared = ["name", "subject", "replyTo", "html"] as const;
/** Of these, a first reading is compared with what is declared; what a service makes of HTML is its own. */
export const spelled = ["name", "subject", "replyTo"] as const;

/** One of the compared inputs. */
export type Compared = (typeof compared)[number];
/** One of them. */
export type Spelled = (typeof spelled)[number];

/** Hashes of what a reading has shown. */
export type Read = Readonly<Record<Compared | "sender", string>>;

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
