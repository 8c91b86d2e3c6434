import { quoted } from "../errors/redact";

/** Splits `urn:pulumi:<stack>::<project>::<types of parents>$<type>::<name>`. */
export function urnParts(urn: string) {
  const [stack = "", project = "", types = "", ...name] = urn.split("::");
  const type = types.slice(types.lastIndexOf("$") + 1);
  return {
    stack: stack.replace(/^urn:pulumi:/, ""),
    project,
    /** The type token, such as `emailmarketing:index:Sender`. */
    type,
    /** The last part of the type token, such as `Sender`. */
    kind: lastTokenPart(type),
    /** The logical name, which may contain `::`. */
    name: name.join("::"),
  };
}

/** The last part of a token, such as `getSender` of `emailmarketing:index:getSender`. */
export function lastTokenPart(token: string): string {
  return token.slice(Math.max(token.lastIndexOf(":"), token.lastIndexOf("/")) + 1);
}

const prefixes = {
  dynamic: "pulumi-nodejs:dynamic/emailmarketing:",
  plugin: "emailmarketing:index:",
} as const;

/** The two forms of a resource: dynamic, or served by the provider plugin. */
export type ResourceForm = keyof typeof prefixes;

export function typeToken(form: ResourceForm, kind: string): string {
  return `${prefixes[form]}${kind}`;
}

/** The form and the kind from a type token of this package; undefined for other types. */
export function ownType(type: string) {
  const form = (["dynamic", "plugin"] as const).find((one) => type.startsWith(prefixes[one]));
  return form && { form, kind: type.slice(prefixes[form].length) };
}

/** The words for a resource in messages: `CampaignSchedule "spring"`. */
export function resourceInWords(urn: string): string {
  const { kind, name } = urnParts(urn);
  return `${kind} ${quoted(name)}`;
}

/** True for the names of the engine's default providers, which may end with a version and a source. */
export function isDefaultName(name: string): boolean {
  return /^default(_(\d+_\d+_\d|http|github|gitlab).*)?$/s.test(name);
}

/**
 * The input `__provider` of a dynamic resource: code that loads its provider. States store it, so it is the same in
 * every version and on every machine. Lists the secret inputs, which the engine doesn't mark for a dynamic provider.
 */
export function providerText(kind: string, secretInputs: readonly string[] = []): string {
  const names = secretInputs.map((name) => JSON.stringify(name)).join(", ");
  return `exports.handler = () => require("pulumi-email-marketing/dynamic").${kind}(${names});`;
}

/**
 * The input by which a program in a preview asks for the findings of a resource's check. Only the engine, which calls
 * the check, knows the inputs after `ignoreChanges`, transforms and `--target`.
 */
export const findingsInput = "__findings";

/** The place of a dynamic resource in the program. The engine passes a dynamic provider neither name nor URN. */
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
