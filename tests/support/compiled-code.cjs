// Stores the compiled code of the command and the plugin, because tests start them over 300 times. From version 22 on,
// Node.js can do this itself.
const files = require("node:fs");
const Module = require("node:module");
const { basename, dirname, join } = require("node:path");
const { Script, constants } = require("node:vm");

const root = join(__dirname, "..", "..");
const folder = join(root, "temp", "compiled-code");
const bundles = [
  join(root, "provider", "dist", "pulumi-email-marketing.js"),
  join(root, "temp", "plugin", "pulumi-resource-emailmarketing.js"),
];

const compile = Module.prototype._compile;
Module.prototype._compile = function (code, filename, ...rest) {
  if (!bundles.includes(filename)) return compile.call(this, code, filename, ...rest);
  // Each build changes the time, so a bundle never gets the code of another one.
  const { mtimeMs } = files.statSync(filename);
  const stored = join(folder, `${basename(filename)}-${process.version}-${mtimeMs}`);
  const cachedData = files.existsSync(stored) ? files.readFileSync(stored) : undefined;
  const script = new Script(Module.wrap(code), {
    filename,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  // At the end, because functions are compiled at their first call.
  if (!cachedData) process.once("exit", () => store(stored, script.createCachedData()));
  const require = Module.createRequire(filename);
  const run = script.runInThisContext();
  return run.call(this.exports, this.exports, require, this, filename, dirname(filename));
};

/** Renames a finished file, because another process may read it in the meantime. */
function store(file, code) {
  const unfinished = join(folder, `unfinished-${process.pid}`);
  files.mkdirSync(folder, { recursive: true });
  try {
    files.writeFileSync(unfinished, code);
    files.renameSync(unfinished, file);
  } catch (error) {
    // A test limits the size of files.
    if (error.code !== "EFBIG") throw error;
  }
}
