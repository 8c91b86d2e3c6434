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

describe("the types", function () {
  this.timeout(120_000);

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
});
