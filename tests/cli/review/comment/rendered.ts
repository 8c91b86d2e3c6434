/// <reference lib="dom" />
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { marked } from "marked";
import { renderComment } from "../../../../cli/review/comment";
import { time } from "../../../../provider/input/time";
import { useBrowser } from "../../../support/browser";
import { previewOf } from "../../../support/preview";
import { onDate, step } from "../../../support/preview-fixtures";

const hebrew = { old: "מבצע קיץ", now: "מבצע חורף" };
const arabic = { old: "عرض الصيف", now: "عرض الشتاء" };
const dates = ["2027-03-01T09:00:00-05:00", "2098-10-26T02:30:00+01:00", "2027-03-01T09:00:00Z"];
const changed = (name: string, { old, now }: typeof hebrew) => [
  { ...step("update", name, { subject: now }, { subject: old }), diffReasons: ["subject"] },
  onDate("same", "2098-03-01 09:00:00", undefined, name),
];
const diagnostics = dates.map((date) => ({
  severity: "error",
  message: `scheduledAt: ${date} is it\n`,
}));
const commentOf = (texts: typeof hebrew) =>
  renderComment(previewOf({ steps: changed("spring", texts), diagnostics }, []));

const isDistinct = (places: readonly number[]) => new Set(places).size === places.length;

describe("a comment in GitHub's style", function () {
  const openPage = useBrowser(this);

  async function shown(markdown: string) {
    const style = require.resolve("github-markdown-css/github-markdown-light.css");
    const { page } = await openPage();
    // Make the page so wide that each cell has one line.
    await page.setViewport({ width: 2_400, height: 800 });
    await page.setContent(
      `<!doctype html><meta charset="utf-8"><style>${await readFile(style, "utf8")}</style><article class="markdown-body">${await marked(markdown)}</article>`,
    );
    return page;
  }

  /** The distance in pixels of each text in the email's row from the left edge. */
  async function placesOf(markdown: string, texts: readonly string[]): Promise<number[]> {
    const page = await shown(markdown);
    return page.evaluate((wanted: readonly string[]) => {
      const walker = document.createTreeWalker(
        document.querySelector("tbody") as Element,
        NodeFilter.SHOW_TEXT,
      );
      const places = new Map<string, number>();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const text of wanted) {
          const at = (node.textContent ?? "").indexOf(text);
          if (at === -1) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + text.length);
          places.set(text, range.getBoundingClientRect().left);
        }
      }
      return wanted.map((text) => places.get(text) ?? Number.NaN);
    }, texts);
  }

  for (const [language, texts] of Object.entries({ Hebrew: hebrew, Arabic: arabic })) {
    it(`has an arrow from the old to the new subject if both are in ${language}`, async () => {
      const comment = commentOf(texts);
      const order = [texts.old, "→", texts.now];
      const inOrder = (places: readonly number[]) => places.toSorted((one, other) => one - other);
      const places = await placesOf(comment, order);
      expect(places).to.deep.equal(inOrder(places)).and.to.satisfy(isDistinct);
      // Without the invisible direction marks, the arrow points to the old subject.
      const reversed = await placesOf(comment.replaceAll("\u200e", ""), order);
      expect(reversed).to.deep.equal(inOrder(reversed).toReversed()).and.to.satisfy(isDistinct);
    });
  }

  it("has dates with a UTC offset that users can copy into a program", async () => {
    const comment = commentOf(hebrew);
    const page = await shown(comment);
    const text = await page.evaluate(() => document.body.innerText);
    for (const copied of [text, comment]) {
      const found = [...copied.matchAll(/scheduledAt: (\S+) is it/g)].map(([, date = ""]) => date);
      expect(found.toSorted()).to.deep.equal(dates.toSorted());
      expect(found.flatMap((date) => time(date, "scheduledAt"))).to.deep.equal([]);
    }
  });
});
