import type { Account, Emulator, Seed } from "email-marketing-emulator";

/** A small program, with the account and the stack in which it runs. */
export interface CorpusProgram {
  /** A unique description of the program. */
  readonly title: string;
  /** JavaScript that follows the {@link head}. */
  readonly body: string;
  /** Earlier versions of the JavaScript after the head, which are applied in this order before the program. */
  readonly before?: string | readonly string[];
  /** Changes the account after the last earlier version. */
  readonly meanwhile?: (emulator: Emulator) => void;
  /** The kind of the program. Default: a CommonJS module. */
  readonly language?: "esm" | "typescript" | "inline";
  /** Options of both preview and update, such as `--target`. */
  readonly args?: readonly string[];
  /** True if the preview saves a plan, and the update uses the plan. */
  readonly isPlanned?: true;
  /** The program of another stack, `organization/other/dev`, which is applied first. */
  readonly otherStack?: string;
  /** The content of the account, in place of the default account. */
  readonly seed?: Seed;
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string | { secret: string }>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** A program that fails or does harm when applied. */
export interface BadProgram extends CorpusProgram {
  /** A text in the preview's output: the name of a finding in brackets, or a part of an error. */
  readonly says: string;
  /**
   * The harm of an update, if it doesn't fail: a wrong account, or an email with a problem for its readers. A test
   * can't detect the latter.
   */
  readonly harm?: ((account: Account) => boolean) | "to readers";
}

/** Programs by title. A string is the body of a program without anything else. */
type Programs = Readonly<Record<string, string | Omit<CorpusProgram, "title">>>;

/** The programs in the same order, as a list. */
export function byTitle(programs: Programs): CorpusProgram[] {
  return Object.entries(programs).map(([title, program]) => ({
    title,
    ...(typeof program === "string" ? { body: program } : program),
  }));
}

/** Bad programs by title. An array has only a body and the text that the preview must report. */
type BadPrograms = Readonly<
  Record<string, readonly [body: string, says: string] | Omit<BadProgram, "title">>
>;

/** The bad programs in the same order, as a list. */
export function badByTitle(programs: BadPrograms): BadProgram[] {
  return Object.entries(programs).map(([title, program]) => {
    if ("body" in program) return { title, ...program };
    const [body, says] = program;
    return { title, body, says };
  });
}

/** The environment variable that enables the extended operations. */
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

/** The beginning of a CommonJS program. Declares variables that many programs use. */
export const head = `
const pulumi = require("@pulumi/pulumi");
const em = require("pulumi-email-marketing");
${parts}`;

/** The beginning of an ES module. */
export const moduleHead = `
import * as pulumi from "@pulumi/pulumi";
import * as em from "pulumi-email-marketing";
${parts}`;

/** The content of the second account. */
export const otherAccount = {
  domains: [{ id: "domain-9", domain: "other.example", status: "verified" }],
  senders: [],
  reply_emails: [],
  lists: [{ id: "list-9", name: "Readers", contact_count: 3 }],
  properties: [],
  campaigns: [],
} satisfies Seed;

/** A campaign that exists in the account before any program runs. */
export const springNews = {
  id: "campaign-2",
  name: "Spring news",
  subject: "Spring",
  html: "<p>Hi</p>",
  list_ids: ["list-1"],
};

/** The default account: the emulator's example account, with more objects for these programs. */
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
