import { expect } from "chai";
import { functions, kinds } from "../../../provider/nouns";
import type { PackageModel } from "../../../tools/reference/model";
import { readPackage } from "../../../tools/reference/package-model";
import { requireSame } from "../../../tools/reference/require-same";

describe("readPackage", function () {
  this.timeout(60_000);
  let model: PackageModel;
  before("reads the sources", () => {
    model = readPackage();
  });

  const resource = (kind: string) => {
    const found = model.resources.find((one) => one.kind === kind);
    if (!found) throw new Error(`no ${kind}`);
    return found;
  };
  const input = (kind: string, name: string) => {
    const found = resource(kind).inputs.find((one) => one.name === name);
    if (!found) throw new Error(`no ${name}`);
    return found;
  };

  it("takes from the lifecycle what a change of an input does", () => {
    const update = { effect: "update", isRemovable: true };
    expect(input("Sender", "email").onChange.effect).to.equal("replace");
    expect(input("Sender", "city").onChange.effect).to.equal("error");
    expect(input("Sender", "adopt").onChange).to.deep.equal(update);
    expect(input("Campaign", "preheader").onChange).to.deep.equal({
      ...update,
      isRemovable: false,
      wayOut: "Restore the old value, set another one, or add the input to ignoreChanges.",
    });
    expect(input("CustomProperty", "name")).to.deep.include({
      onChange: { effect: "replace", isRemovable: true },
      onChangeExtended: update,
    });
    expect(input("Sender", "email")).not.to.have.property("onChangeExtended");
  });

  it("takes from the contract under which name an input is sent, and how sure that is", () => {
    expect(input("Campaign", "subject").sentAs).to.deep.equal({
      name: "subject",
      source: "specified",
    });
    expect(input("Campaign", "viewInBrowser").sentAs).to.deep.equal({
      name: "viewin_browser",
      source: "B",
    });
    expect(input("Campaign", "permissionReminder").sentAs).to.deep.equal({
      name: "permission_reminder",
      source: "D",
      inUpdates: "C",
    });
    expect(input("CampaignSchedule", "scheduledAt").sentAs?.name).to.equal("scheduled_at");
    expect(input("List", "name").sentAs).to.deep.include({ name: "name", source: "A" });
    expect(input("CustomProperty", "type").sentAs?.open?.grade).to.equal("B");
    const unsent = ["adopt", "extraFields", "ignoreChecks"];
    expect(unsent.filter((name) => input("Sender", name).sentAs)).to.deep.equal([]);
  });

  it("takes names, types and order from the sources", () => {
    expect(input("CustomProperty", "type")).to.deep.include({
      isRequired: true,
      shape: { is: "word", words: ["text", "number", "date", "textarea"] },
    });
    expect(input("Campaign", "html")).to.deep.include({
      isRequired: false,
      shape: { is: "content" },
    });
    expect(input("Campaign", "listIds").shape).to.deep.equal({ is: "list", of: { is: "string" } });
    expect(input("Campaign", "sender").shape).to.deep.equal({
      is: "object",
      type: "CampaignSender",
    });
    expect(model.types.get("CampaignSender")?.properties.map(({ name }) => name)).to.deep.equal([
      "email",
      "name",
    ]);
  });

  it("takes from the table of settings what holds by default, and what is a secret", () => {
    const { inputs } = model.provider;
    const byName = (name: string) => inputs.find((one) => one.name === name);
    expect(byName("preflight")?.doc.defaultValue).to.equal("`warn`");
    expect(byName("apiKey")?.doc).not.to.have.property("defaultValue");
    expect(inputs.filter(({ isSecret }) => isSecret).map(({ name }) => name)).to.deep.equal([
      "apiKey",
      "verifyKey",
    ]);
  });

  it("tells what is decided from what is declared", () => {
    const { outputs, echoed } = resource("Sender");
    expect(outputs.map(({ name }) => name)).to.deep.equal([
      "account",
      "status",
      "adopted",
      "domainId",
    ]);
    expect(echoed).to.include("email").and.not.include("adopt");
  });

  it("knows which functions return secrets, and which may be called without arguments", () => {
    const named = (isWanted: (one: PackageModel["functions"][number]) => boolean) =>
      model.functions.filter(isWanted).map(({ name }) => name);
    expect(named(({ isSecret }) => isSecret)).to.deep.equal([
      "getCampaignOpens",
      "getCampaignUnsubscribes",
      "getContact",
    ]);
    expect(named(({ needsArgs }) => !needsArgs)).to.deep.equal([
      "getCampaigns",
      "getDomains",
      "getLists",
      "getReplyTos",
      "getSenders",
    ]);
  });

  it("holds every kind and function once, each with a text and an example", () => {
    expect(model.resources.map(({ kind }) => kind)).to.have.members(Object.keys(kinds));
    expect(model.functions.map(({ name }) => name)).to.have.members(Object.keys(functions));
    const silent = [...model.resources, ...model.functions].filter(
      ({ doc }) => doc.text === "" || doc.examples.length === 0,
    );
    expect(silent).to.deep.equal([]);
  });
});

describe("requireSame", () => {
  it("names what only one side has", () => {
    expect(() => requireSame("inputs of Sender", ["email"], ["email"])).not.to.throw();
    expect(() => requireSame("inputs of Sender", ["email", "city"], ["email", "town"])).to.throw(
      "inputs of Sender: only the code has city; only the types have town",
    );
  });
});
