// Loaded into every Node.js process that the engine starts for a history: writes down how each step
// of the provider ends, and crashes with the one that is asked for.
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { join } = require("node:path");

const { folder, crash } = JSON.parse(process.env.STACK_HISTORY);
const steps = ["create", "update", "delete", "read"];
let begun = 0;

function write(record) {
  appendFileSync(join(folder, "steps"), `${JSON.stringify(record)}\n`);
}

/** Has the test kill the CLI, and goes on when that is done. */
function letTheCommandDie() {
  writeFileSync(join(folder, "crash"), String(process.pid));
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!existsSync(join(folder, "dead"))) return;
      clearInterval(timer);
      resolve();
    }, 10);
  });
}

function recorded(kind, step, act) {
  return async (...given) => {
    const number = begun;
    begun += 1;
    const isHere = number === crash?.step;
    const inputs = given[step === "create" ? 0 : step === "update" ? 2 : 1];
    if (isHere && crash.when === "before") {
      writeFileSync(join(folder, "crash"), "");
      process.kill(process.pid, "SIGKILL");
    }
    write({ number, kind, step, name: inputs.name, webhookId: inputs.webhookId });
    try {
      const result = await act(...given);
      write({ number, ended: "done", ...(step === "create" ? { id: result.id } : {}) });
      return result;
    } catch (error) {
      write({ number, ended: error.id ? "kept" : "failed", id: error.id });
      throw error;
    } finally {
      if (isHere) await letTheCommandDie();
    }
  };
}

const load = Module._load;
Module._load = function (...args) {
  const loaded = load.apply(this, args);
  // The text in the state asks for it by this name; nothing else does.
  if (args[0] !== "pulumi-email-marketing/dynamic") return loaded;
  mkdirSync(folder, { recursive: true });
  const kinds = Object.entries(loaded).map(([kind, lifecycle]) => [
    kind,
    () => {
      const provider = lifecycle();
      const all = steps.map((step) => [step, recorded(kind, step, provider[step])]);
      return { ...provider, ...Object.fromEntries(all) };
    },
  ]);
  return Object.fromEntries(kinds);
};
