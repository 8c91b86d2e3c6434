import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { PackageSpec } from "../../tools/schema/spec";

const repository = join(__dirname, "..", "..");
const read = (file: string) => readFileSync(join(repository, file), "utf8");

describe("the doc comments of public fields", () => {
  it("exist for every field of every exported interface and class", () => {
    // API Extractor writes this text above a field without a doc comment.
    expect(read("etc/pulumi-email-marketing.api.md")).to.not.include("(undocumented)");
  });

  it("contain a form of the word change, or the word added, for every input of a resource", () => {
    const { resources } = JSON.parse(read("provider/schema.json")) as PackageSpec;
    expect(Object.keys(resources)).to.have.length(7);
    const silent = Object.values(resources).flatMap(({ inputProperties }) =>
      Object.entries(inputProperties).filter(
        ([, { description = "" }]) => !/\bchang|\badded\b/i.test(description),
      ),
    );
    expect(silent).to.deep.equal([]);
  });
});
