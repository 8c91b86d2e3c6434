import { expect } from "chai";
import { unknownValue } from "../../provider/input/plain";
import { createSeenProgram } from "../../provider/plugin/seen-program";

describe("createSeenProgram", () => {
  const urn = "urn:pulumi:dev::test::emailmarketing:index:CustomProperty::plan";
  const old = { name: "Plan", type: "text" };
  const props = { name: "plan", type: "number" };

  it("knows of a replacement, checked again without its past, which inputs it has in common with what it replaces", () => {
    const program = createSeenProgram();
    program.declare(urn, old, props);
    program.declare(urn, {}, props);
    expect(program.resource(urn)?.keeps).to.deep.equal(["name"]);
  });

  it("knows of none for what is new, unchanged, or in another account so far", () => {
    const program = createSeenProgram();
    program.declare(urn, {}, props);
    expect(program.resource(urn)?.keeps).to.equal(undefined);
    const others = createSeenProgram();
    others.declare(urn, old, old);
    expect(others.resource(urn)?.keeps).to.equal(undefined);
    others.move(urn);
    others.declare(urn, {}, old);
    expect(others.resource(urn)?.keeps).to.deep.equal([]);
  });

  it("tells what a diff is for by the check of the same resource before it", () => {
    const program = createSeenProgram();
    const open = { name: unknownValue };
    program.declare(`${urn}-2`, {}, props);
    expect(program.compare(urn, old)).to.deep.equal({ isOfRefresh: true, isKept: false });
    expect(program.compare(urn, open)).to.deep.equal({ isOfRefresh: false, isKept: false });
    program.identify(urn, "1");
    program.declare(urn, old, props);
    expect(program.compare(urn, props)).to.deep.equal({ isOfRefresh: false, isKept: true });
    program.identify(urn, "1");
    expect(program.compare(urn, open)).to.deep.equal({ isOfRefresh: false, isKept: false });
  });

  it("knows which object a check without a past replaces: the one of that resource which was just compared", () => {
    const program = createSeenProgram();
    program.declare(urn, old, props);
    expect(program.replacedBy(urn, {})).to.equal(undefined);
    program.identify(urn, "1");
    expect(program.replacedBy(urn, old)).to.equal(undefined);
    expect(program.replacedBy(`${urn}-2`, {})).to.equal(undefined);
    expect(program.replacedBy(urn, {})).to.equal("1");
    program.declare(urn, {}, props);
    expect(program.replacedBy(urn, {})).to.equal(undefined);
  });
});
