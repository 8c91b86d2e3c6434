// Loaded first into every Node.js process that the engine starts for a test.
const { rmSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { join } = require("node:path");

// The SDK loads these modules at start: three to serialize functions, and its Automation API. They take over half of
// the start-up time, so load them at first use.
const deferred = new Set([
  ...["typescript", "@npmcli/arborist", "normalize-package-data"],
  "./automation",
]);
// Only a command with --tracing or TRACEPARENT uses these modules. They take a tenth of a program's start-up time.
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
  // Without this member, TypeScript's import helper would copy every member, and so load the whole module.
  return new Proxy({ __esModule: true }, { get });
};

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
