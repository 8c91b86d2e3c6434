import { expect } from "chai";
import { withoutRemoteCss } from "../../../mail/inspect/css";

describe("withoutRemoteCss", () => {
  const sheets: Readonly<Record<string, readonly [css: string, expected: string]>> = {
    "an import, and keeps the rule after it": [
      `@import "https://x.example/a.css"; @media print { p { color: red } }`,
      " @media print { p { color: red } }",
    ],
    "an import whose address has semicolons": [
      "@import 'https://x.example/css2?family=Roboto:wght@400;700'; p { color: red }",
      " p { color: red }",
    ],
    "an import with url()": ["@import url(https://x.example/a;b) screen;p {}", "p {}"],
    "an import of a file beside the mail, which no reader has": [`@import "a.css"; p {}`, " p {}"],
    "an import at the end": [`p {} @import "https://x.example/a.css"`, "p {} "],
    "an address with brackets in quotes": [
      `p { background: url("https://x.example/a(1).png") no-repeat; color: red }`,
      "p { background: none no-repeat; color: red }",
    ],
    "an address with an escape": ["p { b: url(//x.example/a\\(1\\).png) }", "p { b: none }"],
    "an address with an escape by number": ["p { b: url(https\\3a //x.example) }", "p { b: none }"],
    "an address that never ends": [
      "p { background: url(https://x.example/b.png",
      "p { background: none",
    ],
    "several addresses": [
      "a { b: url( 'HTTP://x.example/a' ), url(data:,a), URL(https://x.example/c) }",
      "a { b: none, url(data:,a), none }",
    ],
  };
  for (const [what, [css, expected]] of Object.entries(sheets)) {
    it(`takes out ${what}`, () => {
      expect(withoutRemoteCss(css)).to.equal(expected);
      expect(withoutRemoteCss(css)).to.not.equal(css);
    });
  }

  const kept = {
    "an address within the mail": `p { background: url("data:,a(1)") }`,
    "a comment": "/* @import 'https://x.example/a'; url(https://x.example/b) */ p {}",
    "a string": `p::after { content: "url(https://x.example/b) @import" }`,
    "a namespace": "@namespace svg url(http://www.w3.org/2000/svg); svg|a { color: red }",
    "an import that a browser reads past": `@import "https://x.example/a" p { color: red; }`,
  };
  for (const [what, css] of Object.entries(kept)) {
    it(`keeps ${what}`, () => {
      expect(withoutRemoteCss(css)).to.equal(css);
      expect(withoutRemoteCss(css)).to.equal(css);
    });
  }

  it("reads an image of 20 MB", () => {
    const image = `url("data:image/png;base64,${"A".repeat(20_000_000)}")`;
    expect(withoutRemoteCss(`p { a: ${image}; b: url(//x.example) }`)).to.equal(
      `p { a: ${image}; b: none }`,
    );
  });
});
