import { expect } from "chai";
import { createNotes } from "../../provider/account/claims";
import { createProgramRecord, type ProgramRecord } from "../../provider/account/program-record";
import { unknownValue } from "../../provider/plain/value";

const old = { name: "Plan", type: "text" };
const props = { name: "plan", type: "number" };
const open = { name: unknownValue };

describe("the record of the engine's calls to dynamic resources", () => {
  const check = (record: ProgramRecord, kind: string, past: object) =>
    record.check({ kind, props }, { ...past });
  const compare = (record: ProgramRecord, kind: string, id: string, given: object = props) =>
    record.compare({ kind, props: { ...given } }, id);
  /** Records an object. The returned function shows whether the program may no longer declare the object. */
  const handled = (record: ProgramRecord, kind: string, id: string) => {
    record.noteObject({ kind, id, props });
    return () => record.object(kind, id)?.isGone === true;
  };

  it("counts a diff as part of a refresh or a targeted destroy if no check came before", () => {
    const record = createProgramRecord({});
    expect(compare(record, "Campaign", "1")).to.include({ appliesNothing: true, isKept: false });
    expect(compare(record, "Campaign", "1", open)).to.include({ appliesNothing: true });
    check(record, "Sender", {});
    expect(compare(record, "Campaign", "1")).to.include({ appliesNothing: false });
  });

  it("doesn't count a diff as part of a targeted destroy if another process of the engine got a check", () => {
    const notes = createNotes();
    const records = [1, 2].map(() => createProgramRecord({}, () => notes));
    const [first, second] = records as [ProgramRecord, ProgramRecord];
    check(first, "Campaign", old);
    expect(compare(second, "CampaignSchedule", "1", open)).to.include({ appliesNothing: false });
  });

  it("doesn't count a diff as part of a targeted destroy if other users can change the shared notes", () => {
    const record = createProgramRecord({}, () => ({ ...createNotes(), isUnreadable: () => true }));
    expect(compare(record, "CampaignSchedule", "1", open)).to.include({ appliesNothing: false });
  });

  it("counts an object as still declared if a check of the same resource type came just before the diff", () => {
    const record = createProgramRecord({});
    check(record, "Campaign", old);
    expect(compare(record, "Campaign", "1")).to.include({ appliesNothing: false, isKept: true });
    // The early diff of a resource that depends on an object that is deleted first.
    expect(compare(record, "Campaign", "2", open)).to.include({ isKept: false });
    check(record, "Campaign", {});
    expect(compare(record, "Campaign", "2", open)).to.include({ isKept: false });
    check(record, "CampaignSchedule", old);
    expect(compare(record, "Campaign", "2", open)).to.include({ isKept: false });
  });

  it("counts an object as replaced if the next check has the same resource type and no old inputs", () => {
    const goneAfter = (kind: string, id: string, next: string) => {
      const record = createProgramRecord({});
      const isGone = handled(record, kind, id);
      check(record, kind, old);
      compare(record, kind, id);
      check(record, next, {});
      return isGone();
    };
    expect(goneAfter("Campaign", "1", "Campaign")).to.equal(true);
    expect(goneAfter("Campaign", "1", "CampaignSchedule")).to.equal(false);
    const record = createProgramRecord({});
    const [first, second] = ["1", "2"].map((id) => handled(record, "Campaign", id));
    for (const id of ["1", "2"]) {
      check(record, "Campaign", old);
      compare(record, "Campaign", id);
    }
    check(record, "Campaign", {});
    expect([first?.(), second?.()]).to.deep.equal([false, true]);
  });

  it("counts no object as still declared if the engine runs diffs in parallel", () => {
    const isKept = (record: ProgramRecord) => {
      check(record, "Campaign", old);
      return compare(record, "Campaign", "1").isKept;
    };
    for (const [PULUMI_PARALLEL_DIFF, expected] of [
      ["true", false],
      ["1", false],
      ["false", true],
      ["", true],
    ] as const) {
      const record = createProgramRecord({ PULUMI_PARALLEL_DIFF });
      expect(isKept(record), PULUMI_PARALLEL_DIFF).to.equal(expected);
    }
    const record = createProgramRecord({});
    const isGone = handled(record, "Campaign", "1");
    record.read();
    expect([isKept(record), isGone()]).to.deep.equal([true, false]);
    record.read();
    expect([isKept(record), isGone()]).to.deep.equal([false, true]);
  });

  it("doesn't count an object as replaced if the next resource adopts the object", () => {
    const goneAfter = (existingId: string) => {
      const record = createProgramRecord({});
      const isGone = handled(record, "Campaign", "1");
      check(record, "Campaign", old);
      compare(record, "Campaign", "1");
      record.check({ kind: "Campaign", props: { existingId } }, {});
      return isGone();
    };
    expect([goneAfter("1"), goneAfter("2")]).to.deep.equal([false, true]);
  });

  it("returns the old inputs if the engine checks a resource at the same place in the program again", () => {
    const record = createProgramRecord({ PULUMI_PARALLEL_DIFF: "true" });
    const at = (place: number, past: object) =>
      record.check({ kind: "CustomProperty", place, props }, { ...past });
    expect([at(0, old), at(1, {}), at(2, {})]).to.deep.equal([undefined, undefined, undefined]);
    expect(at(0, {})).to.deep.equal({ inputs: old, isDiffed: true });
    expect(at(1, {})).to.equal(undefined);
    record.move();
    expect(at(0, {})).to.deep.equal({ inputs: {}, isDiffed: true });
  });
});

describe("the record of the engine's calls to the plugin", () => {
  const urn = "urn:pulumi:dev::test::emailmarketing:index:CustomProperty::plan";
  const check = (record: ProgramRecord, past: object, of = urn) =>
    record.check({ urn: of, kind: "CustomProperty", name: "plan", props }, { ...past });
  const compare = (record: ProgramRecord, given: object) =>
    record.compare({ urn, kind: "CustomProperty", name: "plan", props: { ...given } }, "1");

  it("returns the old inputs if the engine checks the same resource again", () => {
    const record = createProgramRecord({});
    check(record, {}, `${urn}-2`);
    expect(record.resource(`${urn}-2`)?.past).to.equal(undefined);
    check(record, old);
    expect(check(record, {})).to.deep.equal({ inputs: old, isDiffed: false });
    expect(record.resource(urn)?.past).to.deep.equal(old);
    record.move(urn);
    expect(check(record, {})).to.deep.equal({ inputs: {}, isDiffed: false });
  });

  it("returns isDiffed=true if a diff came between two checks of a resource", () => {
    const record = createProgramRecord({});
    check(record, old);
    compare(record, props);
    expect(check(record, {})).to.deep.equal({ inputs: old, isDiffed: true });
  });

  it("lists no resource that the engine has checked after the requested resource", () => {
    const record = createProgramRecord({});
    const other = `${urn}-2`;
    check(record, {});
    const first = record.ask(urn);
    check(record, {}, other);
    const second = record.ask(other);
    expect(first?.all.map(({ order }) => order)).to.deep.equal([0]);
    expect(second?.all.map(({ order, isAsked }) => [order, isAsked])).to.deep.equal([
      [0, true],
      [1, true],
    ]);
  });

  it("counts a diff as part of a refresh or a targeted destroy if no check of the same resource came before", () => {
    const record = createProgramRecord({});
    // The plugin's diff of a destroy with `--target`, which runs no program.
    expect(compare(record, open)).to.include({ appliesNothing: true });
    check(record, {}, `${urn}-2`);
    expect(compare(record, old)).to.include({ appliesNothing: true, isKept: false, name: "plan" });
    expect(compare(record, open)).to.include({ appliesNothing: false, isKept: false });
    check(record, old);
    expect(compare(record, props)).to.include({ appliesNothing: false, isKept: true });
    expect(compare(record, open)).to.include({ appliesNothing: false, isKept: false });
  });

  it("counts an object as replaced if the next check of the resource has no old inputs", () => {
    const record = createProgramRecord({});
    record.noteObject({ kind: "CustomProperty", id: "1", props });
    const isGone = () => record.object("CustomProperty", "1")?.isGone;
    check(record, old);
    check(record, {});
    expect(isGone()).to.equal(undefined);
    check(record, old);
    compare(record, props);
    check(record, {}, `${urn}-2`);
    expect(isGone()).to.equal(undefined);
    check(record, {});
    expect(isGone()).to.equal(true);
  });
});
