import { expect } from "chai";
import ts from "typescript";
import { compile, nodenext } from "../support/compile";

describe("the published type declarations", function () {
  this.timeout(120_000);

  const use = `
import { Sender, getDomains } from "pulumi-email-marketing";
export const sender: typeof Sender = Sender;
export const count: Promise<number> = getDomains().then(({ domains }) => domains.length);
`;
  const resolutions: [string, string[], ts.CompilerOptions][] = [
    ["CommonJS and ES modules under nodenext", ["use.cts", "use.mts"], nodenext],
    [
      "a bundler",
      ["use.ts"],
      { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    ],
    [
      "node10 resolution",
      ["use.ts"],
      {
        module: ts.ModuleKind.CommonJS,
        moduleResolution: ts.ModuleResolutionKind.Node10,
        ignoreDeprecations: "6.0",
      },
    ],
  ];
  for (const [situation, names, options] of resolutions) {
    it(`resolve without errors in ${situation}`, () => {
      const complaints = compile(Object.fromEntries(names.map((name) => [name, use])), {
        ...options,
        skipLibCheck: false,
        types: ["node"],
      });
      expect(complaints).to.deep.equal([]);
    });
  }

  it("resolve without @types/node if a program imports only the emulator", () => {
    const program = `
import { startEmulator } from "../emulator/dist/index";
export const status = startEmulator({ onExchange: (exchange) => exchange.status });
`;
    const lib = ["lib.es2023.d.ts", "lib.dom.d.ts"];
    expect(compile({ "use.ts": program }, { ...nodenext, lib })).to.deep.equal([]);
  });
});
