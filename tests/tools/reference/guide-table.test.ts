import { expect } from "chai";
import { guideParts } from "../../../tools/reference/markdown/guide-table";
import type { Doc, PackageModel, ResourceModel } from "../../../tools/reference/model";
import { operationUses } from "../../../tools/reference/operation-use";
import { readPackage } from "../../../tools/reference/package-model";

const model = readPackage();
/** Of the package as it is: the command is asked for its options once. */
const parts = guideParts(model);

/** The package with other words about senders. */
function withSender(change: (doc: Doc) => Doc): PackageModel {
  const changed = (one: ResourceModel) =>
    one.kind === "Sender" ? { ...one, doc: change(one.doc) } : one;
  return { ...model, resources: model.resources.map(changed) };
}

const linesOf = (path: string, mark: string) =>
  (parts.get(path)?.[mark] ?? "").split("\n").map((line) => line.replace(/ +/g, " "));

describe("guideParts", function () {
  this.timeout(30_000);

  it("links every resource and function from the front page", () => {
    expect(linesOf("README.md", "resources").join()).to.match(
      /^Resources: \[Campaign\]\(docs\/reference\/resources\/campaign\.md\), .* and \[Provider\]\(docs\/reference\/provider\.md\)\.$/,
    );
    expect(linesOf("README.md", "functions").join()).to.match(
      /^Functions: \[getCampaign\]\(docs\/reference\/functions\/getCampaign\.md\), .*\[getSenders\]/,
    );
  });

  it("says of a resource what its comment says of a destroy, without reasons", () => {
    expect(linesOf("docs/permanence.md", "permanence")).to.include(
      "| [Sender](reference/resources/sender.md) | `companyAddress`, `city`, `state`, `postalCode`, `country` | `email`, `name` | leaves the sender in the account, with a warning |",
    );
  });

  it("takes from the fields what can't be changed, and says where that is true of the specified operations only", () => {
    const [start = ""] = linesOf("docs/permanence.md", "permanence").filter((line) =>
      line.includes("CustomProperty"),
    );
    expect(start).to.include(" | `type`, `description` (specified) | `name` (specified) | ");
  });

  it("takes from the lifecycle what a refresh and each import can read", () => {
    const lines = linesOf("docs/permanence.md", "reading");
    expect(lines).to.include("| `Campaign` | extended | no | extended |");
    expect(lines).to.include("| `Sender` | yes | yes | yes |");
    expect(lines).to.include("| `WebhookActivation` | no | no | no |");
  });

  it("takes from the emulator's kinds what a seed may hold, and what the example account does", () => {
    const seeds = linesOf("docs/reference/emulator.md", "seeds");
    expect(seeds).to.include(
      "| `properties` | `id`, **`name`**, `description` (empty), `type` (text), `key` (from the name), `used_in_form` (false) |",
    );
    expect(seeds).to.include(
      "| `opens` | **`campaign_id`**, **`contact_id`**, `at` (now): one row per open |",
    );
    expect(
      linesOf("docs/reference/emulator.md", "example").filter((line) =>
        /campaigns|opens/.test(line),
      ),
    ).to.deep.equal([
      "| `campaigns` | `campaign-1` Winter news (Finished), `campaign-2` Spring news (Draft) |",
      "| `opens` | rows without ids: 4 |",
    ]);
  });

  it("takes from the contract what the emulator serves", () => {
    expect(linesOf("docs/reference/emulator.md", "served")).to.include.members([
      "| main | `POST /senders/search`, `POST /senders` |",
      "| verification | `GET /verifyFileStatus/{file_id}` |",
    ]);
  });

  it("fails where a comment doesn't say what a destroy does", () => {
    const silent = withSender((doc) => ({
      ...doc,
      sections: new Map([...doc.sections, ["Refresh and destroy", "A refresh reads nothing."]]),
    }));
    expect(() => guideParts(silent)).to.throw(
      'the doc comment of the class Sender has no sentence that begins with "A destroy"',
    );
  });
});

describe("operationUses", function () {
  this.timeout(30_000);

  it("names the resources and functions whose comments name the operation, and the emulator's file", () => {
    const uses = operationUses(model);
    expect(uses.find(({ operation }) => operation === "PUT /campaign/{id}")).to.deep.equal({
      source: "specified",
      operation: "PUT /campaign/{id}",
      users: ["Campaign", "CampaignSchedule"],
      area: "campaign",
    });
  });

  it("fails for an operation that no comment names", () => {
    const silent = withSender((doc) => ({ ...doc, text: "A sender (`POST /senders/search`)." }));
    expect(() => operationUses(silent)).to.throw(
      "the doc comment of no resource or function names POST /senders",
    );
  });
});
