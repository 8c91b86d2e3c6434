import { expect } from "chai";
import { scriptOf, stepsOf } from "../../tools/example/page";
import { fromNpm } from "../../tools/package/from-npm";
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

  it("lets the first program be read and typed in under five minutes, before and after a release", async () => {
    const [guide = ""] = (await pagesOf("docs/guides/first-program.md")).values();
    for (const page of [guide, fromNpm(guide)]) {
      const script = scriptOf(stepsOf(page));
      expect(script).to.include("cat > index.ts").and.to.include("pulumi up");
      // Words that people read in a minute in silence, and strokes of an untrained hand.
      const prose = wordsOf(page.replace(/^```[\s\S]*?^```/gm, ""));
      expect(prose / 240 + script.length / 200).to.be.below(5);
    }
  });
});
