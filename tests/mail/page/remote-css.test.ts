import { expect } from "chai";
import { withoutRemoteCss } from "../../../mail/inspect/css";

describe("the removal of remote URLs from CSS", () => {
  const sheets: Readonly<Record<string, readonly [css: string, expected: string]>> = {
    "an import, but not the rule after the import": [
      `@import "https://x.example/a.css"; @media print { p { color: red } }`,
      " @media print { p { color: red } }",
    ],
    "an import whose URL has semicolons": [
      "@import 'https://x.example/css2?family=Roboto:wght@400;700'; p { color: red }",
      " p { color: red }",
    ],
    "an import with url()": ["@import url(https://x.example/a;b) screen;p {}", "p {}"],
    "an import of a relative URL, which no reader can load": [`@import "a.css"; p {}`, " p {}"],
    "an import at the end": [`p {} @import "https://x.example/a.css"`, "p {} "],
    "a URL with parentheses in quotes": [
      `p { background: url("https://x.example/a(1).png") no-repeat; color: red }`,
      "p { background: none no-repeat; color: red }",
    ],
    "a URL with an escape": ["p { b: url(//x.example/a\\(1\\).png) }", "p { b: none }"],
    "a URL with a numeric escape": ["p { b: url(https\\3a //x.example) }", "p { b: none }"],
    "a URL whose bracket is never closed": [
      "p { background: url(https://x.example/b.png",
      "p { background: none",
    ],
    "several remote URLs in one declaration, but not a data: URL": [
      "a { b: url( 'HTTP://x.example/a' ), url(data:,a), URL(https://x.example/c) }",
      "a { b: none, url(data:,a), none }",
    ],
  };
  for (const [what, [css, expected]] of Object.entries(sheets)) {
    it(`removes ${what}`, () => {
      expect(withoutRemoteCss(css)).to.equal(expected);
    });
  }

  const kept = {
    "a data: URL": `p { background: url("data:,a(1)") }`,
    "a comment that contains remote URLs":
      "/* @import 'https://x.example/a'; url(https://x.example/b) */ p {}",
    "a string that contains a remote URL": `p::after { content: "url(https://x.example/b) @import" }`,
    "a namespace, which no browser loads":
      "@namespace svg url(http://www.w3.org/2000/svg); svg|a { color: red }",
    "an invalid import that a browser ignores": `@import "https://x.example/a" p { color: red; }`,
  };
  for (const [what, css] of Object.entries(kept)) {
    it(`keeps ${what}`, () => {
      expect(withoutRemoteCss(css)).to.equal(css);
    });
  }

  it("keeps an embedded image of 20 MB, and removes a remote URL after the image", () => {
    const image = `url("data:image/png;base64,${"A".repeat(20_000_000)}")`;
    expect(withoutRemoteCss(`p { a: ${image}; b: url(//x.example) }`)).to.equal(
      `p { a: ${image}; b: none }`,
    );
  });
});
