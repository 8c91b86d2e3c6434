import { expect } from "chai";
import { checkContent, checkMailClients } from "../../../provider/nouns/campaign/content";
import { lookIntoHtml } from "../../../provider/nouns/campaign/html";
import { holdsBranch, tokensAsWords } from "../../../provider/nouns/campaign/token";
import { textOffersUnsubscribe } from "../../../provider/nouns/campaign/unsubscribe";

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

describe("checkContent", () => {
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

  for (const [what, html, part] of [
    ["of nested elements", "<b><i>".repeat(10_000), "the elements and their styles"],
    ["of nested rules", `\n<style>${"a{".repeat(10_000)}</style>`, "the styles on line 2"],
    ["of a selector that is none", "<style>a</style>", "the styles on line 1"],
    ["of a million characters", "a".repeat(million), "an email of more than 102 kB"],
  ] as const) {
    it(`says which part ${what} can't be looked up, and says the rest`, async () => {
      const found = await checkMailClients(html, ["gmail.*"]);
      expect(found.map(({ problem }) => problem)).to.deep.equal([unread(part)]);
    });
  }

  it("looks up the parts beside one that can't be", async () => {
    const html = `<style>a</style>\n<style>p { color: inherit; mix-blend-mode: multiply }</style>`;
    const found = await checkMailClients(html, ["outlook.windows"]);
    expect(found.map(({ problem }) => problem)).to.have.length(2);
    expect(found[0]?.problem).to.match(/^html: it uses \d+ features? .* on line 2, /);
    expect(found[1]?.problem).to.equal(unread("the styles on line 1"));
  });
});

describe("lookIntoHtml", () => {
  it("reads a srcset as HTML does, with commas in addresses and sizes in parentheses", async () => {
    for (const [srcset, broken] of [
      ["https://x.example/a,b 1x, https://x.example/c 2x", 0],
      ["http://x.example/a, ,http://x.example/b,", 2],
      ["https://x.example/a calc(1px, 2px), http://x.example/b", 1],
      ["https://x.example/a 1x,http://x.example/b 2x", 1],
      ["https://x.example/a (http://x.example/b , c", 0],
      [",,", 0],
    ] as const) {
      const { linksNotHttps } = await lookIntoHtml(`<img alt="" srcset="${srcset}">`);
      expect(linksNotHttps, srcset).to.have.length(broken);
    }
  });

  it("reports what is never closed beside elements nested deeper than a browser nests them", async () => {
    const deep = "<b>".repeat(600) + "</b>".repeat(600);
    const { unclosed } = await lookIntoHtml(`${deep}<div>\n<i>a`);
    expect(unclosed).to.deep.equal([
      { tag: "div", line: 1 },
      { tag: "i", line: 2 },
    ]);
  });
});

describe("tokensAsWords", () => {
  it("makes one word of each token, from the first place where one begins that ends", () => {
    for (const [text, words] of [
      ["<%= a > b %>", "{%__a___b_%}"],
      ["{{{ a }}}", "{{__a_}}}"],
      ["{{%}%}", "{{%_%}"],
      ["{{ a {{ b }}", "{{_a____b_}}"],
      ["{{ {% a %}", "{{ {%_a_%}"],
      ["<% {{a}}", "<% {{a}}"],
    ] as const) {
      expect(tokensAsWords(text)).to.equal(words);
    }
  });
});

describe("holdsBranch", () => {
  it("is true only of a token that begins with a word such as else", () => {
    for (const [text, is] of [
      ["{{else}}", true],
      ["{% elsif x %}", true],
      ["a *|ELSE:|* b", true],
      ["%%[ WHEN", true],
      ["{{^name}}", true],
      ["{{ name }} else", false],
      ["{{ name else", false],
      ["else", false],
    ] as const) {
      expect(holdsBranch(text), text).to.equal(is);
    }
  });
});

describe("textOffersUnsubscribe", () => {
  it("goes by the service's token, by an address with the word, or by one after it until the next line ends", () => {
    for (const [text, is] of [
      ["%%UNSUBSCRIBE%%", true],
      ["https://x.example/unsubscribe", true],
      ["unsubscribe-1@x.example", true],
      ["To unsubscribe\nwrite to a@x.example", true],
      ["To unsubscribe\n\nwrite to a@x.example", false],
      ["a@x.example unsubscribe", false],
      ["https://x.example unsubscribe", false],
      ["unsubscribe unsubscribe@", true],
    ] as const) {
      expect(textOffersUnsubscribe(text), text).to.equal(is);
    }
  });
});
