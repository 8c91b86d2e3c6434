// Loaded into every Node.js process that the engine starts for a test that pauses a provider before a step, or after
// the step but before its response.
const { existsSync, mkdirSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { join } = require("node:path");

const { folder, step, when } = JSON.parse(process.env.STACK_HELD_STEP);

function mark(word, name) {
  mkdirSync(join(folder, word), { recursive: true });
  writeFileSync(join(folder, word, name), "");
}

/** Records that the step is paused, and waits until the test releases the step. */
function hold(kind) {
  mark("held", kind);
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!existsSync(join(folder, "release"))) return;
      clearInterval(timer);
      resolve();
    }, 20);
  });
}

function withHeldStep(kind, provider) {
  const held = async (...given) => {
    if (when === "before") await hold(kind);
    try {
      return await provider[step](...given);
    } finally {
      if (when === "after") await hold(kind);
      mark("done", kind);
    }
  };
  return { ...provider, [step]: held };
}

/** Makes the steps pausable that the plugin calls. A preview calls none of them. */
function withHeldSteps(steps) {
  const name = step === "delete" ? "remove" : step;
  const held = (lifecycle, ...rest) => {
    // Record the process only here, because the engine also starts the plugin to get its schema.
    mark("provider", String(process.pid));
    const run = { [step]: () => steps[name](lifecycle, ...rest) };
    return withHeldStep(lifecycle.kind, run)[step]();
  };
  return { ...steps, __esModule: true, [name]: held };
}

const load = Module._load;
Module._load = function (...args) {
  const loaded = load.apply(this, args);
  const [, parent] = args;
  const isOfPlugin = /\bplugin[/\\]server\.js$/.test(parent?.filename ?? "");
  if (args[0] === "../lifecycle/steps" && isOfPlugin) return withHeldSteps(loaded);
  // The provider code in the state loads the package under this name. No other code does.
  if (args[0] !== "pulumi-email-marketing/dynamic") return loaded;
  mark("provider", String(process.pid));
  const kinds = Object.entries(loaded).map(([kind, provider]) => [
    kind,
    () => withHeldStep(kind, provider()),
  ]);
  return Object.fromEntries(kinds);
};
