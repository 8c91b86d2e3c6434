import { expect } from "chai";
import { asWritten, filled, holdsBranch, tokensAsWords } from "../../../mail/inspect/token";

describe("the replacement of merge tags", () => {
  it("replaces each tag by one word, and leaves an opening bracket without a closing bracket unchanged", () => {
    for (const [text, words] of [
      ["<%= a > b %>", "_%__a___b_%_"],
      ["{{{ a }}}", "{{{_a_}}}"],
      ["{{%}%}", "{{%}%}"],
      ["{{ a {{ b }}", "{{_a_{{_b_}}"],
      ["{{ {% a %}", "{{ {%_a_%}"],
      ["a {{ {% b %}", "a {{ {%_b_%}"],
      ["}}{{ a }}{{b}} {{ c }}", "}}{{_a_}}{{b}} {{_c_}}"],
      ["<% {{a}}", "<% {{a}}"],
      ['{{ "é🐀" }}', "{{___🐀__}}"],
    ] as const) {
      const made = tokensAsWords(text);
      expect(made.replace(/[\udc00-\udfff]/gu, "_")).to.equal(words);
      expect(asWritten(made)).to.equal(text);
    }
  });
});

describe("the search for else branches in a template", () => {
  it("finds a branch only if a merge tag begins with a word such as else", () => {
    for (const [text, is] of [
      ["{{else}}", true],
      ["{% elsif x %}", true],
      ["{% elif x %}", true],
      ["a *|ELSE:|* b", true],
      ["%%[ WHEN", true],
      ["{{^name}}", true],
      ["{{ ^name}}", true],
      ["<% else %>", true],
      ["{{ name }} else", false],
      ["{{ name else", false],
      ["else", false],
    ] as const) {
      expect(holdsBranch(text), text).to.equal(is);
    }
  });
});

describe("a text with sample values", () => {
  it("has the sample contact's values in place of merge tags, and keeps tags without a value", () => {
    const sample = { name: "Ada", "last.seen": "May" };
    const text =
      "%%name%% {{ name }} *|name|* {{last.seen}} {{{ name }}} %%code%% {{constructor}} %name% {{ a b }}";
    expect(filled(text, sample)).to.equal(
      "Ada Ada Ada May Ada %%code%% {{constructor}} %name% {{ a b }}",
    );
  });
});
