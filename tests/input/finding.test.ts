import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import {
  finding,
  findingNames,
  labelled,
  taggedIn,
  withoutIgnored,
} from "../../provider/input/finding";

describe("findingNames", () => {
  it("are the names in the tables of docs/reference/findings.md", () => {
    const page = readFileSync(
      join(__dirname, "..", "..", "docs", "reference", "findings.md"),
      "utf8",
    );
    const rows = page.match(/^\| `[a-z]+-[^|]+/gm) ?? [];
    const documented = rows.flatMap((row) => row.match(/(?<=`)[a-z-]+(?=`)/g) ?? []);
    expect(documented.sort()).to.deep.equal(Object.keys(findingNames).sort());
  });
});

describe("withoutIgnored", () => {
  const unclosed = finding("warning", "element-unclosed", "is never closed");

  it("leaves out a finding by its name", () => {
    expect(withoutIgnored([unclosed], { ignoreChecks: ["element-unclosed"] })).to.deep.equal([]);
  });

  it("leaves a finding that another name is about", () => {
    const ignoreChecks = ["link-empty", "tag-unclosed"];
    expect(withoutIgnored([unclosed], { ignoreChecks })).to.deep.equal([unclosed]);
  });
});

describe("the tag of a finding", () => {
  const data = { zone: 'a "b" [x {y}] \n', lists: [{ id: "é", contacts: 5 }] };
  const rows: readonly (readonly [sentence: string, tagged: object])[] = [
    ["it fails.", { said: "it fails." }],
    ["it fails. [list-empty]", { said: "it fails.", name: "list-empty" }],
    [
      `see [a {b}]. [list-empty ${JSON.stringify(data)}]`,
      { said: "see [a {b}].", name: "list-empty", data },
    ],
    [
      'it fails. [list-empty {"a":[secret]}]',
      { said: "it fails.", name: "list-empty", data: undefined },
    ],
    ["it fails. [secret]: no tag", { said: "it fails. [secret]: no tag" }],
  ];
  for (const [sentence, tagged] of rows) {
    it(`is read: ${sentence}`, () => expect(taggedIn(sentence)).to.deep.equal(tagged));
  }

  it("is read as it was written", () => {
    const sentence = labelled(finding("info", "list-empty", "see [a {b}].", data));
    expect(sentence).to.equal(rows[2]?.[0]);
  });
});
