import { expect } from "chai";
import { keyConflict } from "../../provider/settings/problem";
import { providerArguments, stackConfig } from "../../provider/settings/source";

describe("keyConflict", () => {
  const config = (given: Readonly<Record<string, string>>) => stackConfig((key) => given[key]);
  const other = (given: Readonly<Record<string, string>>) =>
    providerArguments((name) => given[name], "there");

  it("says nothing of one key, in one place or in both", () => {
    const one = config({ "emailmarketing:apiKey": "key" });
    expect(keyConflict([one, other({ verifyKey: "other" })])).to.equal(undefined);
    expect(keyConflict([one, other({ apiKey: " key\n" })])).to.equal(undefined);
    expect(keyConflict([one, other({ apiKey: " " })])).to.equal(undefined);
  });

  it("names both places of each key, and never a key", () => {
    const both = config({ "emailmarketing:apiKey": "one", "emailmarketing:verifyKey": "two" });
    expect(keyConflict([both, other({ apiKey: "three", verifyKey: "four" })])).to.equal(
      "apiKey: stack config emailmarketing:apiKey and argument apiKey of there hold different keys, and the one in stack config emailmarketing:apiKey is used. " +
        "verifyKey: stack config emailmarketing:verifyKey and argument verifyKey of there hold different keys, and the one in stack config emailmarketing:verifyKey is used. " +
        "Set a key in one place only.",
    );
  });

  it("says nothing of settings that may differ", () => {
    const address = config({ "emailmarketing:baseUrl": "https://a.example/v1" });
    expect(keyConflict([address, other({ baseUrl: "https://b.example/v1" })])).to.equal(undefined);
  });
});
