import { expect } from "chai";
import { didYouMean, nearest, unknownName } from "../../provider/input/nearest";

const names = ["apiKey", "account", "deadlineSeconds", "log"];

describe("the valid name most similar to a misspelt name", () => {
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
    it(`is ${name} if the misspelt name is ${given}`, () => {
      expect(nearest(given, names)).to.equal(name);
    });
  }

  it("is undefined if no valid name is similar", () => {
    for (const given of ["", "key", "amount of", "timeout", "fog 2", "x"]) {
      expect(nearest(given, names), given).to.equal(undefined);
    }
    expect(nearest("account", [])).to.equal(undefined);
  });

  it("is the name with the fewest differences if several valid names are similar", () => {
    expect(nearest("listIds", ["listId", "listIdss", "listIdx"])).to.equal("listId");
    expect(nearest("emails", ["emailss", "emailx", "emails"])).to.equal("emails");
  });
});

describe("the suggestion of similar names", () => {
  const lists = ["Customers", "Customers of old", "Newsletter, spring", "VIP", "Gäste"];

  for (const [given, question] of [
    ["customer", ' (did you mean "Customers" or "Customers of old"?)'],
    ["Custmers", ' (did you mean "Customers"?)'],
    ["customers", ' (did you mean "Customers" or "Customers of old"?)'],
    ["spring", ' (did you mean "Newsletter, spring"?)'],
    ["newsletter spring", ' (did you mean "Newsletter, spring"?)'],
    ["gäs", ' (did you mean "Gäste"?)'],
    // No word of a name begins with "letter", and "of" is too short.
    ["letter", ""],
    ["of", ""],
    ["", ""],
    ["Members", ""],
  ] as const) {
    it(`is ${question === "" ? "absent" : `"${question.trim()}"`} if the unknown name is "${given}"`, () => {
      expect(didYouMean(given, lists)).to.equal(question);
    });
  }

  it("omits a valid name that shares only a part such as .example with the unknown name", () => {
    const domains = ["acme.example", "new.example"];
    expect(didYouMean("acme.exmaple", domains)).to.equal(' (did you mean "acme.example"?)');
    expect(didYouMean("none.example", domains)).to.equal("");
    expect(didYouMean("acme.example.test", domains)).to.equal("");
    expect(didYouMean("one@acme.example", ["two@acme.example"])).to.equal("");
  });

  it("has at most three valid names, each once, and never the unknown name itself", () => {
    const names = ["News 4", "News 3", "News 3", "News 2", "News 1", "News"];
    expect(didYouMean("news", names)).to.equal(' (did you mean "News" or "News 4" or "News 3"?)');
    expect(didYouMean("News", ["News"])).to.equal("");
  });
});

describe("the message about an unknown name", () => {
  it("suggests a similar valid name, or lists all valid names if none is similar", () => {
    expect(unknownName("setting", "acount", names)).to.equal(
      'unknown setting "acount"; did you mean "account"?',
    );
    expect(unknownName("input", "colour", ["email", "name"])).to.equal(
      'unknown input "colour"; valid inputs are email, name',
    );
  });
});
