import ts from "typescript";
import { docOf } from "./doc-comment";
import type { ObjectType, Property, Shape } from "./model";
import { original, type Source } from "./source";

/** Wrappers that say when a value is known, not what it is. */
const wrappers = ["Input", "Output", "Promise"];

const plain = new Map<ts.SyntaxKind, Shape>([
  [ts.SyntaxKind.StringKeyword, { is: "string" }],
  [ts.SyntaxKind.NumberKeyword, { is: "number" }],
  [ts.SyntaxKind.BooleanKeyword, { is: "boolean" }],
  [ts.SyntaxKind.UnknownKeyword, { is: "any" }],
]);

/**
 * Reads types as they are written: the checker would give the words of a union in an order of its own, which may be
 * another one in the next version of the compiler.
 */
export class Shapes {
  /** The objects met so far, by name. */
  readonly types = new Map<string, ObjectType>();

  constructor(private readonly source: Source) {}

  /** The members of an interface, its own before the inherited ones; that of an alias for it, too. */
  properties(symbol: ts.Symbol): Property[] {
    const { checker } = this.source;
    const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
    return members.flatMap((member) => this.property(member) ?? []);
  }

  /** The properties that a class or an object type writes out itself. */
  declared(symbol: ts.Symbol): Property[] {
    const members = [...(symbol.members?.values() ?? [])];
    return members.flatMap((member) => this.property(member) ?? []);
  }

  /** A member with the type that it has once it is known; undefined for a method. */
  private property(member: ts.Symbol): Property | undefined {
    const declaration = member.valueDeclaration;
    const isProperty =
      declaration && (ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration));
    if (!isProperty || !declaration.type) return undefined;
    const owner = ts.isInterfaceDeclaration(declaration.parent) ? declaration.parent.name.text : "";
    return {
      name: member.name,
      shape: this.shape(declaration.type, `${owner}${capital(member.name)}`),
      isRequired: !declaration.questionToken && !admitsAbsence(declaration.type),
      doc: docOf(this.source.checker, member),
    };
  }

  /** `name` is for an object that is written out on the spot. */
  private shape(node: ts.TypeNode, name: string): Shape {
    const known = plain.get(node.kind);
    if (known) return known;
    if (ts.isArrayTypeNode(node)) return { is: "list", of: this.shape(node.elementType, name) };
    if (ts.isTypeOperatorNode(node)) return this.shape(node.type, name);
    if (ts.isUnionTypeNode(node)) return this.union(node, name);
    if (ts.isTypeReferenceNode(node)) return this.reference(node, name);
    if (ts.isTypeLiteralNode(node)) {
      return this.object(name, this.source.checker.getTypeAtLocation(node).symbol);
    }
    throw unreadable(node);
  }

  private union(node: ts.UnionTypeNode, name: string): Shape {
    const present = node.types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword);
    const [only] = present;
    if (only && present.length === 1) return this.shape(only, name);
    const words = present.map((member) =>
      ts.isLiteralTypeNode(member) && ts.isStringLiteral(member.literal)
        ? member.literal.text
        : undefined,
    );
    if (words.every((word) => word !== undefined)) return { is: "word", words };
    throw unreadable(node);
  }

  private reference(node: ts.TypeReferenceNode, name: string): Shape {
    const { checker } = this.source;
    const [first, second] = node.typeArguments ?? [];
    const referred = node.typeName.getText();
    if (wrappers.includes(referred) && first) return this.shape(first, name);
    if (referred === "Record" && second) return { is: "map", of: this.shape(second, name) };
    if (referred === "Content") return { is: "content" };
    if (referred === "WholeNumber") return { is: "integer" };
    const found = checker.getSymbolAtLocation(node.typeName);
    const symbol = found && original(checker, found);
    const declaration = symbol?.declarations?.[0];
    if (symbol && declaration && ts.isInterfaceDeclaration(declaration)) {
      return this.object(symbol.name, symbol);
    }
    if (declaration && ts.isTypeAliasDeclaration(declaration)) {
      return this.shape(declaration.type, name);
    }
    throw unreadable(node);
  }

  private object(name: string, symbol: ts.Symbol): Shape {
    if (!this.types.has(name)) {
      const isLiteral = (symbol.flags & ts.SymbolFlags.TypeLiteral) !== 0;
      const parent = symbol.declarations?.[0]?.parent;
      // What is written out on the spot is described by the member that it is the type of.
      const holder =
        isLiteral && parent && ts.isPropertySignature(parent)
          ? this.source.checker.getSymbolAtLocation(parent.name)
          : undefined;
      const properties = isLiteral ? this.declared(symbol) : this.properties(symbol);
      this.types.set(name, { name, doc: docOf(this.source.checker, holder ?? symbol), properties });
    }
    return { is: "object", type: name };
  }
}

function admitsAbsence(node: ts.TypeNode): boolean {
  if (node.kind === ts.SyntaxKind.UndefinedKeyword) return true;
  if (ts.isUnionTypeNode(node)) return node.types.some(admitsAbsence);
  const isWrapper = ts.isTypeReferenceNode(node) && wrappers.includes(node.typeName.getText());
  return isWrapper && (node.typeArguments ?? []).some(admitsAbsence);
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function unreadable(node: ts.Node): Error {
  return new Error(`no shape for the type ${node.getText()} in ${node.getSourceFile().fileName}`);
}
