import { expect } from "chai";
import { checkContent } from "../../support/campaign-content";

const million = 1_000_000;

/** Texts that a reader may go back over, or deep into. */
const hostile: readonly [string, string, string][] = [
  ["tokens that never end", "{{", ""],
  ["tags of a template that never end", "{%", ""],
  ["tokens in tags that never end", "<%", ""],
  ["escaped quotes in a style sheet", `"\\'`, "<style>"],
  ["addresses in a style sheet", "url(x)", "<style>"],
  ["nested elements", "<b><i>", ""],
  ["comments for Outlook in each other", "<!--[if mso]>", ""],
  ["words in a condition that never ends", "mso ", "<!--[if "],
  ["the word without an address", "unsubscribe", ""],
  ["addresses without the word", "://", ""],
  ["links that point, in a sentence without an end", "<a href='https://x.example'>here</a> ", ""],
  ["ends of sentences", ". ", "<a href='https://x.example'>here</a>"],
  ["commas in a srcset", ",", "<img alt='' srcset='"],
  ["parentheses in a srcset", "a (,", "<img alt='' srcset='"],
];

describe("the content checks of a campaign", () => {
  for (const [what, unit, before] of hostile) {
    it(`handle a million characters of ${what} quickly`, async () => {
      const html = before + unit.repeat(million / unit.length);
      const found = await checkContent({ html, plainText: html });
      expect(found.map(({ name }) => name)).to.include("html-too-large");
    });
  }
});
