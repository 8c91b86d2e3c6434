import type { Account, Emulator, Seed } from "email-marketing-emulator";

/** One small program, and what an account and a stack are like when it comes. */
export interface CorpusProgram {
  /** What it does, in words that tell it from all others. */
  readonly title: string;
  /** JavaScript after the {@link head}. */
  readonly body: string;
  /** JavaScript that was applied before, after the same head; several programs one after the other. */
  readonly before?: string | readonly string[];
  /** What happens to the account between the last of these and the program. */
  readonly meanwhile?: (emulator: Emulator) => void;
  /** What the program is written in; by default a CommonJS module. */
  readonly language?: "esm" | "typescript" | "inline";
  /** Options of the preview and of the apply, such as `--target`. */
  readonly args?: readonly string[];
  /** True where the preview saves a plan, and the apply keeps to it. */
  readonly isPlanned?: true;
  /** The program of another stack, `organization/other/dev`, which was applied before. */
  readonly otherStack?: string;
  /** What the account holds in place of what every program finds. */
  readonly seed?: Seed;
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string | { secret: string }>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** A program that would fail or do harm on apply. */
export interface BadProgram extends CorpusProgram {
  /** What the preview must say: the name of a finding in brackets, or words of an error. */
  readonly says: string;
  /**
   * What an apply does: it fails (absent), leaves the account as no one wants it, or mails readers something that they
   * stumble over, which no machine sees.
   */
  readonly harm?: ((account: Account) => boolean) | "to readers";
}

/** Programs by title, each as what it does, or as its body where there is no more to it. */
type Programs = Readonly<Record<string, string | Omit<CorpusProgram, "title">>>;

/** The programs in their order. */
export function byTitle(programs: Programs): CorpusProgram[] {
  return Object.entries(programs).map(([title, program]) => ({
    title,
    ...(typeof program === "string" ? { body: program } : program),
  }));
}

/** Bad programs by title, each as what it does, or as its body and what the preview must say. */
type BadPrograms = Readonly<
  Record<string, readonly [body: string, says: string] | Omit<BadProgram, "title">>
>;

/** The bad programs in their order. */
export function badByTitle(programs: BadPrograms): BadProgram[] {
  return Object.entries(programs).map(([title, program]) => {
    if ("body" in program) return { title, ...program };
    const [body, says] = program;
    return { title, body, says };
  });
}

/** What turns the extended operations on. */
export const extended = { EMAIL_MARKETING_OPERATIONS: "extended" };

/** The programs with the extended operations, except those that set the operations themselves. */
export function underExtended<Program extends CorpusProgram>(
  programs: readonly Program[],
): Program[] {
  return programs.map((program) => ({ ...program, env: { ...extended, ...program.env } }));
}

const parts = `
const acme = { email: "hello@acme.example", name: "Acme" };
const mail = { name: "Spring", subject: "News", plainText: "Hello. %%unsubscribe%%", sender: acme, listIds: ["list-1"] };
`;

/** What a CommonJS program begins with: two good parts to build on. */
export const head = `
const pulumi = require("@pulumi/pulumi");
const em = require("pulumi-email-marketing");
${parts}`;

/** The same for a module. */
export const moduleHead = `
import * as pulumi from "@pulumi/pulumi";
import * as em from "pulumi-email-marketing";
${parts}`;

/** What the second account holds. */
export const otherAccount = {
  domains: [{ id: "domain-9", domain: "other.example", status: "verified" }],
  senders: [],
  reply_emails: [],
  lists: [{ id: "list-9", name: "Readers", contact_count: 3 }],
  properties: [],
  campaigns: [],
} satisfies Seed;

/** The campaign that the account holds already. */
export const springNews = {
  id: "campaign-2",
  name: "Spring news",
  subject: "Spring",
  html: "<p>Hi</p>",
  list_ids: ["list-1"],
};

/** The account that every program finds: the emulator's example account, and what these programs need beside it. */
export const account = {
  domains: [
    { id: "domain-1", domain: "acme.example", status: "verified" },
    { id: "domain-2", domain: "new.example", status: "not_verified" },
    { id: "domain-3", domain: "wrong.example", status: "failed" },
    { id: "domain-4", domain: "mail.acme.example", status: "verified" },
  ],
  senders: [
    { id: "sender-1", sender_email: "hello@acme.example", sender_name: "Acme" },
    { id: "sender-2", sender_email: "team@acme.example", sender_name: "Team" },
  ],
  reply_emails: [
    { id: "reply-email-1", reply_email: "support@acme.example", status: "Verified" },
    { id: "reply-email-2", reply_email: "later@acme.example", status: "Pending" },
  ],
  lists: [
    { id: "list-1", name: "Customers", contact_count: 2 },
    { id: "list-2", name: "Nobody yet", contact_count: 0 },
    { id: "list-3", name: "50% off", contact_count: 10 },
  ],
  segments: [{ id: "segment-1", name: "Berlin" }],
  properties: [{ id: "property-1", name: "plan", type: "text" }],
  campaigns: [springNews],
  webhooks: [
    { id: "webhook-1", name: "Opens", status: "inactive" },
    { id: "webhook-2", name: "Bounces", status: "active" },
  ],
  file_verifications: [
    { file_id: "file-1", file_name: "a.csv", total_records: 2, processing_seconds: 0 },
  ],
} satisfies Seed;
