/// <reference lib="dom" />
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import axe from "axe-core";
import { expect } from "chai";
import { marked } from "marked";
import { useBrowser } from "../support/browser";
import { useScratch } from "../support/scratch";
import { repository } from "./pages";

const style = readFileSync(require.resolve("github-markdown-css/github-markdown.css"), "utf8");

/**
 * The front page as GitHub shows it, with the widths and margins that the style sheet asks for. What the style sheet lacks is
 * added: links are underlined unless a reader turns that off, and a button to copy lets the keyboard reach each block of code.
 */
async function frontPage(): Promise<string> {
  const markdown = readFileSync(join(repository, "README.md"), "utf8");
  const text = (await marked(markdown)).replaceAll("<pre>", '<pre tabindex="0">');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>README</title>
<meta name="viewport" content="width=device-width">
<base href="${pathToFileURL(repository).href}/">
<style>${style}
body { margin: 0; }
.markdown-body { box-sizing: border-box; min-width: 200px; max-width: 980px; margin: 0 auto; padding: 45px; }
.markdown-body a { text-decoration: underline; }
@media (max-width: 767px) { .markdown-body { padding: 15px; } }
</style><main class="markdown-body">${text}</main></html>`;
}

describe("the front page, with the style sheet of GitHub", function () {
  const openPage = useBrowser(this);
  const scratch = useScratch(this);
  const file = () => join(scratch(), "page.html");
  beforeEach("writes the page", async () => writeFileSync(file(), await frontPage()));

  async function shown(width: number, scheme: "light" | "dark") {
    const { page, complaints } = await openPage();
    await page.setViewport({ width, height: 800 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.goto(pathToFileURL(file()).href);
    return { page, complaints };
  }

  for (const scheme of ["light", "dark"] as const) {
    for (const width of [1012, 375]) {
      it(`fits ${width} px, shows its pictures and opens its details, in ${scheme} mode`, async () => {
        const { page, complaints } = await shown(width, scheme);
        const pictures = await page.$$eval("img", (all) =>
          all.map((one) => [one.currentSrc.split("/").at(-1), one.naturalWidth > 0]),
        );
        expect(pictures).to.deep.equal([[`readme-${scheme}.png`, true]]);
        const isShown = () =>
          page.$$eval("details pre", (all) => all.map((one) => one.checkVisibility()));
        expect(await isShown()).to.deep.equal([false]);
        await page.click("summary");
        expect(await isShown()).to.deep.equal([true]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(width);
        expect(complaints).to.deep.equal([]);
      });

      it(`has no violation of accessibility at ${width} px, in ${scheme} mode`, async () => {
        const { page } = await shown(width, scheme);
        const { violations } = (await page.evaluate(`${axe.source}; axe.run()`)) as axe.AxeResults;
        const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
        expect(found).to.deep.equal([]);
      });
    }
  }

  it("links to files of the repository, which are there", async () => {
    const { page } = await shown(1012, "light");
    const links = await page.$$eval("a", (all) => all.map(({ href }) => href));
    expect(links).to.have.length.of.at.least(20);
    expect(links.filter((link) => !link.startsWith(pathToFileURL(repository).href))).to.deep.equal(
      [],
    );
    const missing = links.filter((link) => !existsSync(fileURLToPath(new URL(link))));
    expect(missing).to.deep.equal([]);
  });
});
