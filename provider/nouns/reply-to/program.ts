import type { InvokeOptions, InvokeOutputOptions, Output } from "@pulumi/pulumi";
import type { InputsOf } from "../../program/dynamic-resource";
import { lookUp, lookUpOutput } from "../../program/look-up";
import {
  type GetReplyToArgs,
  type GetReplyToResult,
  type GetReplyTosArgs,
  type GetReplyTosResult,
  replyToSource,
  replyTosSource,
} from "./functions";

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
  return lookUp(replyTosSource, args, opts);
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
  return lookUpOutput(replyTosSource, args, opts);
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
export function getReplyTo(args: GetReplyToArgs, opts?: InvokeOptions): Promise<GetReplyToResult> {
  return lookUp(replyToSource, args, opts);
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
): Output<GetReplyToResult> {
  return lookUpOutput(replyToSource, args, opts);
}
