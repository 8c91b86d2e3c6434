import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { pagesOf, repository } from "./pages";

/** The anchors of a page: its headings as code hosts convert them, and explicit anchors. */
function anchors(markdown: string): string[] {
  const named = [...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id);
  const headings = [...markdown.matchAll(/^#+ +(\S.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return [...named, ...headings];
}

describe("the documents", () => {
  it("link only to files and headings that exist", async () => {
    const pages = await pagesOf("*.md");
    expect(pages).to.include.keys("README.md");
    const broken: string[] = [];
    for (const [page, text] of pages) {
      const prose = text.replace(/```[\s\S]*?```/g, "");
      for (const [, target = ""] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [path = "", anchor] = target.split("#");
        const file = path === "" ? join(repository, page) : join(repository, dirname(page), path);
        const isThere = existsSync(file);
        const hasAnchor =
          anchor === undefined || anchors(readFileSync(file, "utf8")).includes(anchor);
        if (!isThere || !hasAnchor) broken.push(`${page}: ${target}`);
      }
    }
    expect(broken).to.deep.equal([]);
  });
});
