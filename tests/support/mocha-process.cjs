// Loaded first into every process of Mocha.
const { createRequire } = require("node:module");
const { join } = require("node:path");
require("./sdk-loading.cjs");

// Load parse5 before tsx, which would compile it to CommonJS. Reading HTML would then take half as long again.
for (const workspace of ["emulator", "mail", "provider"]) {
  createRequire(join(__dirname, "..", "..", workspace, "package.json"))("parse5");
}
