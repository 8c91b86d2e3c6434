import { expect } from "chai";
import { cssAddresses } from "../../../provider/nouns/campaign/css";

describe("cssAddresses", () => {
  const sheets: [string, string, string[]][] = [
    ["an address without quotes", "a { background: url(b.png) }", ["b.png"]],
    ["an address in quotes", `a { background: url( "b.png" ), URL('c.png') }`, ["b.png", "c.png"]],
    [
      "brackets and escapes in an address",
      `url("b(1).png") url(c\\(1\\).png)`,
      ["b(1).png", "c(1).png"],
    ],
    ["escapes by number", "url(https\\3a //x.example)", ["https://x.example"]],
    ["an import without url()", `@import "b.css"; @import url(c.css) print;`, ["b.css", "c.css"]],
    ["no comment", "/* url(b.png) */ a {} /* url(c.png)", []],
    ["no string", `a::after { content: "url(b.png) \\" url(c.png)" }`, []],
    ["no selector", `a[href^="http://x.example"] {}`, []],
    ["no namespace", "@namespace svg url(http://www.w3.org/2000/svg);", []],
    ["no function with a longer name", "a { b: my-url(c) }", []],
    ["an address that never ends", "a { background: url(b.png", ["b.png"]],
  ];
  for (const [what, css, addresses] of sheets) {
    it(`reads ${what}`, () => {
      expect(cssAddresses(css).map(({ address }) => address)).to.deep.equal(addresses);
    });
  }

  it("gives the place of each", () => {
    expect(cssAddresses(`a{b:url(c)}\n@import "d";`)).to.deep.equal([
      { address: "c", at: 4 },
      { address: "d", at: 12 },
    ]);
  });
});
