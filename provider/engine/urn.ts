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
