import { expect } from "chai";
import { previewIn } from "../../../../cli/review/preview/input";
import { previewOf } from "../../../support/preview";
import { fileAsset, ofStack, onDate, urnOf } from "../../../support/preview-fixtures";

const campaign = urnOf("Campaign", "spring");
const subject = (text: string) => ({ id: "campaign-1", inputs: { name: "Spring", subject: text } });
const resourcesOf = (...steps: object[]) =>
  previewOf({ steps }, []).resources.map(({ change, inputs, drifted, old, now }) => ({
    change,
    inputs,
    drifted,
    from: old?.inputs?.subject,
    to: now?.inputs?.subject,
  }));

describe("the parser of pulumi preview --json", () => {
  it("merges all steps of a replacement into one resource with the old and new state", () => {
    const [oldState, newState] = [subject("old"), subject("new")];
    const created = { op: "create-replacement", urn: campaign, newState };
    const states = { oldState, newState };
    const replaced = { op: "replace", urn: campaign, ...states, diffReasons: ["subject"] };
    const deleted = { op: "delete-replaced", urn: campaign, oldState };
    const one = { change: "replace", inputs: ["subject"], drifted: [], from: "old", to: "new" };
    expect(resourcesOf(created, replaced, deleted)).to.deep.equal([one]);
    expect(resourcesOf(deleted, replaced, created)).to.deep.equal([one]);
  });

  it("returns the inputs that an update changes, and the inputs that somebody has changed in the service", () => {
    const [declared, edited] = [subject("declared"), subject("edited")];
    const refresh = { op: "refresh", urn: campaign, oldState: declared, newState: edited };
    const states = { oldState: edited, newState: declared };
    const update = { op: "update", urn: campaign, ...states, detailedDiff: { "subject[0]": {} } };
    const one = { change: "update", inputs: ["subject"], drifted: ["subject"] };
    expect(resourcesOf(refresh, update)).to.deep.equal([
      { ...one, from: "edited", to: "declared" },
    ]);
    const [same] = resourcesOf(refresh);
    expect(same?.change).to.equal(undefined);
  });

  it("compares old and new inputs if the engine names no changed inputs", () => {
    const inputs = { name: "Spring", __provider: "code", html: fileAsset("mail.html", "<p>") };
    const changed = (more: object, less: object = {}) => {
      const oldState = { inputs: { ...inputs, ...less } };
      const newState = { inputs: { ...inputs, __provider: "newer code", ...more } };
      const step = { op: "update", urn: campaign, oldState, newState, detailedDiff: null };
      const { resources } = previewOf(previewIn(JSON.stringify({ steps: [step] }), "").preview, []);
      return resources.map(({ inputs: names, mayDiffer }) => ({ names, mayDiffer }));
    };
    expect(changed({ segmentId: "seg-vip" })).to.deep.equal([
      { names: ["segmentId"], mayDiffer: [] },
    ]);
    expect(changed({}, { preheader: "Hi" })[0]?.names).to.deep.equal(["preheader"]);
    expect(changed({ html: fileAsset("moved.html", "<p>") })[0]?.names).to.deep.equal([]);
    expect(changed({ html: fileAsset("mail.html", "<b>") })[0]?.names).to.deep.equal(["html"]);
    const secret = { subject: "[secret]", listIds: ["list-1", "[secret]"] };
    expect(changed({ ...secret, ignoreChecks: [] }, secret)).to.deep.equal([
      { names: ["ignoreChecks"], mayDiffer: ["subject", "listIds"] },
    ]);
  });

  it("treats a secret input as unchanged if the engine reports only other inputs as changed", () => {
    const state = { inputs: { name: "Spring", subject: "[secret]" } };
    const step = { op: "update", urn: campaign, oldState: state, newState: state };
    const [named] = previewOf({ steps: [{ ...step, diffReasons: ["name"] }] }, []).resources;
    expect([named?.inputs, named?.mayDiffer]).to.deep.equal([["name"], []]);
  });

  it("marks a resource as deleted if any step of the resource is a delete", () => {
    const update = { op: "update", urn: campaign, newState: subject("new") };
    const gone = { op: "delete", urn: campaign, oldState: subject("old") };
    const changes = resourcesOf(update, gone).map(({ change }) => change);
    expect(changes).to.deep.equal(["delete"]);
  });

  it("detects whether a preview contains every unchanged resource", () => {
    const isWhole = (op: string, changeSummary?: object) => {
      const all = [ofStack, { op, urn: campaign }];
      const steps = op === "create" ? all.slice(1) : all;
      return previewOf({ steps, changeSummary }, []).hasUnchanged;
    };
    expect(isWhole("update")).to.equal(false);
    expect(isWhole("same")).to.equal(true);
    expect(isWhole("same", { same: 2 })).to.equal(true);
    // The preview also has a step for an unchanged resource if only the resource's protection changes.
    expect(isWhole("same", { same: 3 })).to.equal(false);
    expect(isWhole("create", { create: 1 })).to.equal(true);
    expect([isWhole("create", {}), isWhole("create")]).to.deep.equal([false, false]);
  });

  it("finds the CampaignSchedule of a message by the campaign id if the message has no URN", () => {
    const day = "2098-03-01 09:00:00";
    const step = onDate("update", day, day, "march", "campaign-5");
    const message =
      'warning: CampaignSchedule "campaign-5": scheduledAt: pause it. [schedule-pause scheduledAt]\n';
    const [found] = previewOf({ steps: [step], diagnostics: [{ urn: "", message }] }, []).findings;
    expect([found?.urn, found?.text]).to.deep.equal([
      urnOf("CampaignSchedule", "march"),
      "scheduledAt: pause it.",
    ]);
  });

  it("truncates a long error message after a complete sentence, or after 600 characters if no sentence is complete", () => {
    const sentence = `${"word ".repeat(50).trim()}.`;
    const textOf = (message: string) =>
      previewOf({ diagnostics: [{ message: `error: ${message}`, severity: "error" }] }, [])
        .findings[0]?.text;
    expect(textOf(`${sentence} ${sentence}`)).to.equal(`${sentence} ${sentence}`);
    expect(textOf(`${sentence} ${sentence} ${sentence}`)).to.equal(`${sentence} ${sentence}`);
    expect(textOf("w".repeat(700))).to.equal(`${"w".repeat(600)}...`);
  });
});
