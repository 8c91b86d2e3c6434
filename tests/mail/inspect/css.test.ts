import { expect } from "chai";
import { cssLoads } from "../../../mail/inspect/css";

describe("cssLoads", () => {
  const sheets: Readonly<Record<string, readonly [css: string, addresses: readonly string[]]>> = {
    "brackets and escapes in an address": [
      `url("b(1).png") url(c\\(1\\).png)`,
      ["b(1).png", "c(1).png"],
    ],
    "an import without white space, and one with more words": [
      `@import"b.css";@import url(c.css) supports(a: "d.css");`,
      ["b.css", "c.css"],
    ],
    "no import with a block": [`@import "b.css" p { background: url(c.png) }`, ["c.png"]],
    "no import that a block holds": [
      `p { @import "b.css" } i { background: url(c.png) }`,
      ["c.png"],
    ],
    "quotes in quotes, and a break in an address": [
      `url("b'c.png") url("d\\\ne.png")`,
      ["b'c.png", "de.png"],
    ],
    "an import without url()": [`@import "b.css"; @import url(c.css) print;`, ["b.css", "c.css"]],
    "no comment": ["/* url(b.png) */ a {} /* url(c.png)", []],
    "no string": [`a::after { content: "url(b.png) \\" url(c.png)" }`, []],
    "no selector": [`a[href^="http://x.example"] {}`, []],
    "no function with a longer name": ["a { b: my-url(c) }", []],
  };
  for (const [what, [css, addresses]] of Object.entries(sheets)) {
    it(`reads ${what}`, () => {
      expect(cssLoads(css).map(({ address }) => address)).to.deep.equal(addresses);
    });
  }

  it("gives the place of each, and of an import as a whole", () => {
    expect(cssLoads(`a{b:url(c)}\n@import "d" print;e{}`)).to.deep.equal([
      { address: "c", start: 4, end: 10, isImport: false },
      { address: "d", start: 12, end: 30, isImport: true },
    ]);
  });
});
