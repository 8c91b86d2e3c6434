#!/usr/bin/env node
"use strict";

require("../dist/command/main.js");
