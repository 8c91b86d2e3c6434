import { expect } from "chai";
import { redact } from "../../provider/client/redact";

describe("redact", () => {
  it("takes every key out, wherever it stands", () => {
    expect(redact("key k-1 and xk-1x, not k-2.", ["k-1", "other"])).to.equal(
      "key [key] and x[key]x, not k-2.",
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
