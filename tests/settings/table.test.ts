import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import {
  environment,
  firstSetting,
  providerArguments,
  settingNames,
  settingRows,
  stackConfig,
} from "../../provider/settings/table";

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
      .map((name) => [name, settingRows[name].default] as const)
      .filter(([, value]) => value !== undefined);
    for (const [name, value] of defaults) {
      expect(new Map(documented()).get(name), name).to.equal(String(value));
    }
  });
});

describe("a setting from several sources", () => {
  it("is marked as stored in the stack (isStored) unless the value comes from the environment", () => {
    const config = stackConfig((key) => (key === "emailmarketing:account" ? " eu " : undefined));
    const get = (name: string) => (name === "account" ? "us" : undefined);
    const args = providerArguments(get, "a Provider");
    const variables = { ...environment, get: () => "env" };
    expect(firstSetting([config, variables], "account")).to.deep.equal({
      text: "eu",
      place: "stack config emailmarketing:account",
      isStored: true,
    });
    expect(firstSetting([args, variables], "account")).to.include({ text: "us", isStored: true });
    expect(firstSetting([config, variables], "log")).to.deep.equal({
      text: "env",
      place: "environment variable EMAIL_MARKETING_LOG",
      isStored: false,
    });
    expect(firstSetting([config], "log")).to.equal(undefined);
  });
});
