import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { listOperations, readDocument } from "../../contract/document";
import * as provider from "../../provider";

const repository = join(__dirname, "..", "..");

interface Row {
  operation: string;
  names: string[];
  area: string;
  tests: string[];
}

const code = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? "");

const rows: Row[] = readFileSync(join(repository, "docs", "operations.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| `[A-Z]+ \//.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, operation, names, area, tests]) => ({
    operation: code(operation)[0] ?? "",
    names: code(names),
    area: code(area)[0] ?? "",
    tests: code(tests),
  }));

describe("docs/operations.md", () => {
  it("has a row for each of the fifteen specified operations", () => {
    const specified = listOperations(readDocument("specified"));
    expect(specified).to.have.length(15);
    const named = specified.map(({ method, path }) => `${method} ${path}`);
    expect(rows.map(({ operation }) => operation)).to.include.members(named);
  });

  it("names operations of the two documents only", () => {
    const documents = [readDocument("specified"), readDocument("extended")];
    const known = documents.flatMap(listOperations).map(({ method, path }) => `${method} ${path}`);
    expect(known).to.include.members(rows.map(({ operation }) => operation));
  });

  for (const { operation, names, area, tests } of rows) {
    it(`names what there is for ${operation}`, () => {
      expect(Object.keys(provider)).to.include.members(names);
      expect(names).to.not.have.length(0);
      expect(existsSync(join(repository, "emulator", "area", `${area}.ts`)), area).to.equal(true);
      expect(tests).to.not.have.length(0);
      for (const test of tests) expect(existsSync(join(repository, test)), test).to.equal(true);
      const texts = tests.map((test) => readFileSync(join(repository, test), "utf8"));
      const tested = names.filter((name) => texts.some((text) => text.includes(name)));
      expect(tested, "what a test names").to.deep.equal(names);
    });
  }
});
