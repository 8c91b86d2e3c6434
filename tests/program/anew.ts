type Program = typeof import("../../provider/program/program");

/** A new instance of the module that keeps state for the life of a process, as in another copy of the package. */
export function anew(): Program {
  const path = require.resolve("../../provider/program/program");
  const known = require.cache[path];
  delete require.cache[path];
  try {
    return require(path) as Program;
  } finally {
    if (known) require.cache[path] = known;
  }
}
