import { lookUp, lookUpOutput } from "../../program/look-up";
import { replyToSource, replyTosSource } from "./functions";

export type {
  GetReplyToArgs,
  GetReplyToResult,
  GetReplyTosArgs,
  GetReplyTosResult,
} from "./functions";

/**
 * The active reply-to addresses of the account (POST /reply-emails/search). Reads every page.
 *
 * ```ts
 * import { getReplyTos, getReplyTosOutput } from "pulumi-email-marketing";
 *
 * export const addresses = getReplyTos().then(({ replyTos }) => replyTos.map(({ email }) => email));
 * export const support = getReplyTosOutput({ search: "support@" }).replyTos;
 * ```
 */
export const getReplyTos = lookUp(replyTosSource, {});

/** {@link getReplyTos} for arguments that are outputs; waits for `dependsOn`. */
export const getReplyTosOutput = lookUpOutput(replyTosSource, {});

/**
 * One reply-to address (POST /reply-emails/search); an error when the account has none such.
 *
 * ```ts
 * import { Campaign, getReplyTo, getReplyToOutput } from "pulumi-email-marketing";
 *
 * export const status = getReplyTo({ email: "support@acme.example" }).then((replyTo) => replyTo.status);
 *
 * const support = getReplyToOutput({ email: "support@acme.example" });
 * new Campaign("spring", {
 *   name: "Garden news",
 *   subject: "What is new this spring",
 *   sender: { email: "news@acme.example", name: "Acme News" },
 *   replyTo: support.email,
 *   plainText: "Hello. %%unsubscribe%%",
 *   listIds: ["list-1"],
 * }, { protect: true });
 * ```
 */
export const getReplyTo = lookUp(replyToSource);

/** {@link getReplyTo} for arguments that are outputs; waits for `dependsOn`. */
export const getReplyToOutput = lookUpOutput(replyToSource);
