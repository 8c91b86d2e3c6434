import { lookUp, lookUpOutput } from "../../program/look-up";
import { contactSource } from "./functions";

export type { GetContactArgs, GetContactResult } from "./functions";

/**
 * One contact, by id or address (GET /contacts/{id}); an error when the account has none such. Holds contact data: prefer
 * the form whose result is an output, and a secret.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getContact, getContactOutput } from "pulumi-email-marketing";
 *
 * export const city = getContact({ id: "contact-1" }).then((contact) => contact.city);
 *
 * const config = new pulumi.Config();
 * export const tester = getContactOutput({ email: config.requireSecret("tester") });
 * ```
 */
export const getContact = lookUp(contactSource);

/** {@link getContact} for arguments that are outputs; waits for `dependsOn`. The result is a secret. */
export const getContactOutput = lookUpOutput(contactSource);
