import { createRequire } from "node:module";
import { join } from "node:path";

/** The modules that remember something for the life of a process. */
interface Modules {
  readonly program: typeof import("../../provider/program/program");
  readonly resolvable: typeof import("../../provider/program/program-settings");
  readonly "program-settings": typeof import("../../provider/program/program-settings");
}

/** A module as a process that has just started has it. */
export function anew<Name extends keyof Modules>(name: Name): Modules[Name] {
  const load = createRequire(__filename);
  const path = load.resolve(join("..", "..", "provider", "program", name));
  const known = load.cache[path];
  delete load.cache[path];
  try {
    return load(path) as Modules[Name];
  } finally {
    if (known) load.cache[path] = known;
  }
}
