"use strict";

// Loaded first, and written for every Node.js version, because newer syntax or a missing method would fail before the
// message.
const path = require("path");
const { name, engines } = require("../package.json");

const isTooOld = (() => {
  const oldest = engines.node.replace(">=", "").split(".").map(Number);
  const running = process.versions.node.split(".").map(Number);
  return running[0] < oldest[0] || (running[0] === oldest[0] && running[1] < oldest[1]);
})();

if (isTooOld) {
  const sentence =
    name +
    " needs Node.js " +
    engines.node.replace(">=", "") +
    " or later, and this is " +
    process.versions.node +
    ". Install a newer Node.js: https://nodejs.org";
  const started = require.main ? path.dirname(require.main.filename) : "";
  if (started === __dirname) {
    console.error("error: " + sentence);
    process.exit(1);
  }
  // With these properties, Pulumi shows the message without stack frames, in programs and for dynamic providers.
  throw Object.assign(new Error(sentence), { __pulumiRunError: true, stack: sentence });
}
