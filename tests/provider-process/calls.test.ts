import { expect } from "chai";
import { unknownValue } from "../../provider/input/plain";
import { createCalls } from "../../provider/provider-process/calls";

const props = { name: "Spring" };
const open = { name: unknownValue };

describe("createCalls", () => {
  it("takes a diff before the first check for that of a refresh, unless it has unknown inputs", () => {
    const calls = createCalls({});
    expect(calls.diff("Campaign", "1", props)).to.deep.equal({ isOfRefresh: true, isKept: false });
    expect(calls.diff("Campaign", "1", open)).to.deep.equal({ isOfRefresh: false, isKept: false });
    calls.check("Sender", false);
    expect(calls.diff("Campaign", "1", props)).to.include({ isOfRefresh: false });
  });

  it("takes a diff right behind a check with a past for the program's own, and no other", () => {
    const calls = createCalls({});
    calls.check("Campaign", true);
    expect(calls.diff("Campaign", "1", props)).to.deep.equal({ isOfRefresh: false, isKept: true });
    // What goes with an object that is deleted first.
    expect(calls.diff("Campaign", "2", open)).to.include({ isKept: false });
    calls.check("Campaign", false);
    expect(calls.diff("Campaign", "2", open)).to.include({ isKept: false });
    calls.check("CampaignSchedule", true);
    expect(calls.diff("Campaign", "2", open)).to.include({ isKept: false });
  });

  it("takes a check without a past for a replacement of what was compared right before it", () => {
    const calls = createCalls({});
    const compare = (kind: string, id: string) => {
      calls.check(kind, true);
      calls.diff(kind, id, props);
    };
    compare("Campaign", "1");
    expect(calls.check("Campaign", false)).to.equal("1");
    expect(calls.check("Campaign", false)).to.equal(undefined);
    compare("Campaign", "2");
    expect(calls.check("CampaignSchedule", false)).to.equal(undefined);
    compare("Campaign", "3");
    compare("Campaign", "4");
    expect(calls.check("Campaign", false)).to.equal("4");
    compare("Campaign", "5");
    compare("Sender", "6");
    expect(calls.check("Campaign", false)).to.equal(undefined);
  });

  it("knows of no object that it is kept where other calls come in between", () => {
    const own = (calls: ReturnType<typeof createCalls>) => {
      calls.check("Campaign", true);
      return calls.diff("Campaign", "1", props).isKept;
    };
    for (const [PULUMI_PARALLEL_DIFF, isKept] of [
      ["true", false],
      ["1", false],
      ["false", true],
      ["", true],
    ] as const) {
      expect(own(createCalls({ PULUMI_PARALLEL_DIFF })), PULUMI_PARALLEL_DIFF).to.equal(isKept);
    }
    const calls = createCalls({});
    expect(calls.read()).to.equal(true);
    expect(own(calls)).to.equal(true);
    expect(calls.read()).to.equal(false);
    expect(own(calls)).to.equal(false);
  });
});
