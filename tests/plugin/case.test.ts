import { readdirSync } from "node:fs";
import { join } from "node:path";
import { speakWith } from "../../provider/account/notice";
import { throughPlugin } from "../support/door";

const folder = join(__dirname, "..", "resources");

/** Loads a test file anew, though it runs through the other door as well. */
function define(name: string): void {
  const file = require.resolve(join(folder, name));
  delete require.cache[file];
  require(file);
  delete require.cache[file];
}

describe("through the plugin:", () => {
  // What one door has told, the other one has not.
  before("begins anew", () => speakWith());
  after("leaves nothing told", () => speakWith());
  const cases = readdirSync(folder).filter((name) => name.endsWith(".test.ts"));
  throughPlugin(() => cases.forEach(define));
});
