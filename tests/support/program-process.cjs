// Loaded first into every Node.js process that the engine starts for a test.
const { rmSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
require("./sdk-loading.cjs");

// An older language host doesn't pass on the runtime options in Pulumi.yaml, including `typescript`.
if (process.env.STACK_IS_JAVASCRIPT === "true") {
  delete process.env.PULUMI_NODEJS_TYPESCRIPT;
}

// A killed engine leaves its providers running. The test finds these by the files, and ends them.
const folder = process.env.STACK_PROCESS_FOLDER;
if (folder !== undefined) {
  const file = join(folder, String(process.pid));
  writeFileSync(file, process.argv.join("\n"));
  process.once("exit", () => rmSync(file, { force: true }));
}
