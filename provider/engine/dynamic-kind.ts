/*
 * What dynamic resources leave of this package in a stack's state: a type and a text for each kind. Both are the same in
 * every version and on every machine.
 */

/** Begins the type of every dynamic resource of this package. */
export const typePrefix = "pulumi-nodejs:dynamic/emailmarketing:";

/** The type of a kind. */
export function typeOf(kind: string): string {
  return `${typePrefix}${kind}`;
}

/**
 * The input by which a program in a preview asks the engine's check for its findings; it holds the logical name. Only
 * the engine knows what it gets after `ignoreChanges`, transforms and `--target`, and it shows the first failing check
 * only. So a check that is asked does not fail: it hands its errors back under the same name, and the program reports
 * those of all resources. The engine shows no property whose name begins so, and the check leaves none in good inputs, but
 * for the second check of a replacement, of which neither a state nor a saved plan has anything.
 */
export const findingsInput = "__findings";

/** The input by which a program in a preview tells the engine's check which resources the update comes to before this one. */
export const orderInput = "__after";

/** The only text of this package's code in the state: it loads the version that is installed. */
export function providerText(kind: string): string {
  return `exports.handler = () => require("pulumi-email-marketing/dynamic").${kind}();`;
}
