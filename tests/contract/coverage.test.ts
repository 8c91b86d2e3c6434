import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as provider from "pulumi-email-marketing";
import { listOperations, readDocument } from "../../contract/document";

const repository = join(__dirname, "..", "..");

const code = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? "");

/** The generated tables: what uses each operation. */
const [tables = ""] = readFileSync(join(repository, "docs", "dev", "operations.md"), "utf8").split(
  "## What the contract leaves open",
);
const rows = tables
  .split("\n")
  .filter((line) => /^\| `[A-Z]+ \//.test(line))
  .map((line) => line.split("|"))
  .map(([, operation, names]) => ({ operation: code(operation)[0] ?? "", names: code(names) }));

describe("docs/dev/operations.md", () => {
  it("has a row for each operation of both documents", () => {
    const documents = [readDocument("specified"), readDocument("extended")];
    const known = documents.flatMap(listOperations).map(({ method, path }) => `${method} ${path}`);
    expect(rows.map(({ operation }) => operation)).to.deep.equal(known);
  });

  it("names resources and functions of the package, each of which a test of nouns or the engine names", () => {
    const folders = ["nouns", "engine"].map((name) => join(repository, "tests", name));
    const texts = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts"))
        .map((path) => readFileSync(join(folder, path), "utf8")),
    );
    const names = [...new Set(rows.flatMap((row) => row.names))];
    expect(Object.keys(provider)).to.include.members(names);
    expect(names.filter((name) => !texts.some((text) => text.includes(name)))).to.deep.equal([]);
  });
});
