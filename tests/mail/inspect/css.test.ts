import { expect } from "chai";
import { cssLoads } from "../../../mail/inspect/css";

describe("the search for URLs that CSS loads", () => {
  const sheets: Readonly<Record<string, readonly [css: string, addresses: readonly string[]]>> = {
    "parentheses and escapes in a URL": [
      `url("b(1).png") url(c\\(1\\).png)`,
      ["b(1).png", "c(1).png"],
    ],
    "an import without white space, and one with supports()": [
      `@import"b.css";@import url(c.css) supports(a: "d.css");`,
      ["b.css", "c.css"],
    ],
    "an ignored import without a semicolon": [
      `@import "b.css" p { background: url(c.png) }`,
      ["c.png"],
    ],
    "an ignored import within a block": [
      `p { @import "b.css" } i { background: url(c.png) }`,
      ["c.png"],
    ],
    "nested quotes and a line break": [`url("b'c.png") url("d\\\ne.png")`, ["b'c.png", "de.png"]],
    "an import without url()": [`@import "b.css"; @import url(c.css) print;`, ["b.css", "c.css"]],
    "in a comment": ["/* url(b.png) */ a {} /* url(c.png)", []],
    "in a string": [`a::after { content: "url(b.png) \\" url(c.png)" }`, []],
    "in a selector": [`a[href^="http://x.example"] {}`, []],
    "the argument of another function, such as my-url": ["a { b: my-url(c) }", []],
  };
  for (const [what, [css, addresses]] of Object.entries(sheets)) {
    it(`finds ${addresses.length === 0 ? "no URL if the URL is" : `${addresses.join(" and ")} in CSS with`} ${what}`, () => {
      expect(cssLoads(css).map(({ address }) => address)).to.deep.equal(addresses);
    });
  }

  it("returns the start and end of each URL or whole import rule", () => {
    expect(cssLoads(`a{b:url(c)}\n@import "d" print;e{}`)).to.deep.equal([
      { address: "c", start: 4, end: 10, isImport: false },
      { address: "d", start: 12, end: 30, isImport: true },
    ]);
  });
});
