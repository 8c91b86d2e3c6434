import { expect } from "chai";
import { notes, notesWhere } from "../dynamic-provider/note";
import { rejection } from "../support/rejection";

const advice =
  "Fix it with pulumi state edit, or remove the resource from the state with pulumi state delete <urn> (pulumi stack --show-urns shows the URN). [validation]";

describe("an old or edited state", () => {
  const read = async () => ({ title: "Plan", colour: "blue", status: "new" });
  const provider = notes({ read });

  for (const [what, account] of [
    ["is missing", undefined],
    ["is null", null],
  ] as const) {
    it(`belongs to the current account if the property "account" ${what}`, async () => {
      const state = { title: "Plan", colour: "red", status: "new", account };
      const { props } = (await provider.read("note-1", state)) as { props: object };
      expect(props).to.deep.equal({ title: "Plan", colour: "blue", status: "new", account: "eu" });
      const inputs = { title: "Plan", colour: "red" };
      expect(await provider.diff("note-1", state, inputs)).to.deep.equal({ replaces: [] });
    });
  }

  it("counts an input as unset if the stored value is null", async () => {
    const notRemovable = notes(notesWhere({ colour: { notRemovable: "Keep it." } }));
    const old = { title: "Plan", colour: null, account: "eu" };
    expect((await notRemovable.check(old, { title: "Plan" })).failures).to.deep.equal([]);
    expect(await notRemovable.diff("note-1", old, { title: "Plan" })).to.deep.equal({
      replaces: [],
    });
  });

  it("causes an error that names a missing or wrongly typed member", async () => {
    const open = { title: "Plan", account: "eu", unconfirmed: "colour" };
    expect(await rejection(provider.update("note-1", open, { title: "Plan" }))).to.equal(
      `Note: the state of this resource can't be read: "unconfirmed" is not a list of names. ${advice}`,
    );
    expect(await rejection(provider.read("note-1", { account: "eu" }))).to.equal(
      `Note: the state of this resource can't be read: "title" is missing. ${advice}`,
    );
    expect(await rejection(provider.read("note-1", { title: "Plan", account: 5 }))).to.equal(
      `Note: the state of this resource can't be read: "account" is not a string. ${advice}`,
    );
  });
});
