import { expect } from "chai";
import { pagesOf } from "./pages";

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== "").length;

async function wordsIn(...paths: readonly string[]): Promise<number> {
  const pages = await pagesOf(...paths);
  return [...pages.values()].reduce((sum, text) => sum + wordsOf(text), 0);
}

describe("the length of the documents", () => {
  for (const [what, paths, most] of [
    ["README, docs/ and docs/guides/", ["README.md", ":(glob)docs/*.md", "docs/guides"], 14_400],
    ["docs/dev", ["docs/dev"], 14_000],
    ["docs/dev and changesets", ["docs/dev", ".changeset/*.md"], 15_000],
  ] as const) {
    it(`is at most ${most} words in ${what}`, async () => {
      expect(await wordsIn(...paths)).to.be.at.most(most);
    });
  }

  it("is at most 300 words in a decision", async () => {
    const decisions = [...(await pagesOf("docs/dev/decisions"))];
    const long = decisions.filter(([, text]) => wordsOf(text) > 300).map(([path]) => path);
    expect(long).to.deep.equal([]);
  });

  it("is at most 120 lines in a guide", async () => {
    const guides = [...(await pagesOf("docs/guides"))];
    const long = guides.filter(([, text]) => text.trimEnd().split("\n").length > 120);
    expect(long.map(([path]) => path)).to.deep.equal([]);
  });
});
