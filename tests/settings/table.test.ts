import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { settingNames, settingRow } from "../../provider/settings/table";

const page = readFileSync(join(__dirname, "..", "..", "docs", "reference", "settings.md"), "utf8");

/** The table of settings that users read: each name with its default. */
function documented(): [name: string, value: string][] {
  const table = /^# Settings$(.*)/ms.exec(page)?.[1] ?? "";
  return [...table.matchAll(/^\| (`[^|\n]*)\|([^|\n]*)\|/gm)].flatMap(
    ([, names = "", value = ""]) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]): [string, string] => [
        name,
        value.replaceAll("`", "").trim(),
      ]),
  );
}

describe("the table of settings", () => {
  it("contains the same settings and defaults as the documentation", () => {
    expect(
      documented()
        .map(([name]) => name)
        .sort(),
    ).to.deep.equal([...settingNames].sort());
    const defaults = settingNames
      .map((name) => [name, settingRow(name).default] as const)
      .filter(([, value]) => value !== undefined);
    for (const [name, value] of defaults) {
      expect(new Map(documented()).get(name), name).to.equal(String(value));
    }
  });
});
