import { expect } from "chai";
import fc from "fast-check";
import { redact } from "../../provider/errors/redact";

describe("redact", () => {
  it("takes every key out, wherever it stands", () => {
    expect(redact("key k-1 and xk-1x, not k-2.", ["k-1", "other"])).to.equal(
      "key [key] and x[key]x, not k-2.",
    );
  });

  it("takes a key out as a whole that begins with another one", () => {
    expect(redact("k: abcdef123456, abcdef", ["abcdef", "abcdef123456"])).to.equal(
      "k: [key], [key]",
    );
  });

  it("takes a key out that stands percent-encoded or in another case of encoding", () => {
    expect(redact("at /a%2Fb%3D and a/b=", ["a/b="])).to.equal("at /[key] and [key]");
  });

  it("takes mail addresses out", () => {
    for (const [text, clean] of [
      ["ada@example.com is taken", "[address] is taken"],
      ["<ada.lovelace+news@mail.example.com>", "<[address]>"],
      ['"ada@example.com","bob@example.org"', '"[address]","[address]"'],
      ["mail: ADA@EXAMPLE.COM.", "mail: [address]"],
      ["grüße@exämple.de", "[address]"],
      ["ada%40example.com", "[address]"],
    ] as const) {
      expect(redact(text, [])).to.equal(clean);
    }
  });

  it("leaves an at sign alone that belongs to no address", () => {
    expect(redact("3 @ 4 and a @b", [])).to.equal("3 @ 4 and a @b");
  });

  it("takes out in any text what stands around an at sign, and nothing else", () => {
    const unit = fc.constantFrom(..."a@%40. :<[é😀", "%40");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 24 }), (text) => {
        expect(redact(text, [])).to.equal(redactedByHand(text));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it("reads a text of a million characters without spaces", () => {
    for (const unit of ["a", "a.", "[", "@", "%40", "\u0301"]) {
      const text = unit.repeat(1_000_000 / unit.length);
      const isOne = unit === "@" || unit === "%40";
      expect(redact(text, [])).to.equal(isOne ? "[address]" : `${text.slice(0, 300)}...`);
    }
  });

  it("folds white space and control characters into one space", () => {
    expect(redact("  one\n\n two\tthree\u0000\u001b[31m ", [])).to.equal("one two three [31m");
  });

  it("cuts what is longer than 300 characters, and never through a character", () => {
    expect(redact("x".repeat(300), [])).to.equal("x".repeat(300));
    expect(redact("x".repeat(301), [])).to.equal(`${"x".repeat(300)}...`);
    expect(redact("😀".repeat(301), [])).to.equal(`${"😀".repeat(300)}...`);
  });

  it("takes nothing for a key that is empty", () => {
    expect(redact("abc", [""])).to.equal("abc");
  });
});

/** The same rule in other words: a piece between delimiters goes if an at sign in it has something on both sides. */
function redactedByHand(text: string): string {
  const clean = text.split(/([\s"'<>(),;:])/).map((piece) => {
    const signs = [...piece].flatMap((_, at) => {
      const before = [...piece].slice(0, at).join("");
      const rest = [...piece].slice(at).join("");
      const sign = ["@", "%40"].find((one) => rest.startsWith(one));
      return sign === undefined ? [] : [{ before, after: rest.slice(sign.length) }];
    });
    return signs.some(({ before, after }) => before !== "" && after !== "") ? "[address]" : piece;
  });
  return clean.join("").replace(/ +/g, " ").trim();
}
