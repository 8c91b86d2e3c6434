import type { InvokeOptions, InvokeOutputOptions, Output } from "@pulumi/pulumi";
import {
  type GetSenderArgs,
  type GetSenderResult,
  type GetSendersArgs,
  type GetSendersResult,
  senderSource,
  sendersSource,
} from "../../functions/sender";
import { lookUp, lookUpOutput } from "../data-source";
import type { InputsOf } from "../dynamic-resource";

/**
 * The senders of the account (POST /senders/search). Reads every page.
 *
 * ```ts
 * import { getSenders } from "pulumi-email-marketing";
 *
 * export const count = getSenders({ search: "@acme.example" }).then(({ senders }) => senders.length);
 * ```
 */
export function getSenders(
  args: GetSendersArgs = {},
  opts?: InvokeOptions,
): Promise<GetSendersResult> {
  return lookUp(sendersSource, args, opts);
}

/**
 * {@link getSenders} for arguments that are outputs; waits for `dependsOn`.
 *
 * ```ts
 * import { getSendersOutput } from "pulumi-email-marketing";
 *
 * export const oldest = getSendersOutput({ sortField: "createdAt", sortOrder: "asc" }).senders[0].email;
 * ```
 */
export function getSendersOutput(
  args: InputsOf<GetSendersArgs> = {},
  opts?: InvokeOutputOptions,
): Output<GetSendersResult> {
  return lookUpOutput(sendersSource, args, opts);
}

/**
 * One sender, by address and, where several share it, name (POST /senders/search); an error when none fits.
 *
 * ```ts
 * import { getSender } from "pulumi-email-marketing";
 *
 * export const status = getSender({ email: "news@acme.example" }).then((sender) => sender.status);
 * ```
 */
export function getSender(args: GetSenderArgs, opts?: InvokeOptions): Promise<GetSenderResult> {
  return lookUp(senderSource, args, opts);
}

/**
 * {@link getSender} for arguments that are outputs; waits for `dependsOn`.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getSenderOutput } from "pulumi-email-marketing";
 *
 * const config = new pulumi.Config();
 * export const id = getSenderOutput({ email: config.require("from"), name: "Acme News" }).id;
 * ```
 */
export function getSenderOutput(
  args: InputsOf<GetSenderArgs>,
  opts?: InvokeOutputOptions,
): Output<GetSenderResult> {
  return lookUpOutput(senderSource, args, opts);
}
