import { expect } from "chai";
import { commonFields } from "../../provider/input/validation";
import { unknownValue } from "../../provider/plain/value";

describe("the input ignoreChecks", () => {
  const judge = (value: unknown) => commonFields.ignoreChecks.check(value, "ignoreChecks");

  it("accepts names of findings, and values that are unknown until apply", () => {
    expect(judge([])).to.deep.equal([]);
    expect(judge(["list-empty", unknownValue])).to.deep.equal([]);
    expect(judge(unknownValue)).to.deep.equal([]);
  });

  it("warns of an unknown name, and suggests the most similar name of a finding", () => {
    const common = { level: "warning", name: "check-unknown" };
    const problem = "not the name of a finding, so it has no effect;";
    const near = `${problem} did you mean "sender-exists"?`;
    const none = `${problem} the name is in brackets at the end of the message to suppress`;
    expect(judge(["list-empty", "sender-exist", "nothing-alike"])).to.deep.equal([
      { path: "ignoreChecks[1]", problem: near, ...common },
      { path: "ignoreChecks[2]", problem: none, ...common },
    ]);
  });
});
