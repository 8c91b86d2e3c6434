import { expect } from "chai";
import { parseDoc } from "../../../tools/reference/doc-comment";

describe("parseDoc", () => {
  it("tells text, examples and sections apart", () => {
    const doc = parseDoc(
      "A sender.\n\n```ts\nnew Sender();\n```\n\nIt stays.\n\n## Import\nDeclare it:\n\n```ts\nmore();\n```\n\n## Destroy\nNothing.",
    );
    expect(doc.text).to.equal("A sender.\n\nIt stays.");
    expect(doc.examples).to.deep.equal(["new Sender();\n"]);
    expect([...doc.sections]).to.deep.equal([
      ["Import", "Declare it:\n\n```ts\nmore();\n```"],
      ["Destroy", "Nothing."],
    ]);
  });

  it("leaves a comment without examples and headings as it is", () => {
    const doc = parseDoc("The from name.");
    expect(doc).to.deep.equal({ text: "The from name.", examples: [], sections: new Map() });
  });
});
