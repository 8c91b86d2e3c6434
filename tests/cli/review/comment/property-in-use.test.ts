import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { renderComment } from "../../../../cli/review/comment";
import { removedPropertyFindings } from "../../../../cli/review/comment/property-in-use";
import { previewOf } from "../../../support/preview";
import { fileAsset, urnOf } from "../../../support/preview-fixtures";
import { useScratch } from "../../../support/scratch";

const html = "<p>Your plan: %%PLAN%%</p>";

function property(change: string, old: object, now?: object, option?: object): object {
  const inputs = { name: "plan", type: "text", ...old };
  return {
    op: change,
    urn: urnOf("CustomProperty", "plan"),
    oldState: { id: "property-1", inputs, outputs: { ...inputs, account: "eu" }, ...option },
    ...(now && { newState: { inputs: { ...inputs, ...now } }, diffReasons: Object.keys(now) }),
  };
}

function campaign(name: string, inputs: object, status = "scheduled"): object {
  const all = { name, subject: name, listIds: ["list-1"], ...inputs };
  return {
    op: "same",
    urn: urnOf("Campaign", name),
    oldState: { id: `id-of-${name}`, inputs: all, outputs: { ...all, status } },
    newState: { inputs: all },
  };
}

const mails = [
  campaign("issue-1", { html: fileAsset("mail.html", html) }),
  campaign("issue-2", { subject: "For %%plan%%", plainText: "Hello" }),
  campaign("issue-3", { plainText: "Hello" }),
  campaign("issue-4", { plainText: "%%plan%%" }, "finished"),
];

describe("the comment on a CustomProperty", function () {
  const scratch = useScratch(this);
  this.beforeEach("writes the file of a mail", () => writeFile(join(scratch(), "mail.html"), html));

  async function linesOf(...steps: object[]): Promise<string[]> {
    const model = previewOf({ steps }, []);
    const left = [...(await removedPropertyFindings(model, scratch())), ...model.keptObjects];
    return renderComment({ ...model, keptObjects: left }).split("\n");
  }

  it("begins with a warning about the emails that use the property if the property is deleted", async () => {
    const lines = await linesOf(property("delete", { onDestroy: "delete" }), ...mails);
    expect(lines.slice(3, 9)).to.deep.equal([
      "**What deleting does not undo**",
      "",
      '- ⚠️ CustomProperty **plan**: all values of "plan" are deleted; 2 mails name it: issue-1 and issue-2. `property-in-use`',
      "",
      "**Will be mailed**",
      "",
    ]);
    expect(lines[9]).to.match(/^Nothing else: /);
  });

  it("names no emails if the property's ignoreChecks contains property-in-use", async () => {
    const said = '- ⚠️ CustomProperty **plan**: all values of "plan" are deleted.';
    const gone = property("delete", { onDestroy: "delete" });
    expect(await linesOf(gone, ...mails.slice(2))).to.include(said);
    const ignored = { onDestroy: "delete", ignoreChecks: ["property-in-use"] };
    expect(await linesOf(property("delete", ignored), ...mails)).to.include(said);
  });

  it("names the emails that use the property if the property is renamed", async () => {
    const renamed = property("update", {}, { name: "tier" });
    const lines = await linesOf(renamed, ...mails);
    expect(lines.filter((one) => one.startsWith("- ⚠️"))).to.deep.equal([
      '- ⚠️ CustomProperty **plan**: "plan" becomes "tier"; 2 mails name it: issue-1 and issue-2. `property-in-use`',
    ]);
    const unnamed = await linesOf(renamed, ...mails.slice(2));
    expect(unnamed.join("\n")).to.not.include("becomes");
    const kept = await linesOf(property("delete", {}), ...mails);
    expect(kept.join("\n")).to.not.include("property-in-use");
  });

  describe("warns of deleted values", () => {
    const owned = { onDestroy: "delete" };
    const created = (name: string, inputs: object, change = "create") => ({
      op: change,
      urn: urnOf("CustomProperty", name),
      newState: { inputs: { ...owned, name: "Plan", type: "text", ...inputs } },
    });
    const values = async (...steps: object[]) =>
      (await linesOf(...steps)).filter((line) => line.includes("are deleted"));

    it("unless a replacement keeps the property's type", async () => {
      const replaced = property("replace", owned, { triggers: "2" });
      expect(await values(replaced, ...mails)).to.deep.equal([]);
      const renamed = property("replace", owned, { name: "tier" });
      expect(await values(renamed, ...mails)).to.deep.equal([]);
    });

    it("unless retainOnDelete or deletedWith keeps the property", async () => {
      const withOption = (change: string, option: object) =>
        property(change, owned, { type: "number" }, option);
      const urn = urnOf("List", "customers");
      const list = { op: "delete", urn, oldState: { inputs: { name: "Customers" } } };
      const kept = (lines: string[]) =>
        lines.filter((line) => /^- (?:ℹ️|⚠️) CustomProperty \*\*plan\*\*: /u.test(line));
      for (const change of ["delete", "replace"]) {
        const retained = await linesOf(withOption(change, { retainOnDelete: true }), ...mails);
        expect(kept(retained)).to.deep.equal([
          '- ℹ️ CustomProperty **plan**: it stays as it is, because of the resource option "retainOnDelete".',
        ]);
      }
      const child = withOption("delete", { deletedWith: urn });
      expect(kept(await linesOf(child, list))).to.deep.equal([
        '- ℹ️ CustomProperty **plan**: it stays as it is, because of the resource option "deletedWith".',
      ]);
      expect(kept(await linesOf(child))).to.deep.equal([
        '- ⚠️ CustomProperty **plan**: all values of "plan" are deleted.',
      ]);
    });

    it("if a replacement changes, or may change, the property's type", async () => {
      for (const type of ["number", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"]) {
        const replaced = property("replace", owned, { type });
        expect(await values(replaced)).to.have.length(1);
      }
    });

    it("unless a new resource adopts the removed property", async () => {
      const gone = property("delete", owned);
      expect(await values(gone, created("other", {}))).to.deep.equal([]);
      const byId = { name: "Tier", existingId: "property-1" };
      expect(await values(gone, created("other", byId))).to.deep.equal([]);
    });

    it("if no remaining CustomProperty has the same name, type and account", async () => {
      const gone = property("delete", owned);
      const elsewhere = {
        newState: {
          inputs: { name: "plan", type: "text" },
          provider: "urn:pulumi:dev::test::pulumi:providers:emailmarketing::eu::id",
        },
      };
      for (const other of [
        created("other", { type: "number" }),
        created("other", { name: "tier" }),
        { ...created("other", {}), ...elsewhere },
        { ...property("delete", owned), urn: urnOf("CustomProperty", "other") },
      ]) {
        expect(await values(gone, other), JSON.stringify(other)).to.not.deep.equal([]);
      }
    });
  });
});
