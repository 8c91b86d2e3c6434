/** What a URN says of a resource. */
export interface UrnParts {
  /** The name of the project. */
  readonly project: string;
  /** The last part of its type token, such as `Sender`. */
  readonly kind: string;
  /** The logical name, which may contain what separates the parts. */
  readonly name: string;
}

/** Takes `urn:pulumi:<stack>::<project>::<types of parents>$<type>::<name>` apart. */
export function urnParts(urn: string): UrnParts {
  const [, project = "", types = "", ...name] = urn.split("::");
  return {
    project,
    kind: kindOfToken(types.slice(types.lastIndexOf("$") + 1)),
    name: name.join("::"),
  };
}

/** The kind in a type token, such as `Sender` in `emailmarketing:index:Sender`. */
export function kindOfToken(token: string): string {
  return token.slice(Math.max(token.lastIndexOf(":"), token.lastIndexOf("/")) + 1);
}

/** A resource in a sentence: `CampaignSchedule "spring"`. */
export function resourceOf(urn: string): string {
  const { kind, name } = urnParts(urn);
  return `${kind} "${name}"`;
}

/** Whether a provider's name is one that the engine gives to those that it makes itself: with version and source behind it. */
export function isDefaultName(name: string): boolean {
  return /^default(_.*)?$/s.test(name);
}
