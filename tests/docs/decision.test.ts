import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

const folder = join(__dirname, "..", "..", "docs", "dev", "decisions");

describe("the decisions", () => {
  for (const name of readdirSync(folder)) {
    it(`have their own number: ${name}`, () => {
      const text = readFileSync(join(folder, name), "utf8");
      expect(text).to.match(new RegExp(`^# ${name.slice(0, 4)}: \\S`));
    });
  }
});
