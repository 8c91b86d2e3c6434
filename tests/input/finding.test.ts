import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { findingNames } from "../../provider/input/finding";

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
