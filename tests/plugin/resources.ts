import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { useLog } from "../../provider/account/step";
import { throughPlugin } from "../support/runtime";

const folder = join(__dirname, "..", "resources");

/** Defines the tests of a file again. `npm test` also runs the file with dynamic resources. */
function define(name: string): void {
  const file = require.resolve(join(folder, name));
  delete require.cache[file];
  require(file);
  delete require.cache[file];
}

describe("through the plugin:", function () {
  // Closing the plugins of more than a thousand steps at the end takes long.
  this.timeout(300_000);
  // The log shows each warning once, and dynamic resources may already have caused it.
  before("empties the log", () => useLog());
  after("empties the log", () => useLog());
  const cases = [
    "another-key.test.ts",
    "every-kind.test.ts",
    "duplicates.test.ts",
    "ignored.test.ts",
    "other-account.test.ts",
    "other-object.test.ts",
    "output-in-text.test.ts",
    "repeated-step.test.ts",
    "sending.test.ts",
    "campaign/line-break.test.ts",
    "campaign/own-write.test.ts",
    "campaign/read.test.ts",
    "campaign-shared/drifted.test.ts",
    ...["request-date", "moved-date", "preview-and-update", "replaced", "sent-once"].map(
      (name) => `campaign-schedule/${name}.test.ts`,
    ),
    ...readdirSync(folder)
      .map((noun) => join(noun, "resource.test.ts"))
      .filter((name) => existsSync(join(folder, name))),
  ];
  throughPlugin(() => cases.forEach(define));
});
