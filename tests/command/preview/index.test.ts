import { expect } from "chai";
import { previewModel } from "../../../provider/command/preview";
import { urnOf } from "../../support/shown";

const campaign = urnOf("Campaign", "spring");
const subject = (text: string) => ({ id: "campaign-1", inputs: { name: "Spring", subject: text } });
const resourcesOf = (...steps: object[]) =>
  previewModel({ steps }, []).resources.map(({ change, inputs, drifted, old, now }) => ({
    change,
    inputs,
    drifted,
    from: old?.inputs?.subject,
    to: now?.inputs?.subject,
  }));

describe("previewModel", () => {
  it("has one resource for all steps of a replacement, with both states", () => {
    const created = { op: "create-replacement", urn: campaign, newState: subject("new") };
    const replaced = {
      op: "replace",
      urn: campaign,
      oldState: subject("old"),
      newState: subject("new"),
      diffReasons: ["subject"],
    };
    const deleted = { op: "delete-replaced", urn: campaign, oldState: subject("old") };
    const one = { change: "replace", inputs: ["subject"], drifted: [], from: "old", to: "new" };
    expect(resourcesOf(created, replaced, deleted)).to.deep.equal([one]);
    expect(resourcesOf(deleted, replaced, created)).to.deep.equal([one]);
  });

  it("takes what follows from a refresh, and what the refresh has found", () => {
    const refresh = {
      op: "refresh",
      urn: campaign,
      oldState: subject("declared"),
      newState: subject("edited"),
    };
    const update = {
      op: "update",
      urn: campaign,
      oldState: subject("edited"),
      newState: subject("declared"),
      detailedDiff: { "subject[0]": {} },
    };
    expect(resourcesOf(refresh, update)).to.deep.equal([
      {
        change: "update",
        inputs: ["subject"],
        drifted: ["subject"],
        from: "edited",
        to: "declared",
      },
    ]);
    const [same] = resourcesOf(refresh);
    expect(same?.change).to.equal(undefined);
  });

  it("says of a resource that is deleted, whatever else is done to it, that it is deleted", () => {
    const update = { op: "update", urn: campaign, newState: subject("new") };
    const gone = { op: "delete", urn: campaign, oldState: subject("old") };
    const changes = resourcesOf(update, gone).map(({ change }) => change);
    expect(changes).to.deep.equal(["delete"]);
  });

  it("takes no resource of another package for one of this", () => {
    const type = "acme:index:Campaign";
    const step = {
      op: "delete",
      urn: `urn:pulumi:prod::mail::${type}::spring`,
      oldState: { type, outputs: { status: "finished" } },
    };
    const { resources, left } = previewModel({ steps: [step] }, []);
    expect(resources).to.have.lengthOf(1);
    expect(resources[0]).to.include({ kind: "Campaign", name: "spring" });
    expect(resources[0]).to.not.have.any.keys("own", "status");
    expect(left).to.deep.equal([]);
  });

  it("says once what a replacement leaves", () => {
    const oldState = { ...subject("old"), outputs: { name: "Spring", account: "loopback" } };
    const steps = ["create-replacement", "replace", "delete-replaced"].map((op) => ({
      op,
      urn: campaign,
      replaceReasons: ["account"],
      oldState,
    }));
    expect(previewModel({ steps }, []).left).to.deep.equal([
      {
        severity: "note",
        text: 'it stays unchanged in account "loopback".',
        urn: campaign,
      },
    ]);
  });

  it("knows a preview that has been asked for what doesn't change", () => {
    const stack = { op: "same", urn: "urn:pulumi:prod::mail::pulumi:pulumi:Stack::mail-prod" };
    const has = (...steps: object[]) => previewModel({ steps }, []).isWhole;
    expect(has(stack, { op: "update", urn: campaign })).to.equal(false);
    expect(has(stack, { op: "same", urn: campaign })).to.equal(true);
  });
});
