import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import {
  finding,
  findingNames,
  parseTag,
  withCode,
  withoutIgnored,
  withTag,
} from "../../provider/input/finding";

describe("the names of findings", () => {
  it("are the same in the code and in docs/reference/findings.md", () => {
    const page = readFileSync(
      join(__dirname, "..", "..", "docs", "reference", "findings.md"),
      "utf8",
    );
    const rows = page.match(/^\| `[a-z]+-[^|]+/gm) ?? [];
    const documented = rows.flatMap((row) => row.match(/(?<=`)[a-z-]+(?=`)/g) ?? []);
    expect(documented.sort()).to.deep.equal(findingNames.toSorted());
  });
});

describe("the input ignoreChecks", () => {
  const unclosed = finding("warning", "element-unclosed", "is never closed");

  it("suppresses a finding if the input contains the finding's name", () => {
    expect(withoutIgnored([unclosed], { ignoreChecks: ["element-unclosed"] })).to.deep.equal([]);
  });

  it("doesn't suppress a finding if the input has only other names", () => {
    const ignoreChecks = ["link-empty", "tag-unclosed"];
    expect(withoutIgnored([unclosed], { ignoreChecks })).to.deep.equal([unclosed]);
  });
});

describe("the tag at the end of a message", () => {
  const rows: readonly (readonly [sentence: string, tagged: object, whyNone?: string])[] = [
    ["it fails.", { said: "it fails." }, "the message has no brackets"],
    ["it fails. [list-empty]", { said: "it fails.", name: "list-empty" }],
    ["it fails. [no-finding]", { said: "it fails. [no-finding]" }, "no finding has the name"],
    ["it fails. [constructor]", { said: "it fails. [constructor]" }, "no finding has the name"],
    [
      "it fails. [secret]: no tag",
      { said: "it fails. [secret]: no tag" },
      "a text follows the brackets",
    ],
    ["[list-empty]", { said: "", name: "list-empty" }],
    [
      "it fails. [list-unknown] Nor that. [list-empty]",
      tagged("it fails. [list-unknown] Nor that."),
    ],
    ["see [a {b}]. [list-empty list-1=2]", tagged("see [a {b}].", [["list-1", 2]])],
    ["see. [list-empty a/b_c-D=0 9=10]", tagged("see.", [["a/b_c-D", 0], ["9", 10]])], // biome-ignore format: one row
    ['see. [list-empty "a \\"b\\" [x]"=2]', tagged("see.", [['a "b" [x]', 2]])],
    ["see. [list-empty [secret]=2 list-[secret]=3]", tagged("see.", [["[secret]", 2], ["list-[secret]", 3]])], // biome-ignore format: one row
    ["see. [list-empty list-1=[secret] list-2=3]", tagged("see.", [["list-2", 3]])],
    ["see. [list-empty list-1=2", { said: "see. [list-empty list-1=2" }, "a bracket is missing"],
    ['see. [list-empty {"a":[1]}]', { ...tagged("see."), data: { a: [1] } }],
    ['see. [list-empty list-1=2 {"a":"b]"}]', { ...tagged("see.", [["list-1", 2]]), data: { a: "b]" } }], // biome-ignore format: one row
    ['see. [list-empty {"a":"[secret]"}]', { ...tagged("see."), data: { a: "[secret]" } }],
    ["see. [list-empty {a}]", { said: "see. [list-empty {a}]" }, "the data is not JSON"],
    ["see. [list-empty list-1]", { said: "see. [list-empty list-1]" }, "an id has no number"],
    ["see. [list-empty listIds]", { ...tagged("see."), input: "listIds" }],
    ["see. [list-empty listIds list-1=2]", { ...tagged("see.", [["list-1", 2]]), input: "listIds" }], // biome-ignore format: one row
    ["see. [list-empty extraFields.create.*]", { ...tagged("see."), input: "extraFields.create.*" }], // biome-ignore format: one row
    ["see. [list-empty [secret] list-1=2]", { ...tagged("see.", [["list-1", 2]]), input: "[secret]" }], // biome-ignore format: one row
    ["see. [list-empty 9=2]", tagged("see.", [["9", 2]])],
    [
      "see. [list-empty list-1=2 listIds]",
      { said: "see. [list-empty list-1=2 listIds]" },
      "the input follows the numbers",
    ],
    [
      "see. [list-empty listIds listIds]",
      { said: "see. [list-empty listIds listIds]" },
      "the tag has two inputs",
    ],
    ["it fails. [conflict]", { said: "it fails. [conflict]" }, "the name is an error code"],
  ];
  function tagged(said: string, numbers?: readonly (readonly [string, number])[]) {
    return { said, name: "list-empty", ...(numbers && { numbers }) };
  }
  for (const [sentence, read, whyNone] of rows) {
    const parts = Object.keys(read).filter((part) => part !== "said");
    const title =
      whyNone === undefined
        ? `is read as ${parts.join(" and ")} if the message is`
        : `is not recognized if ${whyNone}, as in`;
    it(`${title} "${sentence}"`, () => expect(parseTag(sentence)).to.deep.equal(read));
  }

  it("contains the name of the input and the numbers of the finding, with ids quoted if necessary", () => {
    const ids = ["list-1", "a/b_c", "", 'a "b"', "a]", "\u009b::\u202e", "##[x]", "é"];
    const numbers = ids.map((id, at) => [id, at] as const);
    expect(withTag(finding("info", "list-empty", "see.", { input: "listIds", numbers }))).to.equal(
      'see. [list-empty listIds list-1=0 a/b_c=1 ""=2 "a \\"b\\""=3 "a]"=4 "\\u009b::\\u202e"=5 "#\\u0023[x]"=6 "é"=7]',
    );
  });

  it("contains the finding's data as JSON, in which no string can look like a tag", () => {
    const found = finding("info", "list-empty", "see.");
    const data = { status: "paused", names: ["[list-twice {", "\u202e"] };
    expect(withTag({ ...found, data })).to.equal(
      'see. [list-empty {"status":"paused","names":["\\u005blist-twice {","\\u202e"]}]',
    );
  });

  it("is parsed unchanged from a message with a random sentence and random ids", () => {
    const unit = fc.constantFrom(
      ...'[]"\\ =1a{},',
      "[list-empty",
      "[campaign-audience ",
      "]",
      '"=1',
      '":"',
    );
    const words = fc.string({ unit, maxLength: 12 });
    fc.assert(
      fc.property(words, fc.array(words, { minLength: 1, maxLength: 3 }), (said, ids) => {
        const numbers = ids.map((id, at) => [id, at] as const);
        const found = finding("info", "list-unknown", `${said}.`, { numbers });
        const read = { said: `${said}.`, name: "list-unknown", numbers };
        expect(parseTag(withTag(found))).to.deep.equal(read);
        const data = { [ids[0] ?? ""]: ids };
        expect(parseTag(withTag({ ...found, data }))).to.deep.equal({ ...read, data });
      }),
      { numRuns: 5000, seed: 1 },
    );
  });
});

describe("the message of a problem", () => {
  it("ends with the error code validation in brackets if the problem is an error without a finding's name", () => {
    const problem = { path: "subject", input: "subject", problem: "must not be empty" };
    expect(withTag(problem)).to.equal("subject: must not be empty [validation subject]");
    expect(withTag({ path: "", problem: "set one" })).to.equal("set one [validation]");
  });

  it("ends without brackets if the problem is a warning without a finding's name", () => {
    expect(withTag({ path: "scheduledAt", problem: "is past", level: "warning" })).to.equal(
      "scheduledAt: is past",
    );
  });
});

describe("the error code [auth]", () => {
  const rows: readonly (readonly [sentence: string, coded: string])[] = [
    ["it fails.", "it fails. [auth]"],
    ["it fails. [list-empty listIds]", "it fails. [list-empty listIds]"],
    ["it fails. [validation subject]", "it fails. [validation subject]"],
    ["it fails. [conflict]", "it fails. [conflict]"],
    ["it fails. [no-finding]", "it fails. [no-finding] [auth]"],
    ['the service replied "no [conflict]".', 'the service replied "no [conflict]". [auth]'],
    ["it fails. [list-empty] Nothing was sent.", "it fails. [list-empty] Nothing was sent. [auth]"],
  ];
  for (const [sentence, coded] of rows) {
    it(`is ${coded === sentence ? "not added if the message already ends" : "added if the message doesn't end"} with a known name or code in brackets, as in "${sentence}"`, () =>
      expect(withCode(sentence, "auth")).to.equal(coded));
  }
});
