import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { PackageSpec } from "../../tools/schema/spec";

const repository = join(__dirname, "..", "..");
const read = (file: string) => readFileSync(join(repository, file), "utf8");

/** The sentences about a change of an input. */
const effectOfChange =
  /Changing (?:this|the content|`update`) (?:updates|replaces) the|A change (?:updates|renames|is sent to|sends|sets|switches) the|can't be changed after creation|a later change updates the state only|Added addresses get the email/;

describe("the doc comments of public fields", () => {
  it("exist for every field", () => {
    // API Extractor writes this text above a field without a doc comment.
    expect(read("etc/pulumi-email-marketing.api.md")).to.not.include("(undocumented)");
  });

  it("state for every input of a resource whether a change replaces the object", () => {
    const { resources } = JSON.parse(read("provider/schema.json")) as PackageSpec;
    expect(Object.keys(resources)).to.have.length(7);
    const wrong = Object.values(resources).flatMap(({ inputProperties }) =>
      Object.entries(inputProperties).filter(
        ([, { description = "", willReplaceOnChanges = false }]) =>
          !effectOfChange.test(description) ||
          description.includes("Changing this replaces") !== willReplaceOnChanges,
      ),
    );
    expect(wrong).to.deep.equal([]);
  });
});
