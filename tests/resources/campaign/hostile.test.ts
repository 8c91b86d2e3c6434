import { expect } from "chai";
import { checkContent } from "../../support/campaign-content";

const million = 1_000_000;

/** Texts that can make a parser backtrack or recurse deeply. */
const hostile: readonly [string, string, string][] = [
  ["unclosed {{ tokens", "{{", ""],
  ["unclosed {% tags", "{%", ""],
  ["unclosed <% tags", "<%", ""],
  ["escaped quotes in a style sheet", `"\\'`, "<style>"],
  ["url() values in a style sheet", "url(x)", "<style>"],
  ["nested elements", "<b><i>", ""],
  ["nested conditional comments for Outlook", "<!--[if mso]>", ""],
  ["words in an unclosed conditional comment", "mso ", "<!--[if "],
  ['the word "unsubscribe" without a link', "unsubscribe", ""],
  ["the text :// without a link", "://", ""],
  ["links in an endless sentence", "<a href='https://x.example'>here</a> ", ""],
  ["sentence ends after a link", ". ", "<a href='https://x.example'>here</a>"],
  ["commas in a srcset", ",", "<img alt='' srcset='"],
  ["parentheses in a srcset", "a (,", "<img alt='' srcset='"],
];

describe("a campaign's content checks", () => {
  for (const [what, unit, before] of hostile) {
    it(`finish in time if the email is a million characters of ${what}`, async () => {
      const html = before + unit.repeat(million / unit.length);
      const found = await checkContent({ html, plainText: html });
      expect(found.map(({ name }) => name)).to.include("html-too-large");
    });
  }
});
