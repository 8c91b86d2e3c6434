import { expect } from "chai";
import { kinds } from "../../../provider/resources";
import { runtimes } from "../../support/program";
import { hiddenTexts } from "./program";
import { defineSecretInputTests } from "./suite";

describe("the table of secret inputs", () => {
  it("has each input of each resource type", () => {
    const inputsOf = (all: Readonly<Record<string, object>>) =>
      Object.fromEntries(Object.entries(all).map(([kind, row]) => [kind, Object.keys(row).sort()]));
    const fields = Object.entries(kinds).map(
      ([kind, lifecycle]) => [kind, lifecycle().fields] as const,
    );
    expect(inputsOf(hiddenTexts)).to.deep.equal(inputsOf(Object.fromEntries(fields)));
  });
});

// The lists of a campaign are in most messages. `npm run prove -- resources` tests the other inputs.
for (const runtime of runtimes) {
  defineSecretInputTests(runtime, (name) => name === "Campaign.listIds");
}
