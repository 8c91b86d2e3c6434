#!/usr/bin/env node
"use strict";

require("./node-version.js");
require("./compile-cache.js").keepCompiledCode();
require("../dist/pulumi-resource-emailmarketing.js");
// Node.js 20 spends more time on optimizing code than a command saves, so V8 optimizes later and inlines less. Later
// versions choose better.
if (process.versions.node.startsWith("20.")) {
  const { setFlagsFromString } = require("node:v8");
  setFlagsFromString("--interrupt-budget=200000");
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=200");
}
