/* What dynamic resources leave of this package in a stack's state, the same in every version and on every machine. */

/**
 * The input by which a program in a preview asks the engine's check for its findings; it holds a `PlaceInProgram`. Only
 * the engine knows what it gets after `ignoreChanges`, transforms and `--target`, and it shows the first failing check
 * only. So a check that is asked does not fail: it hands its errors back under the same name, and the program reports
 * those of all resources. The engine shows no property whose name begins so, and the check leaves none in good inputs, but
 * for the second check of a replacement, of which neither a state nor a saved plan has anything.
 */
export const findingsInput = "__findings";

/** What a check can't know by itself: the engine tells a dynamic provider neither name nor URN. */
export interface PlaceInProgram {
  /** The logical name, which resources below different components may share. */
  readonly name: string;
  /** How many resources of this package the program declared before: no other one has the same. */
  readonly order: number;
}

export interface FindingsOfCheck {
  /** What fails every resource of the account. */
  readonly settings: readonly string[];
  readonly inputs: readonly string[];
  /** Of a replacement: the inputs whose values it has in common with what it replaces. */
  readonly keeps?: readonly string[];
}

/**
 * The only text of this package's code in the state: it loads the version that is installed. It names the secret inputs, since
 * the engine tells a dynamic provider of no input whether it is secret.
 */
export function providerText(kind: string, secretInputs: readonly string[] = []): string {
  const names = secretInputs.map((name) => JSON.stringify(name)).join(", ");
  return `exports.handler = () => require("pulumi-email-marketing/dynamic").${kind}(${names});`;
}
