import { expect } from "chai";
import { unknownValue } from "../../provider/input/plain";
import { createSeenProgram } from "../../provider/plugin/seen-program";

describe("createSeenProgram", () => {
  const urn = "urn:pulumi:dev::test::emailmarketing:index:CustomProperty::plan";
  const old = { name: "Plan", type: "text" };
  const props = { name: "plan", type: "number" };

  it("returns the inputs that a replacement has in common with the replaced object", () => {
    const program = createSeenProgram();
    program.declare(urn, old, props);
    program.declare(urn, {}, props);
    expect(program.resource(urn)?.keeps).to.deep.equal(["name"]);
  });

  it("returns no common inputs for an object that is new, unchanged, or was in another account", () => {
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

  it("infers the purpose of a diff from the check of the same resource before it", () => {
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

  it("returns the object that a check without old inputs replaces, from the diff right before", () => {
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
