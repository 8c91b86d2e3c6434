import { join } from "node:path";
import { expect } from "chai";
import ts from "typescript";

const folder = join(__dirname, "..", "..", "temp");

/** Compiles sources as if they lay in a program's folder; gives the complaints with the lines they are about. */
function compile(files: Readonly<Record<string, string>>, options: ts.CompilerOptions): string[] {
  const sources = new Map(Object.entries(files).map(([name, text]) => [join(folder, name), text]));
  const all = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [], ...options };
  const host = ts.createCompilerHost(all);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.readFile = (path) => sources.get(path) ?? readFile(path);
  const program = ts.createProgram([...sources.keys()], all, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file?.text.slice(0, start).split("\n").length ?? 0;
    const name = file?.fileName.slice(folder.length + 1) ?? "";
    return `${name}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

const nodenext = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};

const resources = [
  "CustomProperty",
  "Sender",
  "WebhookActivation",
  "Campaign",
  "CampaignSchedule",
  "DomainDnsShare",
];

describe("the types", function () {
  this.timeout(120_000);

  it("let every argument of every resource be an output", () => {
    const checks = resources.map(
      (kind) =>
        `export const of${kind}: [Refused<em.${kind}Props, em.${kind}Args>] extends [never] ? true : never = true;`,
    );
    const source = `
import * as pulumi from "@pulumi/pulumi";
import * as em from "pulumi-email-marketing";
type Refused<Props, Args> = {
  [Name in keyof Props & keyof Args]-?: pulumi.Output<Exclude<Props[Name], undefined>> extends Exclude<Args[Name], undefined> ? never : Name;
}[keyof Props & keyof Args];
${checks.join("\n")}
export const campaign: em.CampaignArgs = {
  name: pulumi.output("n"),
  subject: pulumi.output("s"),
  sender: { email: pulumi.output("a@acme.example"), name: pulumi.output("A") },
  listIds: [pulumi.output("list-1")],
  html: new pulumi.asset.FileAsset("mail.html"),
  rules: { limit: pulumi.output(3) },
};
`;
    expect(compile({ "outputs.ts": source }, { ...nodenext, skipLibCheck: true })).to.deep.equal(
      [],
    );
  });

  it("refuse wrong words, wrong types, unknown inputs and null", () => {
    const source = `
import * as em from "pulumi-email-marketing";
new em.CustomProperty("a", { name: "abc", type: "colour" });
new em.Sender("b", { email: "a@acme.example", name: "A", adopt: "yes" });
new em.WebhookActivation("c", { webhookId: "1", activ: true });
new em.Sender("d", { email: "a@acme.example", name: "A", city: null });
new em.WebhookActivation("e", {});
em.getDomains({ status: "pending" });
em.getSenders({ sortField: "sender_email" });
`;
    const complaints = compile({ "wrong.ts": source }, { ...nodenext, skipLibCheck: true });
    expect(complaints.map((complaint) => complaint.split(" ")[0])).to.deep.equal(
      [3, 4, 5, 6, 7, 8, 9].map((line) => `wrong.ts:${line}`),
    );
  });

  const use = `
import { Sender, getDomains } from "pulumi-email-marketing";
export const sender: typeof Sender = Sender;
export const count: Promise<number> = getDomains().then(({ domains }) => domains.length);
`;
  const resolutions: [string, string, ts.CompilerOptions][] = [
    ["a CommonJS module under nodenext", "use.cts", nodenext],
    ["an ES module under nodenext", "use.mts", nodenext],
    [
      "a bundler",
      "use.ts",
      { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    ],
    [
      "node10 resolution",
      "use.ts",
      {
        module: ts.ModuleKind.CommonJS,
        moduleResolution: ts.ModuleResolutionKind.Node10,
        ignoreDeprecations: "6.0",
      },
    ],
  ];
  for (const [situation, name, options] of resolutions) {
    it(`hold in ${situation}, with the libraries checked too`, () => {
      const complaints = compile(
        { [name]: use },
        { ...options, skipLibCheck: false, types: ["node"] },
      );
      const own = complaints.filter((complaint) => /use\.|email-marketing/.test(complaint));
      expect(own).to.deep.equal([]);
    });
  }

  it("have a doc comment on every public symbol, field and argument", () => {
    const entry = join(__dirname, "..", "..", "provider", "dist", "index.d.ts");
    const program = ts.createProgram([entry], { ...nodenext, skipLibCheck: true });
    const checker = program.getTypeChecker();
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry) as ts.SourceFile);
    const bare: string[] = [];
    for (const exported of checker.getExportsOfModule(module as ts.Symbol)) {
      const symbol =
        exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (symbol.getDocumentationComment(checker).length === 0) bare.push(symbol.name);
      for (const declaration of symbol.declarations ?? []) {
        if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassDeclaration(declaration))
          continue;
        for (const member of declaration.members) {
          if (!ts.isPropertySignature(member) && !ts.isPropertyDeclaration(member)) continue;
          const field = checker.getSymbolAtLocation(member.name);
          if (field?.getDocumentationComment(checker).length === 0)
            bare.push(`${symbol.name}.${field.name}`);
        }
      }
    }
    expect(bare).to.deep.equal([]);
  });
});
