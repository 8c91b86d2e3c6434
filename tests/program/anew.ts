/** The modules that keep state for the life of a process. */
interface Modules {
  readonly program: typeof import("../../provider/program/program");
  readonly "program-settings": typeof import("../../provider/program/program-settings");
}

/** A new instance of a module, as in a new process or in another copy of the package. */
export function anew<Name extends keyof Modules>(name: Name): Modules[Name] {
  const path = require.resolve(`../../provider/program/${name}`);
  const known = require.cache[path];
  delete require.cache[path];
  try {
    return require(path) as Modules[Name];
  } finally {
    if (known) require.cache[path] = known;
  }
}
