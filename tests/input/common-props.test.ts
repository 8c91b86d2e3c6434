import { expect } from "chai";
import { commonFields } from "../../provider/input/field";
import { unknownValue } from "../../provider/input/plain";

describe("ignoreChecks", () => {
  const judge = (value: unknown) => commonFields.ignoreChecks.check(value, "ignoreChecks");

  it("takes the names of findings, and what is unknown until apply", () => {
    expect(judge([])).to.deep.equal([]);
    expect(judge(["list-empty", unknownValue])).to.deep.equal([]);
    expect(judge(unknownValue)).to.deep.equal([]);
  });

  it("warns of a name that no finding has, and suggests the nearest", () => {
    expect(judge(["list-empty", "sender-exist", "nothing-alike"])).to.deep.equal([
      {
        path: "ignoreChecks[1]",
        level: "warning",
        name: "check-unknown",
        problem: 'not the name of a finding, so it has no effect; did you mean "sender-exists"?',
      },
      {
        path: "ignoreChecks[2]",
        level: "warning",
        name: "check-unknown",
        problem:
          "not the name of a finding, so it has no effect; the name is in brackets at the end of the message to suppress",
      },
    ]);
  });
});
