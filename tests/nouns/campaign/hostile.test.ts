import { expect } from "chai";
import { checkMailClients } from "../../../provider/nouns/campaign/content";
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
  ["commas in a srcset", ",", "<img alt='' srcset='"],
  ["parentheses in a srcset", "a (,", "<img alt='' srcset='"],
];

describe("contentQuestions", () => {
  for (const [what, unit, before] of hostile) {
    it(`reads a million characters of ${what}`, async () => {
      const html = before + unit.repeat(million / unit.length);
      const found = await checkContent({ html, plainText: html });
      expect(found.map(({ name }) => name)).to.include("unsubscribe-missing");
    });
  }
});

describe("checkMailClients", () => {
  const unread = (part: string) =>
    `html: ${part} can't be looked up in the data of email clients. Check what they support by hand.`;

  it("says which part of nested rules can't be looked up", async () => {
    const html = `\n<style>${"a{".repeat(10_000)}</style>`;
    const found = await checkMailClients(html, ["gmail.*"]);
    expect(found.map(({ problem }) => problem)).to.deep.equal([unread("the styles on line 2")]);
  });

  it("looks up the parts beside one that can't be", async () => {
    const html = `<style>a</style>\n<style>p { color: inherit; mix-blend-mode: multiply }</style>`;
    const found = await checkMailClients(html, ["outlook.windows"]);
    expect(found.map(({ problem }) => problem)).to.have.length(2);
    expect(found[0]?.problem).to.match(/^html: it uses \d+ features? .* on line 2, /);
    expect(found[1]?.problem).to.equal(unread("the styles on line 1"));
  });
});
