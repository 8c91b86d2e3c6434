import type { InvokeOptions, InvokeOutputOptions, Output } from "@pulumi/pulumi";
import type { InputsOf } from "../../program/dynamic-resource";
import { lookUp, lookUpOutput } from "../../program/look-up";
import { contactSource, type GetContactArgs, type GetContactResult } from "./functions";

/**
 * One contact, by id or address (GET /contacts/{id}); an error when the account has none such. Holds contact data: prefer
 * {@link getContactOutput}, whose result is a secret.
 *
 * ```ts
 * import { getContact } from "pulumi-email-marketing";
 *
 * export const city = getContact({ id: "contact-1" }).then((contact) => contact.city);
 * ```
 */
export function getContact(args: GetContactArgs, opts?: InvokeOptions): Promise<GetContactResult> {
  return lookUp(contactSource, args, opts);
}

/**
 * {@link getContact} for arguments that are outputs; waits for `dependsOn`. The result is a secret.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getContactOutput } from "pulumi-email-marketing";
 *
 * const config = new pulumi.Config();
 * export const tester = getContactOutput({ email: config.requireSecret("tester") });
 * ```
 */
export function getContactOutput(
  args: InputsOf<GetContactArgs>,
  opts?: InvokeOutputOptions,
): Output<GetContactResult> {
  return lookUpOutput(contactSource, args, opts);
}
