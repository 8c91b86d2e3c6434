import { expect } from "chai";
import { proseOf } from "../../tools/prose/source-prose";

const source = [
  "/** A comment with `code` in it. */",
  "const pattern = /[\"'/]/; // behind it",
  "const short = `two ${words}`;",
  "throw new Error(`the service ${name} refused the request`);",
  'it("reports an error", () => check("a text of a test"));',
].join("\n");

function words(prose: string): string[] {
  return prose.split("\n").map((line) => line.replace(/\s+/g, " ").trim());
}

describe("the extraction of prose from a source file", () => {
  it("returns comments and messages, but no code and no short strings", () => {
    expect(words(proseOf(source, false))).to.deep.equal([
      "A comment with in it.",
      "behind it",
      "",
      "the service refused the request",
      "reports an error a text of a test",
    ]);
  });

  it("returns only comments and test names if the file has tests", () => {
    expect(words(proseOf(source, true))).to.deep.equal([
      "A comment with in it.",
      "behind it",
      "",
      "",
      "reports an error",
    ]);
  });

  it("keeps words at their positions in the source file", () => {
    const at = source.indexOf("refused");
    expect(proseOf(source, false).indexOf("refused")).to.equal(at);
    expect(proseOf(source, false)).to.have.length(source.length);
  });
});
