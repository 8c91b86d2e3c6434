#!/usr/bin/env node
"use strict";

require("./node-version.js");
require("../dist/pulumi-email-marketing.js");
