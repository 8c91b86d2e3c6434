import { expect } from "chai";
import { inspectHtml } from "../../../mail/inspect/inspection";
import {
  missingValueInAddress,
  missingValueInHtml,
  missingValueInText,
} from "../../../mail/inspect/missing-value";

describe("the search for missing values in a text", () => {
  it("finds printed values such as undefined, but no ordinary words", () => {
    for (const text of [
      ...["Hi [object Object]", "https://acme.example/%5Bobject%20Promise%5D", "%!s(MISSING)"],
      ...["Hi undefined,", "Dear Ms. null!", "Sehr geehrte Frau null null,", "Hello NaN"],
      ...["undefined", " NaN\n", "Dear None,", "Hi nil!", "Sale ends on Invalid Date", "Now €NaN"],
      ...[
        "NaN EUR",
        "NaN%",
        "Hi <nil>, welcome",
        "System.Collections.Generic.List`1[System.String]",
      ],
      ...["Happy birthday, None!", "Delivered on Invalid Date\nRead more", "Due: Invalid Date"],
      ...[
        "[Ljava.lang.String;@15db9742",
        "#<User:0x00007f8b>",
        "<shop.User object at 0x7f3a5c1d2e50>",
        "com.acme.User@1b2c3d4e",
      ],
    ]) {
      expect(missingValueInText(text), text).to.not.equal(undefined);
    }
    for (const text of [
      ...["an [object], an object oriented one", "100%! (extra)", "[object oriented]"],
      ...["Hello undefined behavior,", "Dear reader, the value is null.", "Hi Undefined,"],
      ...["Hi Nan,", "Hi null-safety fans", "Welcome null.js", "It says null.", "Delphi null"],
      ...[
        "null and void",
        "Null",
        "None of them",
        "Hello, none the less",
        "Dear none",
        "Welcome to Nil,",
      ],
      ...["Thanks. None needed", "nil", "None", "fmt.Println(x) prints <nil>", 'It says "<nil>".'],
      ...["“Dear None” was a typo", 'It began with "Hi None"', "Fixed: Invalid Date on Safari"],
      ...["Invalid Date of birth", "Invalid Date Format", '"Invalid Date"', "NaN is no number"],
      ...["ada@acme.example", "ada.Lovelace@deadbeef.example", "#<hashtag>", "Task`1"],
    ]) {
      expect(missingValueInText(text), text).to.equal(undefined);
    }
  });

  it("returns the found word with a description of its place", () => {
    for (const [text, said] of [
      ["Hola  undefined !", '"undefined" in a greeting'],
      ["See https://acme.example/undefined.", '"undefined" as a part of an address'],
      ["NaN", '"NaN", and nothing else'],
      ["Now €NaN", '"€NaN"'],
    ] as const) {
      expect(missingValueInText(text)).to.equal(said);
    }
  });

  it("finds nothing in merge tags, such as {{ undefined }}", () => {
    for (const text of [
      "Hi {{ undefined }},",
      "{% if x == null %}",
      "Hi %%undefined%%,",
      "*|NaN|*",
      "{{ '[object Object]' }}",
    ]) {
      expect(missingValueInText(text), text).to.equal(undefined);
    }
  });

  it("takes less than 5 CPU seconds if near matches fill a long text", () => {
    // CPU time, because a loaded machine takes longer without any fault.
    const start = process.cpuUsage();
    for (const part of [
      ...["hi ", "hi null-a ", "{{", "*|", "<%", "[object ", "https://null.", "a.", "dear a."],
      ...[
        "A`1",
        "null#<A",
        "<nil>",
        "null A.",
        "a.A@",
        "null 0x",
        "Invalid Date ",
        "<a object at 0x",
      ],
    ]) {
      missingValueInText(part.repeat(100_000));
    }
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).to.be.below(5000);
  });
});

describe("the search for missing values in a URL", () => {
  for (const [address, written, why] of [
    ["https://acme.example/undefined", "undefined"],
    ["https://acme.example/null/spring?x=1", undefined, "null is a valid word in a URL"],
    ["https://acme.example/?user=NaN", "NaN"],
    ["https://undefined/spring", "undefined"],
    ["mailto:undefined", "undefined"],
    ["mailto:null@acme.example", undefined, "null is a valid word in a URL"],
    ["https://acme.example/[object Object]", "[object Object]"],
    ["https://t.example/?to=https%3A%2F%2Facme.example%2Fundefined", "undefined"],
    ["https://acme.example/undefined-behavior", undefined, "undefined is only a part of a word"],
    ["https://null.example/", undefined, "null is a valid word in a URL"],
    ["https://acme.example/nan", undefined, "the case differs from NaN"],
    ["https://acme.example/?utm_content=null", undefined, "null is a valid word in a URL"],
    ["data:text/plain,a/null", undefined, "data: URLs are not searched"],
    ["https://acme.example/{{ user || null }}", undefined, "null is a valid word in a URL"],
  ] as const) {
    it(`${written ? `finds ${written}` : "finds nothing"} in ${address}${why === undefined ? "" : `, because ${why}`}`, () => {
      const said = written && `"${written}" as a part of an address`;
      expect(missingValueInAddress(address)).to.equal(said);
    });
  }
});

describe("the search for missing values in HTML", () => {
  it("checks visible texts and URLs, but no comment, script or style", () => {
    const found = (html: string) => /"(.*)"/.exec(missingValueInHtml(inspectHtml(html)) ?? "")?.[1];
    expect(found("<p>Dear <b>undefined</b>,<br>it is spring")).to.equal("undefined");
    expect(found('<a href="https://acme.example/NaN">Shop</a>')).to.equal("NaN");
    expect(found("<p>Hi <nil>, welcome</p>")).to.equal("<nil>");
    expect(found("<p>Hi &lt;nil&gt;, welcome</p>")).to.equal("<nil>");
    expect(found("<p>Hi #<User:0x00007f8b>,</p>")).to.equal("#<User:0x00007f8b");
    expect(found("<p>Dear\n<b>None</b>,</p>")).to.equal("None");
    expect(found('<img src="/[object%20Object]" alt="Logo">')).to.equal("[object%20Object]");
    expect(found("<p>Hi Anna,</p><p>undefined</p>")).to.equal("undefined");
    for (const html of [
      "<!-- Hi undefined, --><p>Hi Anna,</p>",
      "<style>a { content: '[object Object]' }</style><script>Hi(null)</script>",
      "<p>Print <code>undefined</code></p><pre>Hi null,\n<nil>\nInvalid Date</pre>",
      '<td title="null" data-name="undefined">It</td><a href="/a?b=null">Shop</a>',
      '<p>In C, undefined behavior is what <a href="https://acme.example/nullable">null</a> may bring.',
    ]) {
      expect(found(html), html).to.equal(undefined);
    }
  });
});
