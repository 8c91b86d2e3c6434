import { quoted } from "../errors/redact";
export interface UrnParts {
  readonly stack: string;
  readonly project: string;
  /** Its type token, such as `emailmarketing:index:Sender`. */
  readonly type: string;
  /** The last part of this, such as `Sender`. */
  readonly kind: string;
  /** The logical name, which may contain what separates the parts. */
  readonly name: string;
}

/** Takes `urn:pulumi:<stack>::<project>::<types of parents>$<type>::<name>` apart. */
export function urnParts(urn: string): UrnParts {
  const [stack = "", project = "", types = "", ...name] = urn.split("::");
  const type = types.slice(types.lastIndexOf("$") + 1);
  return {
    stack: stack.replace(/^urn:pulumi:/, ""),
    project,
    type,
    kind: lastOf(type),
    name: name.join("::"),
  };
}

/** The last part of any token, such as `getSender` of `emailmarketing:index:getSender`. */
export function lastOf(token: string): string {
  return token.slice(Math.max(token.lastIndexOf(":"), token.lastIndexOf("/")) + 1);
}

/** What the types of this package's resources begin with: those of dynamic providers, and of the provider plugin. */
const prefixes = {
  dynamic: "pulumi-nodejs:dynamic/emailmarketing:",
  plugin: "emailmarketing:index:",
} as const;

/** What the engine takes a resource for: one of a dynamic provider, or of the provider plugin. */
export type ResourceForm = keyof typeof prefixes;

export function typeIn(form: ResourceForm, kind: string): string {
  return `${prefixes[form]}${kind}`;
}

/** The form and the kind in the type token of a resource of this package; undefined for another one. */
export function ownType(
  type: string,
): { readonly form: ResourceForm; readonly kind: string } | undefined {
  const form = (["dynamic", "plugin"] as const).find((one) => type.startsWith(prefixes[one]));
  return form && { form, kind: type.slice(prefixes[form].length) };
}

/** A resource in a sentence: `CampaignSchedule "spring"`. */
export function resourceOf(urn: string): string {
  const { kind, name } = urnParts(urn);
  return `${kind} ${quoted(name)}`;
}

/** Whether a provider's name is one that the engine gives to those that it makes itself: with version and source behind it. */
export function isDefaultName(name: string): boolean {
  return /^default(_(\d+_\d+_\d|http|github|gitlab).*)?$/s.test(name);
}
