import { expect } from "chai";
import { nearest, unknownName } from "../../provider/errors/nearest";

const names = ["apiKey", "account", "deadlineSeconds", "log"];

describe("nearest", () => {
  for (const [given, name] of [
    ["acount", "account"],
    ["accounts", "account"],
    ["APIKEY", "apiKey"],
    ["deadlinesecnds", "deadlineSeconds"],
    ["deadlineSecs", "deadlineSeconds"],
    ["logs", "log"],
    ["lgo", "log"],
    ["accoutn", "account"],
  ] as const) {
    it(`takes ${given} for ${name}`, () => {
      expect(nearest(given, names)).to.equal(name);
    });
  }

  it("takes nothing for a name that is another word", () => {
    for (const given of ["", "key", "amount of", "timeout", "fog 2", "x"]) {
      expect(nearest(given, names), given).to.equal(undefined);
    }
    expect(nearest("account", [])).to.equal(undefined);
  });

  it("takes the nearest of several", () => {
    expect(nearest("listIds", ["listId", "listIdss", "listIdx"])).to.equal("listId");
    expect(nearest("emails", ["emailss", "emailx", "emails"])).to.equal("emails");
  });
});

describe("unknownName", () => {
  it("suggests what is near, else lists what is valid", () => {
    expect(unknownName({ what: "setting", given: "acount", names })).to.equal(
      'unknown setting "acount"; did you mean "account"?',
    );
    expect(unknownName({ what: "input", given: "colour", names: ["email", "name"] })).to.equal(
      'unknown input "colour"; valid inputs are email, name',
    );
  });
});
