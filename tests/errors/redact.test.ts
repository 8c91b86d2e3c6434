import { expect } from "chai";
import fc from "fast-check";
import {
  exactJson,
  quoted,
  redact,
  redactSecretTexts,
  sanitize,
  sanitizeMessage,
} from "../../provider/errors/redact";

describe("the redaction of a text", () => {
  it("removes every occurrence of an API key, even inside a word", () => {
    expect(redact("key k-1 and xk-1x, not k-2.", ["k-1", "other"])).to.equal(
      "key [key] and x[key]x, not k-2.",
    );
  });

  it("removes a whole API key even if the key begins with another key", () => {
    expect(redact("k: abcdef123456, abcdef", ["abcdef", "abcdef123456"])).to.equal(
      "k: [key], [key]",
    );
  });

  it("removes a percent-encoded API key, in upper or lower case", () => {
    expect(redact("at /a%2Fb%3D and a/b=", ["a/b="])).to.equal("at /[key] and [key]");
    expect(redact("at /a%2fb%3d and a%252Fb%253d", ["a/b="])).to.equal("at /[key] and [key]");
  });

  it("removes an API key in the escaped forms of web pages and JSON", () => {
    const key = "a+b/c==";
    const inJson = ["a+b\\/c==", "a\\u002Bb/c\\u003D\\u003D", "a\\\\u002bb\\u002fc=="];
    for (const quoted of ["a&#43;b&#x2F;c&#61;&#61;", "a&plus;b/c==", ...inJson]) {
      expect(redact(`key ${quoted} is wrong`, [key]), quoted).to.equal("key [key] is wrong");
    }
    for (const other of ["a+b/c=", "a+b c==", "axb/c==", "A+b/c=="]) {
      expect(redact(`key ${other} is wrong`, [key])).to.equal(`key ${other} is wrong`);
    }
    const all = "!\"#$%&'()*,-./:;<=>?@[\\]^_`{|}~";
    expect(redact(`${all} (${encodeURIComponent(all)})`, [all, ""])).to.equal("[key] ([key])");
  });

  it("removes every form of a time, such as in another time zone, if the time is secret", () => {
    for (const secret of ["2098-10-26T00:30:00Z", "2098-10-26 02:30:00", "2098-10-26T02:30[CET]"]) {
      const sentence = `${secret} is Sun 2098-10-26 02:30:00 (CET), 2098-10-26T00:30:00+00:00 or 2098-10-26T02:30:00[Europe/Paris].`;
      expect(redactSecretTexts(sentence, [secret])).to.equal(
        "[secret] is [secret] (CET), [secret] or [secret].",
      );
    }
    const other = "2098-10-26 02:30:00 is outside Mon 08:00-09:00";
    expect(redactSecretTexts(other, ["at 2098-10-26 02:31:00", "2098"])).to.equal(
      "[secret]-10-26 02:30:00 is outside Mon 08:00-09:00",
    );
  });

  it("removes the host and path of a secret URL with a password, because a message may show only these", () => {
    const secrets = ["https://ann:pass@hooks.acme.example/t-1"];
    const sentence = "no host hooks.acme.example/t-1, and https://ann:pass@hooks.acme.example/t-1";
    expect(redactSecretTexts(sentence, secrets)).to.equal("no host [secret], and [secret]");
  });

  it("removes a secret text as messages show it: sanitized, truncated or in quotes", () => {
    const odd = 'VIP "gold"\u202e list';
    const long = `${"x".repeat(120)}\u202ey`;
    const sentence = `${quoted(odd)}, ${odd}, ${quoted(long)} and ${long}`;
    expect(redactSecretTexts(sentence, [odd, long])).to.equal(
      '"[secret]", [secret], "[secret]" and [secret]',
    );
  });

  it("removes email addresses, even with a percent-encoded at sign", () => {
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

  it("keeps an at sign if the sign is not part of an email address", () => {
    expect(redact("3 @ 4 and a @b", [])).to.equal("3 @ 4 and a @b");
  });

  it("removes the word around an at sign in random texts, and nothing else", () => {
    const unit = fc.constantFrom(..."a@%40. :<[é😀", "%40");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 24 }), (text) => {
        expect(redact(text, [])).to.equal(redactedByHand(text));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it("finishes within the time limit if a text has a million characters without spaces", () => {
    for (const unit of ["a", "a.", "[", "@", "%40", "\u0301"]) {
      const text = unit.repeat(1_000_000 / unit.length);
      const isOne = unit === "@" || unit === "%40";
      expect(redact(text, [])).to.equal(isOne ? "[address]" : `${text.slice(0, 300)}...`);
    }
  });

  it("replaces runs of white space and control characters with one space", () => {
    expect(redact("  one\n\n two\tthree\u0000\u001b[31m ", [])).to.equal("one two three [31m");
  });

  it("truncates a text after 300 characters, but not within a character", () => {
    expect(redact("x".repeat(300), [])).to.equal("x".repeat(300));
    expect(redact("x".repeat(301), [])).to.equal(`${"x".repeat(300)}...`);
    expect(redact("😀".repeat(301), [])).to.equal(`${"😀".repeat(300)}...`);
  });

  it("removes nothing from the text if an API key is empty", () => {
    expect(redact("abc", [""])).to.equal("abc");
  });
});

/** The same rule, written differently: replaces a piece between delimiters if an at sign has text on both sides. */
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

describe("the service's text", () => {
  const rows: readonly (readonly [what: string, text: string, shown: string])[] = [
    ["terminal commands", "a\u001b]0;x\u0007\u009b31mb\u007fc", "a ]0;x 31mb c"],
    ["line ends", "a\r\nb\u2028c\u2029d\u0085e", "a b c d e"],
    ["marks of the text direction", "a\u202eb\u2066c\u200ed\u061ce", "abcde"],
    [
      "invisible characters",
      "a\u200bb\u00adc\ufeffd\u2060e\u3164f\u{e0041}g\u034fh\ufe0fi",
      "abcdefghi",
    ],
    [
      "invisible joiners (U+200C, U+200D) inside a word",
      "می\u200cخواهم क्\u200dष",
      "می\u200cخواهم क्\u200dष",
    ],
    [
      "invisible joiners (U+200C, U+200D) outside a word",
      "\u200ca\u200d \u200d1\u200d2b\u200d",
      "a 12b",
    ],
    ["emoji", "👩🏽\u200d❤️\u200d👨 ❤️", "👩🏽\u200d❤️\u200d👨 ❤️"],
    [
      "commands of a pipeline runner",
      "a ##[group]b ###[x] ##vso[task] ## [y]",
      "a # #[group]b ## #[x] # #vso[task] ## [y]",
    ],
    ["half of an emoji", "a\ud83d \ude00b 😀", "a\ufffd \ufffdb 😀"],
    ["only harmless characters", 'Größe – 50 % "x" <b> :: a::b', 'Größe – 50 % "x" <b> :: a::b'],
  ];
  for (const [what, text, shown] of rows) {
    it(`is shown ${shown === text ? "unchanged" : "in a harmless form"} if the text contains ${what}`, () =>
      expect(sanitize(text)).to.equal(shown));

    it(`is kept in JSON that has only harmless characters if the text contains ${what}`, () => {
      const json = exactJson({ text }, 2);
      expect(JSON.parse(json)).to.deep.equal({ text });
      expect(json.split("\n").map(sanitize)).to.deep.equal(json.split("\n"));
    });
  }

  it("starts no command of a CI pipeline in any line of a message", () => {
    expect(sanitizeMessage("::a::b\n  ::c\nd ::e\n:::f")).to.equal(": :a::b\n  : :c\nd ::e\n: ::f");
  });

  it("is truncated to 100 characters, with escaped quotes, if the text is a name", () => {
    expect(quoted('a "b"\\\n')).to.equal('"a \\"b\\"\\\\ "');
    expect(quoted("😀".repeat(100))).to.equal(`"${"😀".repeat(100)}"`);
    expect(quoted("😀".repeat(101))).to.equal(`"${"😀".repeat(100)}…"`);
  });
});
