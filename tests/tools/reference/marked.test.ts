import { expect } from "chai";
import { marked } from "../../../tools/reference/marked";

const document = "# A\n\n<!-- generated: one -->\n\nold\n\n<!-- end -->\n\nB\n";

describe("marked", () => {
  it("puts each text between its marks, and leaves the rest of the document as it is", () => {
    const written = "# A\n\n<!-- generated: one -->\n\n| new |\n\n<!-- end -->\n\nB\n";
    expect(marked(document, { one: "| new |" })).to.equal(written);
    expect(marked(written, { one: "| new |" })).to.equal(written);
  });

  it("fails where a text has no marks, or marks have no text", () => {
    expect(() => marked(document, { one: "a", two: "b" })).to.throw(
      "no place is marked by <!-- generated: two -->",
    );
    expect(() => marked(document, {})).to.throw('nothing is generated for the mark "one"');
  });
});
