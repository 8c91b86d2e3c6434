/*
 * What the first door leaves of this package in a stack's state: a type and a text for each kind. Both are the same in
 * every version and on every machine.
 */

/** Begins the type of every dynamic resource of this package. */
export const typePrefix = "pulumi-nodejs:dynamic/emailmarketing:";

/** The type of a kind. */
export function typeOf(kind: string): string {
  return `${typePrefix}${kind}`;
}

/** The only text of this package's code in the state: it loads the version that is installed. */
export function providerText(kind: string): string {
  return `exports.handler = () => require("pulumi-email-marketing/dynamic").${kind}();`;
}
