import { join } from "node:path";
import { expect } from "chai";
import ts from "typescript";

const root = join(__dirname, "..", "..", "provider");

/** The interfaces and classes that the package exports, as the compiler sees them. */
function exported(): Map<string, ts.InterfaceDeclaration | ts.ClassDeclaration> {
  const program = ts.createProgram([join(root, "index.ts")], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: ["node"],
  });
  const checker = program.getTypeChecker();
  const index = program.getSourceFile(join(root, "index.ts"));
  const symbol = index && checker.getSymbolAtLocation(index);
  const found = new Map<string, ts.InterfaceDeclaration | ts.ClassDeclaration>();
  for (const alias of symbol ? checker.getExportsOfModule(symbol) : []) {
    const target = alias.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias;
    for (const declaration of target.declarations ?? []) {
      if (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)) {
        found.set(alias.name, declaration);
      }
    }
  }
  return found;
}

/** The doc comment of each named member, empty where there is none. */
function docsOf(declaration: ts.InterfaceDeclaration | ts.ClassDeclaration): Map<string, string> {
  const docs = new Map<string, string>();
  for (const member of declaration.members) {
    const flags = ts.getCombinedModifierFlags(member);
    if (!member.name || flags & ts.ModifierFlags.Private) continue;
    const comments = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
    const words = comments.map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "");
    docs.set(member.name.getText(), words.join(" "));
  }
  return docs;
}

describe("the documentation of the public fields", function () {
  this.timeout(60_000);
  let declarations: ReturnType<typeof exported> = new Map();
  before("reads the package's sources", () => {
    declarations = exported();
  });

  it("is there for every field of every exported interface and class", () => {
    expect(declarations.size).to.be.greaterThan(30);
    const bare = [...declarations].flatMap(([name, declaration]) =>
      [...docsOf(declaration)].filter(([, doc]) => doc === "").map(([field]) => `${name}.${field}`),
    );
    expect(bare).to.deep.equal([]);
  });

  it("says of every input of a resource what a change does", () => {
    const inputs = [...declarations].filter(([name]) => name.endsWith("Props"));
    expect(inputs).to.have.length.greaterThan(6);
    const silent = inputs.flatMap(([name, declaration]) =>
      [...docsOf(declaration)]
        .filter(([, doc]) => !/\bchang|\badded\b/i.test(doc))
        .map(([field]) => `${name}.${field}`),
    );
    expect(silent).to.deep.equal([]);
  });
});
