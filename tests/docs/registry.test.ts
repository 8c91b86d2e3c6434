import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";

const docs = join(__dirname, "..", "..", "docs");

function frontMatter(page: string): unknown {
  const [, text = ""] = readFileSync(join(docs, page), "utf8").split(/^---$/m);
  return parse(text);
}

describe("the pages for the Pulumi Registry", () => {
  it("have a title, a description and the layout of a package", () => {
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
});
