// Loaded first into every Node.js process that the engine starts for a test.
const { rmSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { join } = require("node:path");

// The SDK loads these on start: the first three to serialize functions, which no text in our state needs, and its
// Automation API. They are over half of its start-up time, and a test runs many small programs.
const deferred = new Set([
  ...["typescript", "@npmcli/arborist", "normalize-package-data"],
  "./automation",
]);
// Only a command with --tracing or TRACEPARENT uses these; they are a tenth of the start-up time of a program.
const tracing = /^@opentelemetry\/(?!api$)/;
const load = Module._load;
Module._load = function (...args) {
  if (tracing.test(args[0])) return {};
  if (!deferred.has(args[0])) {
    return load.apply(this, args);
  }
  let loaded;
  const get = (own, key) => {
    if (key in own) {
      return own[key];
    }
    loaded ??= load.apply(this, args);
    return loaded[key];
  };
  // Without the mark, TypeScript's import helper would copy every member, and so load it all.
  return new Proxy({ __esModule: true }, { get });
};

// An older language host passes on none of the runtime options in Pulumi.yaml, this one included.
if (process.env.STACK_IS_JAVASCRIPT === "true") {
  delete process.env.PULUMI_NODEJS_TYPESCRIPT;
}

// A killed engine leaves its providers running; the test finds and ends them by these files.
const folder = process.env.STACK_PROCESS_FOLDER;
if (folder !== undefined) {
  const file = join(folder, String(process.pid));
  writeFileSync(file, process.argv.join("\n"));
  process.once("exit", () => rmSync(file, { force: true }));
}
