// Loaded first into processes that load Pulumi's SDK in a test.
const Module = require("node:module");

// The SDK loads these modules at start: three to serialize functions, and its Automation API. They take over half of
// the start-up time, so load them at first use.
const deferred = new Set([
  ...["typescript", "@npmcli/arborist", "normalize-package-data"],
  "./automation",
]);
const sdk = /[\\/]node_modules[\\/]@pulumi[\\/]pulumi[\\/]/;
// Only a command with --tracing or TRACEPARENT uses these modules. They take a tenth of a program's start-up time.
const tracing = /^@opentelemetry\/(?!api$)/;
const load = Module._load;
Module._load = function (...args) {
  const [request, parent] = args;
  if (tracing.test(request)) return {};
  if (!deferred.has(request) || !sdk.test(parent?.filename)) {
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
