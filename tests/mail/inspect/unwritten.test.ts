import { expect } from "chai";
import { inspectHtml } from "../../../mail/inspect/inspection";
import {
  unwrittenInAddress,
  unwrittenInHtml,
  unwrittenInText,
} from "../../../mail/inspect/unwritten";

describe("unwrittenInText", () => {
  it("finds what programs write in place of a value, and nothing that looks like it", () => {
    for (const text of [
      ...["Hi [object Object]", "https://acme.example/%5Bobject%20Promise%5D", "%!s(MISSING)"],
      ...["Hi undefined,", "Dear Ms. null!", "Sehr geehrte Frau null null,", "Hello NaN"],
      ...["undefined", " NaN\n"],
    ]) {
      expect(unwrittenInText(text), text).to.not.equal(undefined);
    }
    for (const text of [
      ...["an [object], an object oriented one", "100%! (extra)", "[object oriented]"],
      ...["Hello undefined behavior,", "Dear reader, the value is null.", "Hi Undefined,"],
      ...["Hi Nan,", "Hi null-safety fans", "Welcome null.js", "It says null.", "Delphi null"],
      ...["null and void", "Null"],
    ]) {
      expect(unwrittenInText(text), text).to.equal(undefined);
    }
  });

  it("says what it is, and where", () => {
    for (const [text, written, place] of [
      ["Hola  undefined !", "undefined", " in a greeting"],
      ["See https://acme.example/null.", "null", " as a part of an address"],
    ] as const) {
      expect(unwrittenInText(text)).to.deep.equal({ written, place });
    }
  });

  it("looks into no merge tag", () => {
    for (const text of [
      "Hi {{ undefined }},",
      "{% if x == null %}",
      "Hi %%undefined%%,",
      "*|NaN|*",
      "{{ '[object Object]' }}",
    ]) {
      expect(unwrittenInText(text), text).to.equal(undefined);
    }
  });

  it("looks through a long text of nothing but what it looks for in no time", () => {
    const start = process.hrtime.bigint();
    for (const part of [
      ...["hi ", "hi null-a ", "{{", "*|", "<%", "[object ", "https://null.", "a.", "dear a."],
    ]) {
      unwrittenInText(part.repeat(100_000));
    }
    expect(Number(process.hrtime.bigint() - start) / 1e6).to.be.below(5000);
  });
});

describe("unwrittenInAddress", () => {
  for (const [address, written] of [
    ["https://acme.example/undefined", "undefined"],
    ["https://acme.example/null/spring?x=1", "null"],
    ["https://acme.example/?user=NaN", "NaN"],
    ["https://undefined/spring", "undefined"],
    ["mailto:undefined", "undefined"],
    ["mailto:null@acme.example", "null"],
    ["https://acme.example/[object Object]", "[object Object]"],
    ["https://t.example/?to=https%3A%2F%2Facme.example%2Fundefined", "undefined"],
    ["https://acme.example/undefined-behavior", undefined],
    ["https://null.example/", undefined],
    ["https://acme.example/nan", undefined],
    ["https://acme.example/?utm_content=null", undefined],
    ["data:text/plain,a/null", undefined],
    ["https://acme.example/{{ user || null }}", undefined],
  ] as const) {
    it(`finds ${written} in ${address}`, () => {
      expect(unwrittenInAddress(address)?.written).to.equal(written);
    });
  }
});

describe("unwrittenInHtml", () => {
  it("looks where readers do: at texts and addresses, at no comment, script or style", () => {
    const found = (html: string) => unwrittenInHtml(inspectHtml(html))?.written;
    expect(found("<p>Dear <b>undefined</b>,<br>it is spring")).to.equal("undefined");
    expect(found('<a href="https://acme.example/null">Shop</a>')).to.equal("null");
    expect(found('<img src="/[object%20Object]" alt="Logo">')).to.equal("[object%20Object]");
    expect(found("<p>Hi Anna,</p><p>undefined</p>")).to.equal("undefined");
    for (const html of [
      "<!-- Hi undefined, --><p>Hi Anna,</p>",
      "<style>a { content: '[object Object]' }</style><script>Hi(null)</script>",
      '<p>In C, undefined behavior is what <a href="https://acme.example/nullable">null</a> may bring.',
    ]) {
      expect(found(html), html).to.equal(undefined);
    }
  });
});
