import { expect } from "chai";
import { kinds } from "../../../provider/resources";
import { hiddenTexts } from "./program";

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
