import { expect } from "chai";
import { createSeenProgram } from "../../provider/plugin/seen-program";

describe("createSeenProgram", () => {
  const urn = "urn:pulumi:dev::test::emailmarketing:index:CustomProperty::plan";
  const old = { name: "Plan", type: "text" };
  const props = { name: "plan", type: "number" };

  it("knows of a replacement, checked again without its past, which inputs it has in common with what it replaces", () => {
    const program = createSeenProgram();
    program.declare({ urn, props, old });
    program.declare({ urn, props, old: {} });
    expect(program.resource(urn)).to.include({ isNew: true, isFirst: false });
    expect(program.resource(urn)?.keeps).to.deep.equal(["name"]);
  });

  it("knows of none for what is new, unchanged, or in another account so far", () => {
    const program = createSeenProgram();
    program.declare({ urn, props, old: {} });
    expect(program.resource(urn)).to.include({ isNew: true, isFirst: true });
    expect(program.resource(urn)?.keeps).to.deep.equal([]);
    const others = createSeenProgram();
    others.declare({ urn, props: old, old });
    expect(others.resource(urn)?.keeps).to.deep.equal([]);
    others.move(urn);
    others.declare({ urn, props: old, old: {} });
    expect(others.resource(urn)?.keeps).to.deep.equal([]);
  });
});
