import { expect } from "chai";
import * as exported from "pulumi-email-marketing";
import { functions } from "../../provider/resources";

describe("the functions of the package", () => {
  it("are all exported, each with its Output form", () => {
    expect(Object.values(functions).map((load) => load().name)).to.deep.equal(
      Object.keys(functions),
    );
    const getters = Object.keys(exported).filter((name) => /^get/.test(name));
    const both = Object.keys(functions).flatMap((name) => [name, `${name}Output`]);
    expect(getters.sort()).to.deep.equal(both.sort());
  });

  it("are marked as secret if they return contact data or URLs that may contain a token", () => {
    const secret = Object.values(functions).flatMap((load) => {
      const { name, isSecret } = load();
      return isSecret ? [name] : [];
    });
    expect(secret).to.deep.equal([
      "getCampaignOpens",
      "getCampaignUnsubscribes",
      "getContact",
      "getWebhook",
      "getWebhooks",
    ]);
  });
});
