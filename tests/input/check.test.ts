import { expect } from "chai";
import {
  address,
  anything,
  bag,
  type Check,
  checkInputs,
  flag,
  id,
  listOf,
  members,
  oneOf,
  text,
  whole,
} from "../../provider/input/check";
import { sentenceOf } from "../../provider/input/finding";
import { unknownValue } from "../../provider/input/unknown";

/** The findings of a check on a value, as sentences. */
function findings(check: Check, value: unknown): string[] {
  return check(value, "it").map(sentenceOf);
}

describe("text", () => {
  it("counts characters, not the units that JavaScript counts", () => {
    const check = text({ min: 3, max: 4 });
    expect(findings(check, "😀😀😀😀")).to.deep.equal([]);
    expect(findings(check, "😀😀")).to.deep.equal(["it: must be 3 to 4 characters long (got 2)"]);
    expect(findings(check, "😀😀😀😀😀")).to.deep.equal([
      "it: must be 3 to 4 characters long (got 5)",
    ]);
    expect(findings(check, "éàü")).to.deep.equal([]);
  });

  it("allows both edges", () => {
    const check = text({ min: 1, max: 150 });
    expect(findings(check, "x")).to.deep.equal([]);
    expect(findings(check, "x".repeat(150))).to.deep.equal([]);
    expect(findings(check, "x".repeat(151))).to.deep.equal([
      "it: must be 1 to 150 characters long (got 151)",
    ]);
  });

  it("says what is allowed by the limits that it has", () => {
    expect(findings(text({ min: 3 }), "ab")).to.deep.equal([
      "it: must be at least 3 characters long (got 2)",
    ]);
    expect(findings(text({ max: 1 }), "ab")).to.deep.equal([
      "it: must be at most 1 characters long (got 2)",
    ]);
    expect(findings(text({ min: 1 }), "")).to.deep.equal(["it: must not be empty"]);
    expect(findings(text(), "")).to.deep.equal([]);
  });

  it("tells a wrong form only when the length is right", () => {
    const check = text({ max: 3, form: { pattern: /^\d*$/, words: "is not digits" } });
    expect(findings(check, "12")).to.deep.equal([]);
    expect(findings(check, "ab")).to.deep.equal(["it: is not digits"]);
    expect(findings(check, "abcd")).to.deep.equal([
      "it: must be at most 3 characters long (got 4)",
    ]);
  });

  it("never coerces", () => {
    for (const [value, type] of [
      [7, "a number"],
      [true, "a boolean"],
      [["a"], "an array"],
      [{ a: 1 }, "an object"],
      [null, "null"],
    ] as const) {
      expect(findings(text(), value)).to.deep.equal([`it: must be a string (got ${type})`]);
    }
  });

  it("never shows the value", () => {
    expect(findings(text({ max: 3 }), "secret").join()).to.not.include("secret");
  });
});

describe("address", () => {
  it("takes what looks like a mail address", () => {
    for (const value of ["a@b.co", "ada.lovelace+news@mail.acme.example", "grüße@exämple.de"]) {
      expect(findings(address(), value), value).to.deep.equal([]);
    }
  });

  it("takes nothing else", () => {
    for (const value of [
      "ada",
      "ada@",
      "@acme.example",
      "ada@acme",
      "a b@acme.example",
      "a@b@acme.example",
      "<ada@acme.example>",
      "ada@acme.example,bob@acme.example",
      "ada@acme.example\n",
    ]) {
      expect(findings(address(), value), value).to.deep.equal([
        "it: must be an email address, such as news@example.com",
      ]);
    }
    expect(findings(address(), "")).to.deep.equal(["it: must not be empty"]);
  });

  it("holds the field's own limits", () => {
    const check = address({ min: 5, max: 100 });
    expect(findings(check, `${"x".repeat(95)}@b.co`)).to.deep.equal([]);
    expect(findings(check, `${"x".repeat(96)}@b.co`)).to.deep.equal([
      "it: must be 5 to 100 characters long (got 101)",
    ]);
  });
});

describe("id, flag, anything, oneOf and whole", () => {
  it("judge a value by its type and its set", () => {
    expect(findings(id, "x")).to.deep.equal([]);
    expect(findings(id, "")).to.deep.equal(["it: must not be empty"]);
    expect(findings(flag, false)).to.deep.equal([]);
    expect(findings(flag, "false")).to.deep.equal(["it: must be a boolean (got a string)"]);
    expect(findings(anything, undefined)).to.deep.equal([]);
    expect(findings(oneOf("text", "date"), "date")).to.deep.equal([]);
    expect(findings(oneOf("text", "date"), "Date")).to.deep.equal([
      'it: must be one of "text", "date"',
    ]);
    expect(findings(whole(1, 3), 1)).to.deep.equal([]);
    expect(findings(whole(1, 3), 3)).to.deep.equal([]);
    for (const value of [0, 4, 1.5, Number.NaN]) {
      expect(findings(whole(1, 3), value)).to.deep.equal([
        "it: must be a whole number from 1 to 3",
      ]);
    }
    expect(findings(whole(1), 0)).to.deep.equal(["it: must be a whole number, at least 1"]);
    expect(findings(whole(1), "1")).to.deep.equal(["it: must be a number (got a string)"]);
  });
});

describe("listOf", () => {
  it("judges how many there are, and each on its own", () => {
    const check = listOf(text({ min: 2 }), { min: 1, max: 2 });
    expect(findings(check, ["ab", "cd"])).to.deep.equal([]);
    expect(findings(check, ["ab", "c"])).to.deep.equal([
      "it[1]: must be at least 2 characters long (got 1)",
    ]);
    expect(findings(check, [])).to.deep.equal(["it: must have 1 to 2 elements (got 0)"]);
    expect(findings(check, ["a", "bc", "cd"])).to.deep.equal([
      "it: must have 1 to 2 elements (got 3)",
      "it[0]: must be at least 2 characters long (got 1)",
    ]);
    expect(findings(listOf(id, { min: 1 }), [])).to.deep.equal([
      "it: must have at least 1 elements (got 0)",
    ]);
    expect(findings(check, "ab")).to.deep.equal(["it: must be an array (got a string)"]);
    expect(findings(check, { 0: "ab" })).to.deep.equal(["it: must be an array (got an object)"]);
  });
});

describe("members and bag", () => {
  const others = [
    [null, "null"],
    [["a"], "an array"],
    ["a", "a string"],
    [7, "a number"],
    [true, "a boolean"],
  ] as const;

  it("take an object", () => {
    expect(findings(members({ required: {}, optional: { a: text() } }), { a: "b" })).to.deep.equal(
      [],
    );
    expect(findings(bag, {})).to.deep.equal([]);
    expect(findings(bag, { a: 1 })).to.deep.equal([]);
  });

  for (const [value, name] of others) {
    it(`take no ${JSON.stringify(value)}`, () => {
      const sentences = [`it: must be an object (got ${name})`];
      expect(findings(members({ required: {}, optional: {} }), value)).to.deep.equal(sentences);
      expect(findings(bag, value)).to.deep.equal(sentences);
    });
  }

  it("judge no object that is known only after apply", () => {
    expect(findings(members({ required: {}, optional: {} }), unknownValue)).to.deep.equal([]);
    expect(findings(bag, unknownValue)).to.deep.equal([]);
  });
});

interface Shape {
  readonly name: string;
  readonly sender: { readonly email: string };
  readonly note?: string;
}
const shape = {
  required: {
    name: text({ min: 3 }),
    sender: members<{ email: string }>({ required: { email: address() }, optional: {} }),
  },
  optional: { note: text() },
};

describe("checkInputs", () => {
  const sentences = (props: object) => checkInputs<Shape>(shape, props).map(sentenceOf);

  it("finds nothing wrong with what is right, with or without what is optional", () => {
    const props = { name: "news", sender: { email: "a@b.co" } };
    expect(sentences(props)).to.deep.equal([]);
    expect(sentences({ ...props, note: "x" })).to.deep.equal([]);
    expect(sentences({ ...props, note: undefined })).to.deep.equal([]);
  });

  it("tells every fault at once, with the path", () => {
    expect(sentences({ sender: { email: "x", emial: 1 }, nmae: "news", note: 3 })).to.deep.equal([
      'missing required input "name"',
      "sender.email: must be an email address, such as news@example.com",
      'sender: unknown input "emial"; did you mean "email"?',
      'unknown input "nmae"; did you mean "name"?',
      "note: must be a string (got a number)",
    ]);
  });

  it("knows no input by a name that every object has", () => {
    expect(sentences({ name: "news", sender: { email: "a@b.co" }, toString: "x" })).to.deep.equal([
      'unknown input "toString"; valid inputs are name, sender, note',
    ]);
  });

  it("takes undefined for missing, at any depth", () => {
    expect(sentences({ name: undefined, sender: { email: undefined } })).to.deep.equal([
      'missing required input "name"',
      'sender: missing required input "email"',
    ]);
  });
});

describe("a value that is known only after apply", () => {
  it("is never judged, at any depth", () => {
    const checks: Check[] = [
      text({ max: 1 }),
      address(),
      id,
      flag,
      oneOf("a"),
      whole(1, 2),
      listOf(id),
      members<object>({ required: {}, optional: {} }),
    ];
    for (const check of checks) expect(findings(check, unknownValue)).to.deep.equal([]);
    expect(findings(listOf(text({ max: 1 })), ["a", unknownValue])).to.deep.equal([]);
  });
});
