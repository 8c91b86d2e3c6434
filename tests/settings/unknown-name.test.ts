import { expect } from "chai";
import { unknownConfigKeys, unknownNames } from "../../provider/settings/unknown-name";

describe("unknownNames", () => {
  it("gives the names that are no setting's, as they are spelt", () => {
    expect(unknownNames(["apiKey", "baseURL", "log"])).to.deep.equal(["baseURL"]);
    expect(unknownNames([])).to.deep.equal([]);
  });
});

describe("unknownConfigKeys", () => {
  it("looks at its own namespace only", () => {
    const keys = ["aws:region", "emailmarketing:apiKey", "emailmarketing:preflght", "test:log"];
    expect(unknownConfigKeys(keys)).to.deep.equal(["emailmarketing:preflght"]);
  });
});
