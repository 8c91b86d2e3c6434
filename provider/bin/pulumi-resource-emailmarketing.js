#!/usr/bin/env node
"use strict";

// Node.js 22 and later keep the compiled code, which halves the time to start.
require("node:module").enableCompileCache?.();
require("../dist/pulumi-resource-emailmarketing.js");
