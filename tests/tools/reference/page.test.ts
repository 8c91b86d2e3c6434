import { expect } from "chai";
import { pagesOf } from "../../../tools/reference/markdown/pages";
import type { Doc, PackageModel, ResourceModel } from "../../../tools/reference/model";
import { readPackage } from "../../../tools/reference/package-model";
import { programsOf } from "../../../tools/schema/example";

const doc = (text: string, more: Partial<Doc> = {}): Doc => ({
  text,
  examples: ["example();\n"],
  sections: new Map(),
  ...more,
});

const sections = new Map([
  ["Import", "Declare it."],
  ["Refresh and destroy", "Nothing."],
]);

const thing: ResourceModel = {
  kind: "Thing",
  noun: "thing",
  doc: doc("A thing for {@link getThing}, not for {@link Other}.", { sections }),
  inputs: [
    {
      name: "size",
      shape: { is: "word", words: ["small", "large"] },
      isRequired: true,
      doc: doc("The size,\nor | none.", { defaultValue: "`small`" }),
      onChange: { effect: "replace", isRemovable: true },
      onChangeExtended: { effect: "update", isRemovable: false },
      sentAs: {
        name: "thing_size",
        source: "specified",
        inUpdates: "C",
        open: { open: "Its words.", chosen: "Two words.", grade: "choice" },
      },
    },
  ],
  outputs: [],
  echoed: ["size"],
  isRead: "none",
  isFound: "none",
  isListed: "none",
};

const model = (resource: ResourceModel): PackageModel => ({
  provider: { doc: doc("An account."), inputs: [] },
  resources: [resource],
  functions: [
    {
      name: "getThing",
      doc: doc("Reads a {@link Thing}."),
      outputDoc: doc("The same."),
      args: [
        { name: "part", shape: { is: "object", type: "Part" }, isRequired: false, doc: doc("") },
      ],
      needsArgs: false,
      result: [],
      isSecret: true,
    },
  ],
  error: { doc: doc("An error."), properties: [] },
  types: new Map([
    [
      "Part",
      {
        name: "Part",
        doc: doc("A part."),
        properties: [
          { name: "weight", shape: { is: "number" }, isRequired: true, doc: doc("In grams.") },
        ],
      },
    ],
  ]),
});

describe("the page of every resource", function () {
  this.timeout(30_000);

  it("has an example in every language, and a section for each question", () => {
    const model = readPackage();
    const pages = pagesOf(model);
    const sections = ["Inputs", "Outputs", "Import", "Refresh and destroy", "Errors", "Requests"];
    // One that is being written gets its examples last; tests/tools/schema/example.test.ts refuses a schema without them.
    const finished = model.resources.filter(({ kind }) => programsOf(kind) !== "");
    expect(finished).to.have.length.of.at.least(7);
    for (const { kind, noun } of finished) {
      const page = pages.get(`resources/${noun}.md`) ?? "";
      const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
      expect(headings, kind).to.include.members(sections);
      const languages = [...page.matchAll(/^<summary>(.*)<\/summary>$/gm)].map(([, one]) => one);
      expect(languages, kind).to.deep.equal([
        "TypeScript with the plugin",
        "Python",
        "Go",
        "Java",
        "C# (generated, not run)",
        "YAML",
      ]);
      expect(page, kind).to.match(/^A preview reports these \[findings\]/m);
    }
  });

  it("says what to do instead of a change that fails, once for all inputs with the same answer", () => {
    const pages = pagesOf(readPackage());
    expect(pages.get("resources/sender.md")).to.include(
      "| change `companyAddress`, `city`, `state`, `postalCode`, `country` | Restore the old value, or add the input to ignoreChanges. The service's web app can change it. |",
    );
    expect(pages.get("resources/custom-property.md")).to.include(
      "| remove `description` (extended) | Restore the old value, set another one, or add the input to ignoreChanges. |",
    );
  });

  it("repeats findings and requests from the pages that own them, with links from its own place", () => {
    const pages = pagesOf(readPackage());
    expect(pages.get("resources/campaign.md"))
      .to.include("| `tag-unclosed` | an HTML element is not closed")
      .and.include("(../../guides/your-account.md#name-or-rename-an-account)")
      .and.include("| `Campaign` | 1, 1 more for each list");
    expect(pages.get("resources/sender.md")).not.to.include("`list-empty` |");
  });
});

describe("pagesOf", () => {
  const pages = pagesOf(model(thing));

  it("writes an index, and a page for each resource, each function, the provider and the error", () => {
    expect([...pages.keys()]).to.have.members([
      "index.md",
      "provider.md",
      "errors.md",
      "resources/thing.md",
      "functions/getThing.md",
    ]);
  });

  it("says of an input its type, default and limits, what a change of it does, and how sure its name and limits are", () => {
    expect(pages.get("resources/thing.md")).to.include(
      '| `size` | `"small"` \\| `"large"` | yes | `small` | **replace**; extended: update; can\'t be removed | `thing_size` (specified; in updates: one public client) | The size, or \\| none. Left open by the specification: its words. Assumed: two words (a guess). |',
    );
  });

  it("links what has a page, and writes other names as code", () => {
    expect(pages.get("resources/thing.md")).to.include(
      "A thing for [getThing](../functions/getThing.md), not for `Other`.",
    );
    expect(pages.get("index.md")).to.include("| [getThing](functions/getThing.md) |");
  });

  it("describes nested objects on the page that uses them, and says what is a secret", () => {
    expect(pages.get("functions/getThing.md"))
      .to.include("### Part\n\nA part.\n\n| Name | Type | Required | Description |")
      .and.include("`getThingOutput` returns it as a secret")
      .and.include("`getThing(args?, opts?)`");
  });

  it("refuses a resource whose comment doesn't say what an import and a destroy do", () => {
    const silent = { ...thing, doc: doc("A thing.") };
    expect(() => pagesOf(model(silent))).to.throw(
      "the doc comment of the class Thing lacks Import and Refresh and destroy",
    );
  });
});
