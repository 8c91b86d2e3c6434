#!/usr/bin/env node
"use strict";

require("./node-version.js");
require("./compile-cache.js").keepCompiledCode();
require("../dist/pulumi-resource-emailmarketing.js");
// Node.js 20 spends more on optimising code than a command wins back, so V8 is to wait longer, and to put fewer functions into
// one. Later versions choose better.
if (process.versions.node.startsWith("20.")) {
  const { setFlagsFromString } = require("node:v8");
  setFlagsFromString("--interrupt-budget=200000");
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=200");
}
