/*
 * The inputs that this package adds to dynamic resources. The code in `__provider` is stored in states, so it is the same
 * in every version and on every machine.
 */

/**
 * The input by which a program in a preview asks the engine's check for findings. Only the engine knows the inputs
 * after `ignoreChanges`, transforms and `--target`.
 */
export const findingsInput = "__findings";

/**
 * The place of a dynamic resource in the program, for its check. The engine passes a dynamic provider neither name nor
 * URN.
 */
export interface PlaceInProgram {
  /** The logical name. Resources of different components may have the same one. */
  readonly name: string;
  /** The number of resources of this package that the program declared earlier. It is unique to the resource. */
  readonly order: number;
}

export interface FindingsOfCheck {
  /** Problems with settings, which fail every resource of the account. */
  readonly settings: readonly string[];
  readonly inputs: readonly string[];
  /** In a replacement, the inputs that have the same value as in the replaced object. */
  readonly keeps?: readonly string[];
}

/**
 * The code that the state stores for a dynamic provider. It lists the secret inputs, because the engine doesn't mark
 * them for a dynamic provider.
 */
export function providerText(kind: string, secretInputs: readonly string[] = []): string {
  const names = secretInputs.map((name) => JSON.stringify(name)).join(", ");
  return `exports.handler = () => require("pulumi-email-marketing/dynamic").${kind}(${names});`;
}
