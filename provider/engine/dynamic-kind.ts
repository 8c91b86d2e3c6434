/*
 * The traces of this package that dynamic resources leave in a stack's state. They are the same in every version and
 * on every machine.
 */

/**
 * The input by which a program in a preview asks the engine's check for its findings. It holds a `PlaceInProgram`.
 * Only the engine knows the inputs after `ignoreChanges`, transforms and `--target`, and it shows only the first
 * failing check. So a check with this input doesn't fail: it returns its errors under the same name, and the program
 * reports those of all resources. The engine hides properties that begin with "__". The check removes this one from
 * good inputs, except in the second check of a replacement, whose inputs neither a state nor a saved plan gets.
 */
export const findingsInput = "__findings";

/** Facts for a check of a dynamic resource, because the engine passes a dynamic provider neither name nor URN. */
export interface PlaceInProgram {
  /** The logical name. Resources of different components may have the same one. */
  readonly name: string;
  /** The number of resources of this package that the program declared before this one, so it is unique. */
  readonly order: number;
}

export interface FindingsOfCheck {
  /** Problems with settings, which fail every resource of the account. */
  readonly settings: readonly string[];
  readonly inputs: readonly string[];
  /** In a replacement, the inputs that have the same value as in the replaced object. Absent for an object that replaces none. */
  readonly keeps?: readonly string[];
}

/**
 * The only code of this package in the state. It loads the installed version. It lists the secret inputs, because the
 * engine doesn't tell a dynamic provider which inputs are secret.
 */
export function providerText(kind: string, secretInputs: readonly string[] = []): string {
  const names = secretInputs.map((name) => JSON.stringify(name)).join(", ");
  return `exports.handler = () => require("pulumi-email-marketing/dynamic").${kind}(${names});`;
}
