import type { ObjectType, Property, Shape } from "../reference/model";
import type { NamedTypeSpec, ObjectSpec, PropertySpec, TypeSpec } from "./spec";
import { propertyText, text } from "./text";
import { meaningOf } from "./words";

/** The name of the package: the first part of every token, and the namespace of its stack config. */
export const packageName = "emailmarketing";

/** The token of a resource, function or type. */
export function token(name: string): string {
  return `${packageName}:index:${name}`;
}

/** Writes the types of properties, and collects the objects and enumerations that they refer to. */
export class SchemaTypes {
  private readonly written = new Map<string, NamedTypeSpec>();

  constructor(private readonly objects: ReadonlyMap<string, ObjectType>) {}

  /** The collected types by their tokens, in the order of the alphabet: it doesn't depend on who refers first. */
  all(): Record<string, NamedTypeSpec> {
    return Object.fromEntries([...this.written].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Members of what `owner` names: the words of a member are an enumeration with both names in its own. */
  object(owner: string, members: readonly Property[]): ObjectSpec {
    const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    return {
      properties: Object.fromEntries(members.map((one) => [one.name, this.property(owner, one)])),
      ...(required.length > 0 && { required }),
    };
  }

  private property(owner: string, { name, shape, doc }: Property): PropertySpec {
    const description = propertyText(doc);
    return {
      ...this.type(`${owner}${capital(name)}`, shape, text(doc.text)),
      ...(description !== "" && { description }),
    };
  }

  /** `name` and `description` are for an enumeration. */
  private type(name: string, shape: Shape, description: string): TypeSpec {
    switch (shape.is) {
      case "string":
      case "number":
      case "integer":
      case "boolean":
        return { type: shape.is };
      case "any":
        return { $ref: "pulumi.json#/Any" };
      case "content":
        return { oneOf: [{ type: "string" }, { $ref: "pulumi.json#/Asset" }] };
      case "list":
        return { type: "array", items: this.type(name, shape.of, description) };
      case "map":
        return { type: "object", additionalProperties: this.type(name, shape.of, description) };
      case "object":
        return { $ref: this.objectRef(shape.type) };
      case "word":
        // A plain reference would make type checkers refuse the word as a string, and the next word of the service.
        return {
          oneOf: [
            { type: "string" },
            { type: "string", $ref: this.enumRef(name, shape, description) },
          ],
        };
    }
  }

  private objectRef(type: string): string {
    const object = this.objects.get(type);
    if (!object) throw new Error(`the model has no type ${type}`);
    const name = typeName(type);
    if (!this.written.has(token(name))) {
      const description = text(object.doc.text);
      this.written.set(token(name), {
        type: "object",
        ...(description !== "" && { description }),
        ...this.object(name, object.properties),
      });
    }
    return ref(name);
  }

  private enumRef(
    member: string,
    { words }: Extract<Shape, { is: "word" }>,
    description: string,
  ): string {
    const name = enumNames[member] ?? member;
    const values = words.map((value) => ({
      name: pascal(value),
      value,
      description: meaningOf(name, value),
    }));
    this.written.set(token(name), { type: "string", description, enum: values });
    return ref(name);
  }
}

/** What an enumeration is called in place of its holder and its member: here, those would be a row's type with "Get" in front. */
const enumNames: Readonly<Record<string, string>> = {
  GetInboxPlacementProvider: "MailboxProvider",
};

/** The result of a singular function as an element of the plural one's: Go keeps `GetDomainResult` for the former. */
function typeName(type: string): string {
  return type.replace(/^Get(\w+)Result$/, "Get$1s$1");
}

function ref(name: string): string {
  return `#/types/${token(name)}`;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A word as the constant of an enumeration: `not_verified` is `NotVerified`. */
function pascal(word: string): string {
  return word
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join("");
}
