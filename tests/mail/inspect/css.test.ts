import { expect } from "chai";
import { cssLoads } from "../../../mail/inspect/css";

describe("cssLoads", () => {
  const sheets: Readonly<Record<string, readonly [css: string, addresses: readonly string[]]>> = {
    "an address without quotes": ["a { background: url(b.png) }", ["b.png"]],
    "an address in quotes": [`a { background: url( "b.png" ), URL('c.png') }`, ["b.png", "c.png"]],
    "brackets and escapes in an address": [
      `url("b(1).png") url(c\\(1\\).png)`,
      ["b(1).png", "c(1).png"],
    ],
    "escapes by number": ["url(https\\3a //x.example)", ["https://x.example"]],
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
    "an import at the end": [`@import "b.css"`, ["b.css"]],
    "an import without url()": [`@import "b.css"; @import url(c.css) print;`, ["b.css", "c.css"]],
    "no comment": ["/* url(b.png) */ a {} /* url(c.png)", []],
    "no string": [`a::after { content: "url(b.png) \\" url(c.png)" }`, []],
    "no selector": [`a[href^="http://x.example"] {}`, []],
    "no namespace": ["@namespace svg url(http://www.w3.org/2000/svg);", []],
    "no function with a longer name": ["a { b: my-url(c) }", []],
    "an address that never ends": ["a { background: url(b.png", ["b.png"]],
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
