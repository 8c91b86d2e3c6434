import type { InvokeOptions, InvokeOutputOptions, Output } from "@pulumi/pulumi";
import { type ReplyEmailRow, searchReplyEmails } from "../api/reply-to";
import { text } from "../input/check";
import { type DataSource, lookUp, lookUpOutput, only } from "../program/data-source";
import type { InputsOf } from "../program/dynamic-resource";

/** The arguments of {@link getReplyTos}. */
export interface GetReplyTosArgs {
  /** Part of the address, at most 255 characters; by default every address. */
  search?: string;
}

/** A reply-to address of the account. */
export interface ReplyTo {
  /** The address's id. */
  id: string;
  /** The address that receives replies. */
  email: string;
  /** Its status in lower case, such as `verified`. */
  status: string;
}

/** The result of {@link getReplyTos}. */
export interface GetReplyTosResult {
  /** The active addresses that match, of all pages; empty when nothing matches. */
  replyTos: ReplyTo[];
}

/** The arguments of {@link getReplyTo}. */
export interface GetReplyToArgs {
  /** The whole address, without case. */
  email: string;
}

const plural: DataSource<GetReplyTosArgs, GetReplyTosResult> = {
  name: "getReplyTos",
  inputs: { required: {}, optional: { search: text({ max: 255 }) } },
  async look({ main }, args) {
    return { replyTos: (await searchReplyEmails(main, args)).map(fromWire) };
  },
};

const singular: DataSource<GetReplyToArgs, ReplyTo> = {
  name: "getReplyTo",
  inputs: { required: { email: text({ min: 1, max: 255 }) }, optional: {} },
  async look({ replyTos }, { email }) {
    return fromWire(only(await replyTos.withAddress(email), "reply-to address", { email }));
  },
};

function fromWire({ id, reply_email, status }: ReplyEmailRow): ReplyTo {
  return { id, email: reply_email, status: status.toLowerCase() };
}

/**
 * The active reply-to addresses of the account (POST /reply-emails/search). Reads every page.
 *
 * ```ts
 * import { getReplyTos } from "pulumi-email-marketing";
 *
 * export const addresses = getReplyTos().then(({ replyTos }) => replyTos.map(({ email }) => email));
 * ```
 */
export function getReplyTos(
  args: GetReplyTosArgs = {},
  opts?: InvokeOptions,
): Promise<GetReplyTosResult> {
  return lookUp(plural, args, opts);
}

/**
 * {@link getReplyTos} for arguments that are outputs; waits for `dependsOn`.
 *
 * ```ts
 * import { getReplyTosOutput } from "pulumi-email-marketing";
 *
 * export const support = getReplyTosOutput({ search: "support@" }).replyTos;
 * ```
 */
export function getReplyTosOutput(
  args: InputsOf<GetReplyTosArgs> = {},
  opts?: InvokeOutputOptions,
): Output<GetReplyTosResult> {
  return lookUpOutput(plural, args, opts);
}

/**
 * One reply-to address (POST /reply-emails/search); an error when the account has none such.
 *
 * ```ts
 * import { getReplyTo } from "pulumi-email-marketing";
 *
 * export const status = getReplyTo({ email: "support@acme.example" }).then((replyTo) => replyTo.status);
 * ```
 */
export function getReplyTo(args: GetReplyToArgs, opts?: InvokeOptions): Promise<ReplyTo> {
  return lookUp(singular, args, opts);
}

/**
 * {@link getReplyTo} for arguments that are outputs; waits for `dependsOn`.
 *
 * ```ts
 * import { Campaign, getReplyToOutput } from "pulumi-email-marketing";
 *
 * const support = getReplyToOutput({ email: "support@acme.example" });
 * new Campaign("spring", {
 *   name: "Spring news",
 *   subject: "What is new this spring",
 *   sender: { email: "news@acme.example", name: "Acme News" },
 *   replyTo: support.email,
 *   plainText: "Hello. %%unsubscribe%%",
 *   listIds: ["list-1"],
 * }, { protect: true });
 * ```
 */
export function getReplyToOutput(
  args: InputsOf<GetReplyToArgs>,
  opts?: InvokeOutputOptions,
): Output<ReplyTo> {
  return lookUpOutput(singular, args, opts);
}
