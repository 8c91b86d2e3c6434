import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";

const docs = join(__dirname, "..", "..", "docs");

const pages = ["_index.md", "installation-configuration.md"];

function contentOf(page: string): string {
  return readFileSync(join(docs, page), "utf8");
}

function frontMatter(page: string): unknown {
  const [, text = ""] = contentOf(page).split(/^---$/m);
  return parse(text);
}

/** The languages and texts of the programs on a page. */
function programsOf(text: string): string[] {
  return text.match(/^```\w+$.*?^```$/gms) ?? [];
}

describe("the pages for the Pulumi Registry", () => {
  it("have a title, a description and the package layout", () => {
    expect(frontMatter("_index.md")).to.deep.equal({
      title: "Email Marketing",
      meta_desc:
        "Manage senders, contact properties, campaigns and webhooks of an email marketing account with Pulumi, and find problems in the preview.",
      layout: "package",
    });
    expect(frontMatter("installation-configuration.md")).to.deep.equal({
      title: "Email Marketing Installation & Configuration",
      meta_desc:
        "How to install the Email Marketing package for Pulumi, and how to configure the account and its API keys.",
      layout: "package",
    });
  });

  it("contain only absolute URLs, because the Registry shows the pages at other paths", () => {
    for (const page of pages) {
      const targets = [...contentOf(page).matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
      expect(targets, page).to.have.length.of.at.least(1);
      for (const target of targets) expect(target, page).to.match(/^https:\/\//);
    }
  });

  it("show the example of CampaignSchedule in all six languages", () => {
    const example = join(__dirname, "../../docs/reference/examples/CampaignSchedule.md");
    const text = contentOf("_index.md");
    const [, chosen = ""] = /\{\{< chooser language "([\w,]+)" >\}\}/.exec(text) ?? [];
    expect(chosen).to.equal("typescript,python,go,java,csharp,yaml");
    expect(programsOf(text)).to.deep.equal(programsOf(readFileSync(example, "utf8")));
  });
});
