import ts from "typescript";
import { docOf } from "./doc-comment";
import type { Member } from "./model";
import { original, type Source } from "./source";
import type { NamedTypeSpec, ObjectSpec, PropertySpec, TypeSpec } from "./spec";
import { propertyText, text } from "./text";
import { isOwn, meaningOf } from "./words";

/** The name of the package: the first part of every token, and the namespace of its stack config. */
export const packageName = "emailmarketing";

export function token(name: string): string {
  return `${packageName}:index:${name}`;
}

/** Wrapper types that say when a value is known. The schema contains only the type of the value. */
const wrappers = ["Input", "Output", "Promise"];

const plain = new Map<ts.SyntaxKind, TypeSpec>([
  [ts.SyntaxKind.StringKeyword, { type: "string" }],
  [ts.SyntaxKind.NumberKeyword, { type: "number" }],
  [ts.SyntaxKind.BooleanKeyword, { type: "boolean" }],
  [ts.SyntaxKind.UnknownKeyword, { $ref: "pulumi.json#/Any" }],
]);

const named = new Map<string, TypeSpec>([
  ["Content", { oneOf: [{ type: "string" }, { $ref: "pulumi.json#/Asset" }] }],
  ["WholeNumber", { type: "integer" }],
]);

/** Names for a type that has no name of its own. */
interface Place {
  /** The name for an enumeration, combined from the names of the object and of the member. */
  readonly enumeration: string;
  /** The name for an inline object type. */
  readonly object: string;
  readonly description: string;
}

/**
 * Converts TypeScript types to types of the schema. Reads the syntax instead of asking the checker, because the checker
 * may order the members of a union differently in another version of the compiler.
 */
export class SchemaTypes {
  private readonly written = new Map<string, NamedTypeSpec>();

  constructor(private readonly source: Source) {}

  /** The objects and enumerations found so far, by token, sorted. */
  all(): Record<string, NamedTypeSpec> {
    return Object.fromEntries([...this.written].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** The members of an interface, its own before inherited ones. `owner` is its name in the schema. */
  members(owner: string, symbol: ts.Symbol): Member[] {
    const { checker } = this.source;
    const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
    return members.flatMap((member) => this.member(owner, member) ?? []);
  }

  /** The members that a class or an object type declares itself. */
  declared(owner: string, symbol: ts.Symbol): Member[] {
    const members = [...(symbol.members?.values() ?? [])];
    return members.flatMap((member) => this.member(owner, member) ?? []);
  }

  /** A member with the type of its resolved value, or undefined for a method. */
  private member(owner: string, member: ts.Symbol): Member | undefined {
    const declaration = member.valueDeclaration;
    const isProperty =
      declaration && (ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration));
    if (!isProperty || !declaration.type) return undefined;
    const { parent } = declaration;
    const holder = ts.isInterfaceDeclaration(parent) ? parent.name.text : "";
    const doc = docOf(this.source.checker, member);
    const place = {
      enumeration: `${owner}${capital(member.name)}`,
      object: `${holder}${capital(member.name)}`,
      description: text(doc.text),
    };
    return {
      name: member.name,
      spec: { ...this.type(declaration.type, place), ...described(propertyText(doc)) },
      isRequired: !declaration.questionToken && !admitsAbsence(declaration.type),
      doc,
    };
  }

  private type(node: ts.TypeNode, place: Place): TypeSpec {
    const known = plain.get(node.kind);
    if (known) return known;
    if (ts.isArrayTypeNode(node)) {
      return { type: "array", items: this.type(node.elementType, place) };
    }
    if (ts.isTypeOperatorNode(node)) return this.type(node.type, place);
    if (ts.isUnionTypeNode(node)) return this.union(node, place);
    if (ts.isTypeReferenceNode(node)) return this.reference(node, place);
    if (ts.isTypeLiteralNode(node)) {
      return this.object(place.object, this.source.checker.getTypeAtLocation(node).symbol);
    }
    throw unreadable(node);
  }

  private union(node: ts.UnionTypeNode, place: Place): TypeSpec {
    const present = node.types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword);
    const [only] = present;
    if (only && present.length === 1) return this.type(only, place);
    const words = present.map((member) => {
      if (ts.isLiteralTypeNode(member) && ts.isStringLiteral(member.literal))
        return member.literal.text;
      throw unreadable(node);
    });
    const name = enumNames[place.enumeration] ?? place.enumeration;
    const word: TypeSpec = { type: "string", $ref: this.enumeration(name, words, place) };
    // Allow any other string, too, because type checkers would otherwise reject values that the service adds later.
    return isOwn(name) ? word : { oneOf: [{ type: "string" }, word] };
  }

  private reference(node: ts.TypeReferenceNode, place: Place): TypeSpec {
    const { checker } = this.source;
    const [first, second] = node.typeArguments ?? [];
    const referred = node.typeName.getText();
    if (wrappers.includes(referred) && first) return this.type(first, place);
    if (referred === "Record" && second) {
      return { type: "object", additionalProperties: this.type(second, place) };
    }
    const known = named.get(referred);
    if (known) return known;
    const found = checker.getSymbolAtLocation(node.typeName);
    const symbol = found && original(checker, found);
    const declaration = symbol?.declarations?.[0];
    if (symbol && declaration && ts.isInterfaceDeclaration(declaration)) {
      return this.object(symbol.name, symbol);
    }
    if (declaration && ts.isTypeAliasDeclaration(declaration)) {
      return this.type(declaration.type, place);
    }
    throw unreadable(node);
  }

  private object(type: string, symbol: ts.Symbol): TypeSpec {
    // Rename the elements of a plural result, because Go needs `GetDomainResult` for the result of `getDomain`.
    const name = type.replace(/^Get(\w+)Result$/, "Get$1s$1");
    if (!this.written.has(token(name))) {
      const { checker } = this.source;
      const isLiteral = (symbol.flags & ts.SymbolFlags.TypeLiteral) !== 0;
      const parent = symbol.declarations?.[0]?.parent;
      // An inline object type is described at the member with this type.
      const holder =
        isLiteral && parent && ts.isPropertySignature(parent)
          ? checker.getSymbolAtLocation(parent.name)
          : undefined;
      const members = isLiteral ? this.declared(name, symbol) : this.members(name, symbol);
      const description = described(text(docOf(checker, holder ?? symbol).text));
      this.written.set(token(name), { type: "object", ...description, ...objectOf(members) });
    }
    return { $ref: ref(name) };
  }

  private enumeration(name: string, words: readonly string[], { description }: Place): string {
    const values = words.map((value) => ({
      name: pascal(value),
      value,
      description: meaningOf(name, value),
    }));
    // The description of an input wins, because an input is read before the output with the same name.
    if (!this.written.has(token(name)))
      this.written.set(token(name), { type: "string", description, enum: values });
    return ref(name);
  }
}

export function objectOf(members: readonly Member[]): ObjectSpec {
  const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const properties = Object.fromEntries(members.map(({ name, spec }) => [name, spec]));
  return { properties, ...(required.length > 0 && { required }) };
}

function described(description: string): Pick<PropertySpec, "description"> {
  return description === "" ? {} : { description };
}

/** Names for enumerations whose generated name would equal the name of another type with the prefix "Get". */
const enumNames: Readonly<Record<string, string>> = {
  GetInboxPlacementProvider: "MailboxProvider",
};

function ref(name: string): string {
  return `#/types/${token(name)}`;
}

function admitsAbsence(node: ts.TypeNode): boolean {
  if (node.kind === ts.SyntaxKind.UndefinedKeyword) return true;
  if (ts.isUnionTypeNode(node)) return node.types.some(admitsAbsence);
  const isWrapper = ts.isTypeReferenceNode(node) && wrappers.includes(node.typeName.getText());
  return isWrapper && (node.typeArguments ?? []).some(admitsAbsence);
}

export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A value as the constant of an enumeration: `not_verified` becomes `NotVerified`. */
function pascal(word: string): string {
  return word
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join("");
}

function unreadable(node: ts.Node): Error {
  return new Error(`no type in a schema for ${node.getText()} in ${node.getSourceFile().fileName}`);
}
