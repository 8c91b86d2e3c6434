import { expect } from "chai";
import { pagesOf } from "./pages";

/** Pages that npm or the Registry shows, which render no diagrams. */
const shownElsewhere = [
  "docs/_index.md",
  "docs/installation-configuration.md",
  "emulator/README.md",
  "provider/README.md",
];

describe("the pictures in the documents", () => {
  let pages = new Map<string, string>();
  before("reads the pages", async () => {
    pages = await pagesOf("*.md");
  });

  it("are diagrams with a title and a description, where GitHub renders them", () => {
    const diagrams = [...pages].flatMap(([page, text]) =>
      [...text.matchAll(/^```mermaid\n(.*?)^```/gms)].map(([, diagram = ""]) => ({
        page,
        title: /^ *accTitle: (.+)$/m.exec(diagram)?.[1],
        description: /^ *accDescr: (.+)$/m.exec(diagram)?.[1],
      })),
    );
    const titles = ["The life of a campaign", "What runs where", "The pipeline"];
    expect(diagrams.map(({ title }) => title)).to.include.members(titles);
    expect(diagrams.filter(({ title, description }) => !title || !description)).to.deep.equal([]);
    expect(diagrams.filter(({ page }) => shownElsewhere.includes(page))).to.deep.equal([]);
  });

  it("or images with a text in their place", () => {
    const silent = [...pages].flatMap(([page, text]) => {
      const prose = text.replace(/^```.*?^```|`[^`]*`/gms, "");
      const images = [...prose.matchAll(/!\[([^\]]*)\]\(|<img([^>]*)>/g)];
      const texts = images.map(([, alt, tag = ""]) => alt ?? /alt="([^"]*)"/.exec(tag)?.[1] ?? "");
      return texts.filter((alt) => alt.split(" ").length < 4).map((alt) => `${page}: ${alt}`);
    });
    expect(silent).to.deep.equal([]);
  });
});
