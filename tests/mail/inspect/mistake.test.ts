import { expect } from "chai";
import { withoutEntities } from "../../../mail/inspect/mistake";

describe("withoutEntities", () => {
  it("shows entities as HTML does, and elements as they are written", () => {
    expect(withoutEntities("Ada &amp; Bob &#8211; &eacute; <b>&lt;c&gt;</b> & d")).to.equal(
      "Ada & Bob – é <b><c></b> & d",
    );
  });
});
